"""Lists, tuples, dicts and comprehensions built by the function."""

import functools
from collections import OrderedDict, defaultdict

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import EMPTY, M33, M34, P4, V3, V4, Cases
from tests.oracle import check_gradient

case = Cases()


@case(0.7, 4)
@case(0.7, 0)
def append_in_loop(x, n):
    history = [x]
    for i in range(n):
        history.append(history[-1] * x + i)
    return history[-1] ** 2 + history[0] + sum(history)


@case(V4)
def index_and_element_store(x):
    items = [x[0], x[1] ** 2, 3.0]
    items[2] = items[0] * items[1]
    items[0] = items[2] ** 2
    items[-1] *= items[0]
    items[1:] = [items[2], items[1] * x[3]]
    return items[0] * items[1] + items[2]


@case(V4)
@case(EMPTY)
def zeros_times_n(x):
    n = len(x)
    y = [0.0] * n
    for i in range(n):
        y[i] = x[i] ** 2 + (y[i - 1] if i else 0.0)
    table = [[0.0] * 2 for _ in range(n)]
    for i in range(n):
        table[i][i % 2] += y[i]
        table[i][1] *= x[0]
    return sum(y) + sum(sum(row) for row in table) + np.sum(np.array(y) ** 2)


@case(V3, 0.6, argnums=(0, 1))
def list_methods(x, s):
    items = [s, x[0]]
    items.extend([x[1] * s, x[2]])
    items += [s**2]
    items.insert(1, items[2] * 2.0)
    last = items.pop()
    first = items.pop(0)
    items.reverse()
    other = items.copy()
    other[0] = last
    both = items + other * 2
    items.clear()
    return last * first + sum(t * i for i, t in enumerate(both)) + len(items)


@case(0.7)
def lists_are_shared(x):
    a = [x, x**2]
    b = a
    c = a[:]
    b[0] = b[1] * x
    a.append(b[0])
    c[1] = a[0]
    nested = [a, a]
    nested[0][1] = c[0] * 3.0
    return sum(a) * sum(c) + nested[1][1] * b[2]


@case(V3)
def list_of_arrays_written_in_place(x):
    layers = [x * 1.0, x**2, np.zeros(3)]
    for i in range(1, 3):
        layers[i][0] = layers[i - 1][1] ** 2
        layers[i] += layers[i - 1]
    layers[0] = layers[2] * x
    same = [np.zeros(3)] * 2  # one array, twice
    same[0][1] = x[0]
    same[1][1] *= x[2]
    return np.sum(layers[0] * layers[1]) + np.sum(same[0] + 2.0 * same[1])


@case(V4)
@case([0.1, 0.4, -0.2, 0.9])
def arrays_from_lists(x):
    a = np.array([t * t for t in x])
    b = np.array([[x[0], x[1]], [2.0, x[0] * x[3]]])
    c = np.stack([a, a[::-1]]) @ a
    d = np.concatenate([[x[2]], c, b[0]])
    e = np.asarray((x[0], 1, x[1]))
    return np.sum(d**2) + b[1] @ c + e.sum() * b[1, 1]


@case(V3, 0.4, argnums=(0, 1))
def dicts(x, s):
    params = {"w": x, "b": s, "k": 2}
    params["w"] = params["w"] * params["b"]
    params["new"] = params["w"] @ x
    params.update(b=s**2, other=params["b"])
    params["b"] += params.get("missing", s)
    popped = params.pop("other")
    inner = params.setdefault("inner", {"u": s})
    inner["u"] *= 3.0
    merged = {**params, "k": popped} | {"z": s}
    return merged["new"] * merged["b"] + merged["inner"]["u"] * merged["k"] + len(params) * merged["z"]


@case(V3)
def dict_of_arrays_written(x):
    state = {"u": x.copy(), "v": np.zeros(3)}
    view = state["u"]
    for key in ("u", "v"):
        state[key][1:] += x[:2] ** 2
        state[key] *= x[0]
    view[0] = state["v"][1] * state["u"][2]
    return np.sum(state["u"] * state["v"]) + view[0]


@case(0.5)
def nested_containers(x):
    tree = {"left": [x, {"leaf": (x**2, 1.0)}], "right": ([x * 3.0], None)}
    tree["left"][1]["leaf"] += (x,)
    tree["right"][0].append(tree["left"][1]["leaf"][0])
    a, (b, *_) = tree["left"][0], tree["right"][0]
    tree["left"][0] = a * b
    return tree["left"][0] * tree["right"][0][1] + sum(tree["left"][1]["leaf"])


@case(V4)
@case(EMPTY)
def comprehensions(x):
    a = [t * t for t in x]
    b = [t * u for t, u in zip(a, x) if u > 0]
    c = {i: t**2 for i, t in enumerate(x) if i != 1}
    d = sum(t * i for i, t in enumerate(a) if t < 1.0)
    e = {len(a), len(b)}
    f = tuple(v + 1.0 for v in c.values())
    return sum(a) * (1.0 + sum(b)) + sum(c.values()) + d * len(e) + sum(f)


@case(M34)
def nested_comprehensions(a):
    flat = [t**2 for row in a for t in row if t > 0]
    rows = [[t * s for t in row] for s, row in zip(flat, a)]
    outer = np.array([[p * q for q in a[0]] for p in a[1]])
    x = 5.0  # not the x of the comprehension
    total = sum(x * x for x in flat)
    return total * x + sum(sum(r) for r in rows) + np.sum(outer**2)


