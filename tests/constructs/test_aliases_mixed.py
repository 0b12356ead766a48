"""Arrays written through whatever name, container, call or attribute they can be reached by, several ways in one program."""

import functools
import operator
from types import SimpleNamespace

import numpy as np
import pytest

from tests.constructs.cases import M33, V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def weighted(*arrays):
    """A number to which each entry of each array contributes differently."""
    total = 0.0
    for i, a in enumerate(arrays):
        total += (i + 1) * np.sum(np.arange(1.0, a.size + 1).reshape(a.shape) * a**2)
    return total


@case(V4)
def items_of_lists_and_dicts_in_loops(x):
    y, z = x.copy(), x * 2
    for a in (z, y, z):
        a[1:] += a[:-1]
    table = {"y": y, "z": z}
    for key, a in table.items():
        a *= y[0]
        table[key][1] += 1
    for a, b in zip([y, z], [z, y]):
        a += b
        b[0] = a[1]
    for (i, a), k in zip(enumerate([y, z]), (2, 3)):
        a[i] *= k
    return weighted(y, z)


@case(V4)
def what_builtins_choose(x):
    y, z = x.copy(), x * 2
    first, second = sorted([y, z], key=lambda a: -a[0])
    first[1] = 5.0
    second *= first
    max([y, z], key=lambda a: a[0])[1] = y[2] * 2
    min(y, z, key=np.sum)[2] *= 3
    for a in reversed([y, z]):
        a *= y
    for a in filter(lambda a: a[0] > 0, [y, z]):
        a[1] = 2.0
    for a in map(lambda a: a[1:], [y, z]):
        a[0] = a[1] * 2
    functools.reduce(lambda a, b: a if a[0] > b[0] else b, [y, z])[3] *= x[1]
    return weighted(y, z)


@case(V4)
def what_getters_give(x):
    y, z = x.copy(), x * 2
    table, owner, items = {"y": y, "z": z}, SimpleNamespace(a=y, items=[y, z]), [y, z]
    table.get("y")[0] *= 2
    table.setdefault("z", y)[1] = y[0]
    getattr(owner, "a")[2] += 1
    operator.getitem(items, 1)[3] = y[1]
    items.pop()[0] = y[2]
    table.pop("y")[1] *= 4
    operator.itemgetter(0)(items)[3] = z[1]
    owner.items[-1][2] = 7.0
    return weighted(y, z)


@case(V4)
def copies_of_containers_hold_the_same_arrays(x):
    y, z = x.copy(), x * 2
    items, table = [y, z], {"y": y, "z": z}
    list(items)[-2][0] = z[1]
    items.copy()[1][0] = y[1]
    items[:][0][1] *= 2
    [*items][1][2] = y[0]
    tuple(items)[1][3] = 2.0
    dict(table)["y"][3] *= z[0]
    {**table}["z"][1] = y[3]
    (table | {})["z"][0] *= 2
    (items + [])[0][1] = 1.5
    (items * 2)[3][2] *= 2
    return weighted(y, z)


@case(M33)
def views_of_views_of_functions(m):
    a = m.copy()
    b = a * 1.5
    a.swapaxes(0, 1)[0, 1] = b[0, 0]
    np.moveaxis(a, 0, 1)[1] *= 2
    np.transpose(b)[0] = a[1]
    b.reshape(9)[::4] += a[0]
    np.hsplit(b, [1])[1][0, 0] = 3.0
    np.flip(a)[0, 0] = b[2, 2]
    np.rot90(b)[0, 0] = a[0, 0]
    a[..., None][0, 0, 0] *= 2
    b[np.newaxis][0][2][0] *= 3
    for row, other in zip(np.split(b, 3), a):
        other += row[0]
        row[0, 1] = other[2]
    return weighted(a, b)


@case(M33)
def unpacked_rows(m):
    a = m.copy()
    b = a * 1.5
    p, q, r = a
    p[0] = q[1]
    (r[1], q[2]), s = (p[0], r[0]), a[0]
    s[2] *= 2
    x, y = b[0], b[1:]
    y[0] += x
    x[:] = y[1]
    u = v = a[:, 0]
    u += 1
    v[1] *= 2
    a[[0, 2]] = a[[2, 0]] * 2
    a[:, 0], a[:, 1] = a[:, 1] ** 2, a[:, 0].copy()
    return weighted(a, b)


@case(V4)
def values_of_conditions(x):
    y, z = x.copy(), x * 2
    a = y if x[0] > 0 else z
    b = z if x[1] > 0 else y[1:]
    c = (y, z)[int(x[0] > 0)]
    d = y is not None and z
    e = None or y
    a[0] = 2 * z[0]
    b[0] *= 3
    c[1] = y[1]
    d[2] += y[2]
    e[3] = c[3] * 2
    (y if x[2] > 0 else z)[1] = x[2]
    {"k": y}["k"][0] *= 3
    return weighted(y, z)


@case(V4)
def a_name_that_wanders(x):
    y, z = x.copy(), x * 2
    current = y
    for i in range(4):
        current[i] = current[i] * 2 + 1
        if current[i] > 1:
            current = z if current is y else y
        else:
            current = current[:]
    rest = y
    while len(rest) > 1:
        rest[0] *= rest[1]
        rest = rest[1:]
    rest += y[0]
    return weighted(y, z)


@case(V4)
def what_functions_return(x):
    y, z = x.copy(), x * 2

    def pick(first, *arrays):
        return arrays[0] if first else arrays[1]

    def both():
        return y, z

    def part(a, low=0, high=None):
        return a[low:high]

    pick(True, y, z)[0] = z[1]
    both()[1][2] *= 2
    part(y, 1)[0] += 1
    a, b = both()
    b[0] = a[1]
    part(part(z), high=2)[1] = y[3]
    p, *q = both()
    q[0][3] *= p[0]
    return weighted(y, z)


@case(V4)
def buffers_that_change_places(x):
    def step(state, k):
        position, velocity = state
        position += 0.1 * velocity
        velocity[k] *= position[k]
        return position, velocity

    state = kept = (x.copy(), x * 2)
    buffers = {"now": x.copy(), "next": np.zeros(4)}
    for k in range(3):
        state = step(state, k)
        now, following = buffers["now"], buffers["next"]
        following[:] = now * now[k]
        following[k] += 1
        buffers["now"], buffers["next"] = following, now
        if k == 1:
            now[0] = following[1]
    return weighted(*kept, buffers["now"], buffers["next"], state[0])


@case(V4)
def out_arguments_and_views(x):
    y, z = x.copy(), np.empty(4)
    w = y[1:]
    np.multiply(y, 2, out=z)
    np.add(z, y, y)
    r = np.sin(y, out=z)
    r[0] = y[1]
    np.cumsum(w, out=w)
    e = np.exp(w, out=y[:3])
    e += 1
    np.clip(y, -1, 3, out=y)
    np.dot(np.eye(4), z, out=y)
    return weighted(y, z)


@case(M33, 0.4)
def added_to_itself_out_of_a_container(m, t):
    a = m * 1.0
    f = {"a": a}["a"]
    a -= t * f
    a += f
    g = [a].pop()
    g[...] = g * t
    a += g
    a[:2, :2] += g[1:, 1:].T
    return np.sum(a**2)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
