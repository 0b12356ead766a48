"""Iterators under names: used up at once they are followed, used otherwise refused; so are views of dicts."""

import itertools

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
refused = Cases()


@case(V4)
def pairs_under_a_name(x):
    pairs = zip(x, x[::-1], strict=True)
    n = len(x)
    total, out = 0.0, []
    for a, b in pairs:
        total += a * b / n
        out.append(a)
    return total + sum(out)


@case(V4)
def in_one_of_two_branches(x):
    squares = (v**2 for v in x)
    if x[0] > 0:
        return sum(squares)
    return max(squares)


@case(V4)
def views_read_more_than_once(x):
    table = {"a": x[0], "b": x[1]}
    values, keys = table.values(), table.keys()
    return sum(values) * len(values) + sum(table[k] for k in keys) + max(values)


@case(V4)
def bound_again(x):
    total = 0.0
    for k in range(3):
        powers = (v**k for v in x)
        total += sum(powers)
    doubled = map(lambda v: v * 2, x)
    rows = [v * total for v in doubled]
    doubled = map(lambda v: v * 2, rows)
    return sum(doubled)


@case(V4)
def what_the_loop_changes_is_something_else(x):
    rows = []
    for row in (r * 2 for r in x.reshape(2, 2)):
        rows.append(row)
    for i, row in enumerate(rows):
        rows[i] = row * 2
    for row in reversed(rows):
        row += 1
    return np.sum(rows[0] * rows[1])


@case(V4)
def items_of_a_dict(x):
    table = {"a": x[0], "b": x[1]}
    for k, v in table.items():
        table[k] = v * 2
    items = table.items()
    other = {k: v**2 for k, v in items}
    other["c"] = table["a"]
    return sum(other.values())


@case(V4)
def flat_is_a_view(x):
    a = x.reshape(2, 2) * 1.0
    flat = a.flat
    total = sum(flat)
    flat[0] = 2 * x[1]
    return total * a[0, 0] + flat[1] * flat[2]


@case(V4)
def ndenumerate(x):
    a = x.reshape(2, 2)
    total = 0.0
    for place, v in np.ndenumerate(x):
        total += v**2 * place[0]
    for (i, j), v in np.ndenumerate(a):
        total += v**2 * (i + 2 * j)
    for (i, j), v in np.ndenumerate([[x[0], x[1]], [x[2], x[3]]]):
        total += v**3 * (i - j)
    return total + sum(v * i for (i, j), v in np.ndenumerate(a))


@case(V4)
def ndenumerate_with_stores(x):
    a = x.reshape(2, 2) * 1.0
    for place, v in np.ndenumerate(a):
        a[place] = v**2 * (1 + place[0])
    for (i, j), v in np.ndenumerate(a):
        a[i, j] = v**2 * (1 + j)
    return np.sum(a)


@case(V4)
def ndenumerate_with_stores_elsewhere(x):
    a = x.reshape(2, 2) * 1.0
    total = 0.0
    for (_, _), v in np.ndenumerate(a):
        total += v
        a[1, 1] += v
    return total


@case(V4)
def calls_until_a_sentinel(x):
    items = [1.0, 0.0, x[0], x[1] * 2, x[2]]
    total = 1.0
    for v in iter(items.pop, 0.0):
        total = total * v
        if len(items) == 2:
            items.insert(2, x[3])
            total = total + 1
            if v == x[3]:
                break
    else:
        total = total * x[0]
    return total * items[0] * x[0]


@case(V4)
def list_of_calls_until_a_sentinel(x):
    items, places = [0.0, x[0], x[1] * 2, x[2]], [3]

    def pull():
        places[0] -= 1
        return items[places[0] + 1]

    a, b, c = list(iter(pull, 0.0))
    return a * b**2 * c


@case(V4)
def numbers_that_a_loop_adds_to(x):
    total, items, k = x[0], [x[0]], 2.0

    def scale(v):
        return v * k

    for v in (u * 2 for u in x):
        total += scale(v)
        items.append(v)
    for v in map(scale, x[1:]):
        total = total + scale(v)
        items.append(v)
    return total * sum(items)


@refused(V4)
def two_by_two(x):
    it = iter(x)
    return sum(a * b for a, b in zip(it, it, strict=True))


@refused(V4)
def going_on(x):
    it = iter(x)
    total = 0.0
    for v in it:
        total += v
        if total < 0:
            break
    for v in it:
        total += 10 * v**2
    return total


@refused(V4)
def zipped_twice(x):
    pairs = zip(x, x[::-1], strict=True)
    return sum(a * b for a, b in pairs) + sum(a for a, b in pairs)


@refused(V4)
def mapped_twice(x):
    doubled = map(lambda v: v * 2, x)
    return sum(doubled) + sum(doubled)


@refused(V4)
def generated_twice(x):
    squares, n = (v**2 for v in x), 3
    again = squares
    return sum(again) * n + sum(again)


@refused(V4)
def late_names(x):
    k = 2.0
    scaled = (v * k for v in x)
    k = x[0]
    return sum(scaled)


@refused(V4)
def late_names_of_functions(x):
    k = 2.0

    def scale(v):
        return v * k

    scaled = map(scale, x)
    k = x[0]
    return sum(scaled)


@refused(V4)
def names_that_the_body_binds(x):
    k, total = 2.0, 0.0
    for v in map(lambda v: v * k, x):
        total += v
        k = k + v
    return total


@refused(V4)
def late_items(x):
    items = [x[0]]
    doubled = (v * 2 for v in items)
    items.append(x[1])
    return sum(doubled)


@refused(V4)
def grouped(x):
    return sum(a * b for a, b in zip(*[iter(x)] * 2, strict=True))


@refused(V4)
def in_a_loop(x):
    doubled = (v * 2 for v in x)
    total = 0.0
    for k in range(3):
        total += k * sum(doubled)
    return total


@refused(V4)
def in_an_inner_comprehension(x):
    doubled = (v * 2 for v in x)
    return sum(a * b for a in x for b in doubled)


@case(V4)
def the_body_writes(x):
    y = x.copy()
    total = 0.0
    for v in map(lambda u: u * 2, y):
        y[-1] += v
        total += v
    return total


@refused(V4)
def some_calls_that_write(x):
    seen = []

    def note(v):
        seen.append(v)
        return v * 2

    return sum(itertools.islice(map(note, x), 2)) * sum(seen)


@refused(V4)
def a_view_of_what_has_changed(x):
    table = {"a": x[0]}
    values = table.values()
    table["b"] = x[1] ** 2
    return sum(values) * len(values)


@refused(V4)
def the_place_of_a_flat_iterator(x):
    a = x.reshape(2, 2) * 1.0
    flat = a.flat
    total = 0.0
    for v in flat:
        total += v * flat.index
    return total


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


@pytest.mark.parametrize("fun, args, options", refused)
def test_refused(fun, args, options):
    with pytest.raises(tangentish.UnsupportedError, match="as lists"):
        tangentish.grad(fun)(*args)
    with pytest.raises(tangentish.UnsupportedError, match="as lists"):
        tangentish.jvp(fun, args, args)
