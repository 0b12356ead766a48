"""Generator functions: those that carry nothing active, and those that do and whose items are used up at once."""

from __future__ import annotations

import random

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def counts(n):
    for k in range(n):
        yield k


def places(x):
    """Counts: what it yields has no derivative, whatever it is given."""
    for k in range(len(x)):
        yield k


def positive(x):
    for k in places(x):
        if x[k] > 0:
            yield k


def until(items):
    k = 0
    while k < len(items):  # as long as they are by then
        yield k
        k += 1


def raising(x):
    yield x[0] ** 2
    raise ValueError


def forever(x):
    k = 0
    while True:
        yield x[k % 4] * k
        k += 1


def squares(x):
    for v in x:
        yield v * v


def running(x):
    total = 0.0
    for v in x:
        total += v
        yield total


def rows(a):
    yield a[0]
    yield a[0] * 2
    yield a[1] * 3


def products(x):
    for v in squares(x):
        for w in squares(x[:2]):
            yield v * w


def tree(x, k=0):
    if k >= len(x):
        return
    yield x[k] ** 2
    yield from tree(x, 2 * k + 1)
    yield from tree(x, 2 * k + 2)


def pairs(x, *, scale=2.0):
    for k, v in enumerate(x):
        yield k, v * scale


def doubled_in_place(y):
    for k in range(3):
        y[k] *= 2
        yield y[k] ** 2


def noisy(x):
    for v in x:
        yield v * random.random()


def whole(x):
    k = 0
    while True:
        if x[k % 4] > 0:
            yield int(x[k % 4] * 3) % 4
        k += 1


def changed(y):
    y[0] *= 3
    return y[1]


class Model:
    """Methods that are generators."""

    def __init__(self, w):
        self.w = w

    def each(self, x):
        for a, b in zip(self.w, x, strict=True):
            yield a * b

    def places(self, x):
        yield from range(len(x))

    def total(self, x):
        total = 0.0
        for v in self.each(x):
            total += v ** 2
        return total


# nothing active in what is yielded


@case(V4)
def nothing_active(x):
    total = 0.0
    for k in places(x):
        total = total + x[k] ** 2 * (k + 1)
    return total


@case(V4)
def nothing_active_next(x):
    g = places(x)
    a, b = next(g), next(g)
    return x[a] * x[b] ** 2 + next(g, 7) * x[0] + next(g, 7) * x[1] + next(g, 7) * x[2]


@case(V4)
def nothing_active_of_values_that_change(x):
    y = x * 1.0
    total = 0.0
    for k in positive(y):
        total += y[k] ** 2
        if k < 3:
            y[k + 1] = -y[k + 1] * 2
    return total + np.sum(y ** 2)


@case(V4)
def nothing_active_in_steps(x):
    items = list(x)
    total = 0.0
    for k in until(items):
        total += items[k] ** 2
        if len(items) < 7:
            items.append(total)
    return total


@case(V4)
def nothing_active_by_a_method(x):
    model = Model(x * 1.0)
    total = 0.0
    for k in model.places(x):
        total += x[k] ** 2 * (k + 1)
    return total


# active values, used up at once


@case(V4)
def in_a_loop(x):
    total = 0.0
    for v in squares(x):
        total = total + v * np.sin(v)
    return total


@case(V4)
def in_sums(x):
    return sum(squares(x)) * max(squares(x)) + min(running(x))


@case(V4)
def as_lists(x):
    return np.sum(np.array(list(squares(x))) ** 2) + sorted(squares(x))[2] * tuple(running(x))[1]


@case(V4)
def below_a_callee(x):
    def total(y):
        return sum(squares(y))
    return total(x * 2.0) * total(x)


@case(V4)
def numbers_added_up(x):
    total = 0.0
    for v in running(x):
        total += v ** 2
    return total


@case(V4)
def of_generators(x):
    total = 0.0
    for v in products(x):
        total += v ** 2
    for v in squares(x):
        for w in running(x):
            total += v * w
    return total


@case(V4)
def recursion(x):
    return sum([k * v for k, v in enumerate(tree(x))])


@case(V4)
def in_comprehensions(x):
    table = {k: v ** 2 for k, v in pairs(x, scale=3.0)}
    return sum([a * k for k, a in enumerate(squares(x))]) + sum(table.values()) + sum(v * w for v in squares(x) for w in running(x))


@case(V4)
def unpacked(x):
    a, b, c, d = squares(x)
    first, *others = running(x)
    return a * b + c * d + first * sum(others) + np.hypot(*squares(x[:2])) + sum([*squares(x)])


@case(V4)
def left_early(x):
    total = 0.0
    for v in squares(x):
        if v > 1.5:
            break
        total += v
    return total