@case(0.7)
def comprehension_over_closure(x):
    y = x
    values = [y * k for k in range(4)]
    y = y**2
    more = [v * y for v in values if v > 0.8]
    return sum(values) + sum(more) * max(values)


def helper(values, scale):
    return [scale * v for v in values], {"n": len(values), "total": sum(values)}


def append_to(items, x):
    items.append(x * x)
    items[0] = items[0] + x


@case(V3, 0.4, argnums=(0, 1))
def containers_through_calls(x, s):
    scaled, info = helper(x, s)
    again, _ = helper(scaled, info["total"])
    append_to(again, s)
    append_to(scaled, again[0])
    return sum(again) * info["n"] + scaled[-1] + scaled[0]


@case(P4)
def builtins_over_containers(x):
    items = list(x)
    pairs = dict(zip("abcd", tuple(items)))
    biggest = max(items, key=lambda t: -t) * min(pairs.values())
    ordered = sorted(items, reverse=True)
    return biggest * ordered[0] + pairs["c"] ** 2 + sum(items, 1.0) * items[::-1][0] + any(items) + items.count(7.0)


@case(0.7)
def other_containers(x):
    queue = [x, x**2]
    queue.append(queue[0] * queue[1])
    first = queue.pop(0)
    groups = defaultdict(list)
    groups["a"].append(first)
    groups["a"].append(queue[-1])
    ordered = OrderedDict(a=x, b=first * 2.0)
    return sum(groups["a"]) * queue[0] + ordered["b"] * len(groups)


@case(0.7)
def tuple_keys_and_membership(x):
    grid = {(i, j): x * i + j for i in range(2) for j in range(2)}
    grid[0, 1] = grid[1, 1] * grid[(1, 0)]
    total = 0.0
    for (i, j), value in grid.items():
        total += value**2 * (i + 2 * j)
    if (0, 1) in grid and "x" not in grid:
        total *= grid[0, 1]
    return total


@case(0.7)
def memo_table(x):
    memo = {}

    def bessel_like(n):
        if n not in memo:
            memo[n] = x if n < 2 else 2.0 * n * bessel_like(n - 1) / (x + 1.0) - bessel_like(n - 2)
        return memo[n]

    return bessel_like(5) + len(memo)


@case(M33)
def stack_of_results(a):
    out = []
    v = a[0]
    while len(out) < 4:
        v = a @ v
        v = v / np.linalg.norm(v)
        out.append(v)
    out[1][0] = 2.0  # v is no longer the same array
    result = np.array(out)
    result[2] *= out[1]
    return np.sum(result**2 * np.vstack(out[::-1]))


@case(V4)
def starred_arguments_of_methods(x):
    items = [x[0]]
    items.append(*[x[1] ** 2])
    items.extend(*[[x[2], items[1] * x[0]]])
    items.insert(*(0, x[3]))
    return items[0] * items[1] + items[2] * items.pop(*[-1]) + len(items)


@case(V4)
def starred_names_of_methods(x):
    items, given, place = [x[0]], (x[1],), [0]
    items.append(*given)
    items.insert(*(0, x[2] * x[0]))
    items.extend(*([x[3]],))
    return items.pop(*place) * items[0] * items[1] + items[2]


@case(V4)
def starred_names_through_functions(x):
    items, pair = [x[0]], ([x[1]], x[2])

    def put(*values, **options):
        items.append(*values, **options)

    put(x[1] * x[2])
    (lambda *values: pair[0].append(*values))(x[3])
    return sum(items) * sum(pair[0]) * pair[1]


@case(V4)
def made_of_starred_names(x):
    given, several, pairs = [x], ([x[0] * x[1], x[2]],), [[("a", x[3])]]
    copied = list(*several)
    copied[0] = copied[0] * x[2]
    return list(*given)[1] * tuple(*given)[2] ** 2 * dict(*pairs)["a"] + copied[0] * several[0][0]


@case(V4)
def default_dicts_of_items(x):
    groups = defaultdict(list, {"a": [x[0]]}, b=x[1:])
    groups["a"].append(x[1] * x[2])
    groups["c"].append(x[3])
    totals = defaultdict(float, [("a", x[0])])
    totals["b"] += x[1] * totals["a"]
    return sum(groups["a"]) * np.sum(groups["b"] ** 2) * groups["c"][0] + totals["b"]


@case(V4)
def default_dict_with_a_class_of_its_own(x):
    class Shelf:
        places = []

        def __init__(self):
            self.items = [1.0]

    shelves = defaultdict(Shelf, a=x)
    return shelves["a"] @ x * shelves["b"].items[0]


def default_dict_of_a_partial(x):
    return defaultdict(functools.partial(np.multiply, x, 2.0), a=x)["b"] @ x


@pytest.mark.parametrize("operator", [tangentish.grad, tangentish.jacfwd])
def test_factory_that_gives_active_values_is_refused(operator):
    with pytest.raises(tangentish.UnsupportedError, match="factory"):
        operator(default_dict_of_a_partial)(V4)


def numbers():
    yield 2.0


class Kept:
    def __init__(self, items):
        self.items = items


def iterator_of_an_object_in_a_list(x):
    rows = [x[0]]
    rows.extend(Kept(numbers()).items)
    return rows[0] * rows[1]


def test_iterator_of_which_the_length_is_not_known_is_refused():
    with pytest.raises(tangentish.UnsupportedError, match="how many items"):
        tangentish.grad(iterator_of_an_object_in_a_list)(V4)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_gradient(fun, *args, **options)
