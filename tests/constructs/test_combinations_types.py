"""Names that change their type, containers and closures over written arrays, unusual results."""

import functools

import numpy as np
import pytest

from tests.constructs.cases import F32, M34, P4, V3, V4, V5, V6, Cases
from tests.oracle import check_gradient

case = Cases()


@case(V4, 3)
@case(V4, 0)
def scalar_or_array_accumulator(x, n):
    acc = 0.0  # a float at first, then an array
    for i in range(n):
        acc += x * i
        acc += acc
    return np.sum(acc * x) + np.sum(acc**2)


@case(0.4, 3)
@case(0.4, 0)
def variable_changes_type_in_loop(x, n):
    y = None
    for i in range(n):
        y = x if y is None else [y, y * x] if i == 1 else y[0] * y[1]
    if y is None:
        return x
    return y * x


@case(0.4)
def integer_becomes_float(x):
    total = 0
    count = 1
    for i in range(3):
        total += x**i
        count *= i + 1
    product = 1
    product *= x
    product *= count
    return total * product / count


@case(M34)
def tape_inside_branch_inside_loop(a):
    total = 0.0
    for row in a:
        if row[0] > 0:
            for t in row:
                total = np.sin(total * t) + t
        else:
            k = 0
            while row[k] < 1.0:
                total = total * row[k] + 0.3
                k += 1
            total += k * row[k] ** 2
    return total


@case(V5)
def try_with_stores_in_loop(x):
    y = x.copy()
    for i in range(7):
        try:
            y[i] *= x[i - 1]
            y[i + 1] = y[i] ** 2
        except IndexError:
            y[i % 5] += y[0] * x[1]
        finally:
            y[0] *= 1.1
    return np.sum(y**2)


@case(V3.astype(np.float32), np.float32(0.4), argnums=(0, 1), **F32)
def float32_through_calls_and_stores(x, s):
    weights = {"w": np.ones(3, dtype=np.float32)}
    step = functools.partial(np.multiply, s)
    for i in range(3):
        weights["w"][i:] += step(x[i:])
        weights["w"] *= 0.5
    return np.sum(weights["w"] ** 2) * s


@case(V4)
def record_of_overwritten_list_items(x):
    items = [x[0], x[1]]
    for i in range(2, 6):
        items[i % 2] = items[0] * items[1] + x[i % 4]
        items[0], items[1] = items[1], items[0]
        items.append(items[0] ** 2)
    return sum(items) * items.pop() + items.pop(2) * items[0]


@case(V4)
def dict_of_closures_and_arrays(x):
    bank = {}
    for i in range(3):
        buf = x[i] * np.arange(1.0, 4.0)
        bank[i] = (buf, lambda t, b=buf, k=i: b[k] * t)
    for i, (buf, fun) in bank.items():
        buf[i] = fun(x[3]) ** 2  # fun reads what is written here
        buf *= bank[0][1](2.0)
    return sum(fun(x[0]) for _, fun in bank.values()) + np.sum(bank[1][0])


@case(P4)
def same_name_several_roles(x):
    f = x * 2.0
    g = f
    f = lambda t: np.sum(t * g)
    g = f(x)
    f = [f(x), g]
    for f in f:
        g = g * f
    return g * f


@case(V4, V4[::-1], 3, argnums=(0, 1))
@case(V4, V4[::-1], 3, argnums=1)
def leapfrog(q, p, steps):
    trajectory = np.zeros((steps + 1, 4))
    trajectory[0] = q
    force = lambda q: -q - 0.3 * q**3
    f = force(q)
    for n in range(steps):
        p += 0.05 * f
        q += 0.1 * p
        trajectory[n + 1] = q  # a copy of q as it is now
        f = force(q)
        p += 0.05 * f
    return np.mean(trajectory**2) + p @ q


@case(V6)
def index_chosen_by_active_value(x):
    best, where = x[0], 0
    for i, t in enumerate(x):
        if t > best:
            best, where = t, i
    k = int(np.argmin(x))
    n = int(abs(x[1]) * 2)
    y = x.copy()
    y[where], y[k] = y[k] * y[n], best**2
    return np.sum(y * np.arange(6)) + y[round(x[3])]


@case(P4)
def result_is_an_argument_or_a_view(x):
    y = x[1:2]
    z = y[0:]
    z[0] *= x[0]
    return z[0]


@case(P4)
def result_is_zero_dimensional_view(x):
    y = x * 2.0
    last = y[3, ...]
    y[3] = x[0] ** 2
    return last


@case(0.7)
def result_is_the_argument(x):
    return x


@case(V3)
def result_does_not_depend(x):
    y = np.sum(x)
    return 3.0 if y < 100 else y


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_gradient(fun, *args, **options)