@case(V4)
def returned_early(x):
    for v in squares(x):
        if v > 1.5:
            return v ** 2
    return 0.0


@case(V4)
def side_by_side(x):
    return sum(a * b for a, b in zip(squares(x), squares(x[::-1]), strict=False))


@case(V4)
def into_an_array(x):
    t = np.zeros(4)
    for v in squares(x):
        t += v * x
    return np.sum(t ** 2)


@case(V4)
def into_a_list(x):
    out = []
    for row in rows(x.reshape(2, 2)):
        out.append(row)
    return np.sum(np.array(out) ** 2)


@case(V4)
def the_name_bound_again(x):
    total = 0.0
    for v in squares(x):
        x = x * 2
        total += v * x[0]
    return total


@case(V4)
def writing_before_a_list_is_used(x):
    y = x * 1.0
    return sum(list(doubled_in_place(y))) * np.sum(y)


@case(V4)
def one_buffer_in_a_list(x):
    def sums(x):
        total = np.zeros(2)
        for v in x:
            total += v
            yield total
    return np.sum(np.array(list(sums(x))) ** 2 * np.arange(8).reshape(4, 2))


@case(V4)
def random_numbers_in_one_place(x):
    random.seed(1)
    total = 0.0
    for v in noisy(x):
        total += v ** 2
    for v in list(noisy(x)):
        total += v * random.random()
    return total


@case(V4)
def errors_of_lists(x):
    total = x[0]
    try:
        total = sum(list(raising(x)))
    except ValueError:
        total = total * x[1]
    return total


@case(V4)
def methods(x):
    model = Model(x * 1.0)
    return model.total(x) + sum(model.each(x * 2)) + sum([k * v for k, v in enumerate(model.each(x))])


@case(V4)
def given_as_an_argument(x):
    def use(x, generator):
        return sum(generator(x)) + np.prod(list(generator(x)))
    return use(x, squares)


@case(V4)
def closures(x):
    def some(n):
        for k in range(n):
            yield x[k] ** 2
    return sum(some(3)) * len(list(some(2)))


@case(V4)
def keys_of_dicts(x):
    def items(table):
        for key in table:
            yield key, table[key]
    total = 0.0
    for key, v in items({"a": x[0], "bc": x[1]}):
        total += v ** 2 * len(key)
    return total


# the first of what is yielded


@case(V4)
def first_items(x):
    return next(squares(x)) * next(forever(x), 3.0) + next(squares(x[:0]), x[1])


@case(V4)
def first_items_in_order(x):
    y = x * 1.0
    return next(squares(y)) * changed(y) + next(squares(y)) + next(doubled_in_place(y)) * np.sum(y)


@case(V4)
def a_loop_that_is_always_left(x):
    y = x * 1.0
    for v in doubled_in_place(y):
        total = v * x[1]
        break
    for v in forever(x + 1.0):
        return total + np.sum(y) + v


@case(V4)
def left_before_the_error(x):
    total = 0.0
    for v in raising(x):
        total = v * 2
        break
    return total


@case(V4)
def nothing_first(x):
    for v in squares(x[:0]):
        return v
    else:
        x = x * 2
    return np.sum(x ** 2)


# whole numbers, made of active values


@case(V4)
def whole_numbers(x):
    total = 0.0
    for k in whole(x):
        total += x[k] ** 2
        if total > 3:
            break
    places = whole(x)
    return total + x[next(places)] * x[next(places)]


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


# where a list would not be the same


refused = Cases()


@refused(V4)
def what_is_read_is_written(x):
    y = x * 1.0
    total = 0.0
    for k, v in enumerate(squares(y)):
        if k < 3:
            y[k + 1] = v * 2
        total += v
    return total


@refused(V4)
def what_is_read_is_written_through_a_view(x):
    y = x * 1.0
    z = y[1:]
    total = 0.0
    for k, v in enumerate(squares(y)):
        if k < 3:
            z[k] = v * 2
        total += v
    return total


@refused(V4)
def what_is_read_is_added_to(x):
    def itself(a):
        return a
    y = x * 1.0
    z = itself(y)
    total = 0.0
    for v in squares(y):
        z += v
        total += v
    return total


@refused(V4)
def what_is_yielded_is_written(x):
    a = x.reshape(2, 2) * 1.0
    total = 0.0
    for row in rows(a):
        row *= 2
        total += np.sum(a)
    return total


@refused(V4)
def what_is_yielded_is_written_from_a_list(x):
    a = x.reshape(2, 2) * 1.0
    out = []
    for row in rows(a):
        out.append(row)
        out[0][0] *= 2
    return np.sum(np.array(out) ** 2)


