"""`itertools`."""

import functools
import itertools
import operator
from itertools import accumulate, chain

import pytest

import tangentish
from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(V4)
def running_sums(x):
    return sum(v * k for k, v in enumerate(itertools.accumulate(x)))


@case(V4)
def accumulate_with_functions(x):
    return list(accumulate(x, lambda a, b: a * b + 1, initial=2.0))[3] * list(accumulate(x, operator.mul))[2]


@case(V4)
def accumulate_of_a_list(x):
    return functools.reduce(lambda a, b: a * 2 + b, accumulate([x[0], x[1] * 2]))


@case(V4)
def chain_in_a_loop(x):
    t = 0.0
    for v in chain(x[:2], [x[3] ** 2], (1.0, 2.0)):
        t = t * x[0] + v
    return t


@case(V4)
def chain_of_lists(x):
    rows = [[x[0], x[1]], [x[2] * x[3]]]
    return sum(v ** 2 for v in chain.from_iterable(rows)) * sum(chain(*rows))


@case(V4)
def chain_of_rows(x):
    return sum(v ** 2 for v in chain.from_iterable(x.reshape(2, 2)))


@case(V4)
def pairwise(x):
    return sum((b - a) ** 2 for a, b in itertools.pairwise(x))


@case(V4)
def product_repeated(x):
    return sum(a * b ** 2 for a, b in itertools.product(x, repeat=2))


@case(V4)
def product_in_a_loop(x):
    t = 0.0
    for i, v, s in itertools.product(range(2), x, (1.0, -2.0)):
        t += i * v ** 2 * s
    return t


@case(V4)
def zip_longest(x):
    return sum(a * b for a, b in itertools.zip_longest(x, x[:2] * 2, fillvalue=3.0))


@case(V4)
def islice(x):
    t = 0.0
    for v in itertools.islice(x, 1, None, 2):
        t += v ** 2
    (second,) = itertools.islice((v * 2 for v in x), 1, 2)
    return t * sum(itertools.islice(x, 3)) * second


@case(V4)
def starmap(x):
    return sum(itertools.starmap(lambda a, b: a * b**2, [(x[0], x[1]), x[2:]]))


def picked(rows, number):
    return rows[number]


@case(V4, picked, argnums=0)
def named_pairs_for_a_function_given(x, pick):
    total, power = 0.0, 1
    try:
        if x.size > 3:
            pairs = itertools.combinations(range(x.size), 2)
            for i, j in pairs:
                total += pick(x, i) * x[j] ** 2
        else:
            pairs = itertools.product(range(x.size), repeat=2)
            for i, j in pairs:
                total += pick(x, i) + x[j]
    except IndexError:
        power = 2
    for i, _ in itertools.product(range(2), range(2)):
        total += pick(x, i)
    return total**power


@case(V4, picked, argnums=0)
def named_iterators_for_a_function_given(x, pick):
    def part(number):
        return pick(x, number) ** 2

    total = 0.0
    for outer in range(2):
        places = itertools.islice(range(x.size), outer + 1)
        for k in places:
            if k > outer:
                break
            total += part(k) * pick(x, k)
    return total


@case(V4)
def named_iterators_read_again(x):
    total = 0.0
    numbers = iter(range(x.size))
    for k in numbers:
        total += x[k] ** 2
        if k == 1:
            break
    for k in numbers:
        total += 10.0 * x[k] ** 3
    return total


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def test_used_more_than_once():
    def twice(x):
        sums = accumulate(x)
        return sum(sums) + sum(sums)

    def in_pieces(x):
        it = iter(x)
        return sum(itertools.islice(it, 2)) * sum(itertools.islice(it, 2))

    for fun in (twice, in_pieces):
        with pytest.raises(tangentish.UnsupportedError, match="as lists"):
            tangentish.grad(fun)(V4)


def test_endless():
    def f(x):
        return sum(itertools.islice(chain([x[0]], itertools.count()), 3))

    with pytest.raises(tangentish.UnsupportedError, match="endless"):
        tangentish.grad(f)(V4)


def test_bounds_of_islice():
    def f(x):
        return sum(itertools.islice(x, -1))

    with pytest.raises(ValueError, match="positive"):
        tangentish.grad(f)(V4)
