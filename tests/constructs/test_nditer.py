"""`np.nditer`: entries of one array or several, read and written, with the indices that it says; refused where more is asked."""

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
W = np.array([[0.5, -1.0, 2.0, 0.3], [1.5, 0.7, -0.2, 1.1], [0.1, 0.2, 0.3, 0.4], [2.0, 1.0, 0.5, -0.5]])


@case(V4)
def of_one(x):
    total = 0.0
    for a in np.nditer(x):
        total = total * 0.5 + a**2
    return total


@case(V4)
def in_the_order_of_the_memory(x):
    total = 0.0
    for a in np.nditer(np.outer(x, x * x).T):
        total = total * 0.5 + a
    for a in np.nditer(np.outer(x, x * x).T[:, ::-1], order="C"):
        total = total * 0.5 + a
    return total


@case(V4)
def of_several(x):
    total = 0.0
    for a, b, c in np.nditer([np.outer(x, x), x * 2.0, 3.0]):
        total += a * b * b * c
    return total


@case(V4)
def in_a_comprehension(x):
    return np.sum(np.array([float(a) ** 2 * k for k, a in enumerate(np.nditer(x))]))


@case(V4)
def written(x):
    y = np.outer(x, x)
    for a in np.nditer(y, op_flags=["readwrite"]):
        a[...] = a * a + a
    return np.sum(y * W)


@case(V4)
def written_from_another(x):
    y = np.zeros(4)
    for a, b in np.nditer([x, y], op_flags=[["readonly"], ["readwrite"]]):
        b[...] = a * a
    return np.sum(y * x)


def squared(y):
    with np.nditer(y, op_flags=["readwrite"]) as it:
        for a in it:
            a[...] = a * a


@case(V4)
def written_by_a_helper(x):
    y = x * 2.0
    squared(y)
    return np.sum(y * x)


@case(V4)
def with_indices(x):
    y = np.outer(x, x)
    with np.nditer(y, flags=["multi_index"], op_flags=["readwrite"]) as it:
        for a in it:
            i, j = it.multi_index
            a[...] = a * W[i, j] + i
    return np.sum(y * y)


@case(V4)
def with_numbers(x):
    it = np.nditer([np.outer(x, x), x], flags=["f_index", "multi_index"])
    total = 0.0
    for a, b in it:
        total += a * b * it.index * (it.multi_index[1] + 1)
    return total


@case(V4)
def of_what_is_constant(x):
    total = 0.0
    with np.nditer(np.arange(4), flags=["external_loop", "buffered"], buffersize=2) as it:
        for part in it:
            total += np.sum(part) * x[part[0]] ** 2
    return total


@case(V4)
def with_buffers_that_are_not_needed(x):
    y, total = x.copy(), 0.0
    for a in np.nditer(y[::-1], flags=["buffered"]):
        y *= 1.5
        total += a * a
    squares = lambda z: [b * b for b in np.nditer(z, flags=["buffered"], op_dtypes=["float64"])]
    return total + sum(squares(np.outer(x, x))) * sum(a * b for a, b in np.nditer([x, y], flags=["buffered"]))


@case(V4)
def stepped_by_hand(x):
    it, total = np.nditer(W[0], flags=["c_index"]), 0.0
    while not it.finished:
        total = 0.5 * total + it[0] * x[it.index] ** 2
        it.iternext()
    return total


@case(V4)
def stepped_until_it_ends(x):
    it, total = np.nditer(W[0], flags=["f_index"]), 0.0
    while True:
        total += it.value * x[it.index] ** 2
        if not it.iternext():
            break
    return total


@case(V4)
def stepped_where_it_is_opened(x):
    y = np.zeros(W.shape)
    with np.nditer(W, flags=["multi_index"]) as it:
        while not it.finished:
            y[it.multi_index] = np.sin(x[it.multi_index[0]]) * it[0]
            it.iternext()
    return np.sum(y * y)


@pytest.mark.parametrize("fun,args,options", case)
def test_nditer(fun, args, options):
    check_all_ways(fun, *args, **options)


def advanced(x):
    it, total = np.nditer(x), 0.0
    while not it.finished:
        total += it[0]
        it.iternext()
    return total


def asked_by_next(x):
    it = np.nditer(x)
    return next(it) * 2


def making_its_output(x):
    it = np.nditer([x, None])
    for a, b in it:
        b[...] = a * a
    return np.sum(it.operands[1])


def in_chunks(x):
    return sum([np.sum(part**2) for part in np.nditer(x, flags=["external_loop"])])


@pytest.mark.parametrize("fun", [advanced, asked_by_next, making_its_output, in_chunks])
def test_what_is_more_than_gone_through_is_refused(fun):
    for derivative in (lambda: tangentish.grad(fun)(V4), lambda: tangentish.jvp(fun, (V4,), (V4,))):
        with pytest.raises(tangentish.UnsupportedError, match="nditer"):
            derivative()