@refused(V4)
def what_is_read_is_in_a_list(x):
    a = x.reshape(2, 2) * 1.0
    out = []
    out.append(a)
    total = 0.0
    for row in rows(a):
        inside = out[0]
        inside[0, 0] *= 2
        total += np.sum(row)
    return total


@refused(V4)
def a_callee_writes(x):
    def helper(y, k, v):
        y[(k + 1) % 4] = v * 3
    y = x * 1.0
    total = 0.0
    for k, v in enumerate(squares(y)):
        helper(y, k, v)
        total += v
    return total


@refused(V4)
def the_list_grows(x):
    def each(items):
        for v in items:
            yield v
    items = [x[0], x[1]]
    total = 0.0
    for v in each(items):
        total += v ** 2
        if len(items) < 5:
            items.append(v * 2)
    return total


@refused(V4)
def both_draw(x):
    random.seed(1)
    total = 0.0
    for v in noisy(x):
        total += v * random.random()
    return total


@refused(V4)
def both_draw_in_a_comprehension(x):
    random.seed(1)
    return sum([v * random.random() for v in noisy(x)])


@refused(V4)
def the_generator_writes(x):
    y = x * 1.0
    total = 0.0
    for v in doubled_in_place(y):
        total += v * np.sum(y)
    return total


@refused(V4)
def the_generator_writes_in_a_sum(x):
    y = x * 1.0
    return sum(v * y[2] for v in doubled_in_place(y))


def sums_in_a_buffer(x):
    total = np.zeros(2)
    for v in x:
        total += v
        yield total


@refused(V4)
def one_buffer(x):
    total = 0.0
    for b in sums_in_a_buffer(x):
        total += np.sum(b ** 2)
    return total


@refused(V4)
def one_buffer_added_up(x):
    return np.sum(sum(sums_in_a_buffer(x)) ** 2)


@refused(V4)
def without_an_end(x):
    total = 0.0
    for v in forever(x):
        if v > 1.5:
            break
        total += v
    return total


@refused(V4)
def without_an_end_beside_another(x):
    return sum(a * b for a, b in zip(squares(x), forever(x), strict=False))


@refused(V4)
def caught_in_between(x):
    total = 0.0
    try:
        for v in raising(x):
            total += v * 3
    except ValueError:
        pass
    return total


@refused(V4)
def gone_through_twice(x):
    g = squares(x)
    return sum(g) + sum(g)


@refused(V4)
def some_taken_out(x):
    g = squares(x)
    return next(g) * sum(g)


@refused(V4)
def guarded_by_finally(x):
    def guarded(y):
        try:
            yield y[0] * 2
        finally:
            y[1] = 5.0
    y = x * 1.0
    total = 0.0
    for v in guarded(y):
        total += v * y[1]
    return total + y[1] * y[0]


@refused(V4)
def what_is_sent(x):
    def sender(x):
        a = 1.0
        for v in x:
            a = (yield v * a) or 2.0
    total = 0.0
    for v in sender(x):
        total += v
    return total


def some_places(x, iterator):
    for k in iterator:
        yield x[k] ** 2


@refused(V4)
def an_iterator_of_both(x):
    iterator = iter([0, 1, 2, 3])
    total = 0.0
    for v in some_places(x, iterator):
        total += v * next(iterator)
    return total


@refused(V4)
def an_iterator_that_is_left(x):
    iterator = iter([0, 1, 2, 3])
    total = 0.0
    for v in some_places(x, iterator):
        total += v
        break
    return total * x[next(iterator)]


class Thing:
    pass


@refused(V4)
def attributes_that_change(x):
    def of(thing):
        for k in range(3):
            yield thing.x[k] * thing.k
    thing = Thing()
    thing.x, thing.k = x, 1.0
    total = 0.0
    for v in of(thing):
        total += v
        thing.k = thing.k * v
    return total


@refused(V4)
def captured_names_that_change(x):
    w = x[0]

    def some(n):
        for k in range(n):
            yield x[k] ** 2 * w
    total = 0.0
    for v in some(3):
        total += v
        w = 2.0
    return total


@refused(V4)
def what_a_method_reads_is_written(x):
    model = Model(x * 1.0)
    total = 0.0
    for v in model.each(x):
        total += v
        model.w[3] = v
    return total


def two_arguments(a, b):
    total = 0.0
    for k, v in enumerate(squares(a)):
        total += v
        if k < 3:
            b[k + 1] = v
    return total


@refused(V4)
def arguments_that_share_memory(x):
    y = x * 1.0
    return two_arguments(y, y[:])


@pytest.mark.parametrize("fun, args, options", refused)
def test_refused(fun, args, options):
    for differentiate in (tangentish.grad(fun), lambda x: tangentish.jvp(fun, (x,), (x,))):
        with pytest.raises(tangentish.UnsupportedError):
            differentiate(*args)
