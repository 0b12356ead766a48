"""Objects, arrays and lists around a function, written into under one name and read under another: right, or refused."""

from __future__ import annotations

import functools
import itertools

import numpy as np
import pytest

from tests.constructs.right_or_refused import hows, is_right_from_reset

X = np.array([1.3, 0.7])
TABLE, LISTED = {}, []
BUFFERS = [np.zeros(2), np.zeros(2)]
ROW = np.zeros(2)


class Model:
    def __init__(self):
        self.rate, self.values = 1.0, np.zeros(2)

    def set(self, rate):
        self.rate = rate

    def fill(self, v):
        self.values[:] = v


class Registry:
    current = None

    def use(self, model):
        self.current = model


class Pool:
    def __init__(self, buffers):
        self.buffers = buffers

    def get(self, k):
        return self.buffers[k]

    def buffer(self, k):
        return self.buffers[k]


class Rows:
    def __init__(self):
        self.row = ROW

    def fill(self, v):
        self.row[:] = v

    def give(self):
        return self.row


MODEL, OTHER, REGISTRY, POOL, ROWS = Model(), Model(), Registry(), Pool(BUFFERS), Rows()


def put(b, v):
    b[0] = v


def pick(k):
    return (MODEL, OTHER)[k]


def first_of_row():
    return ROW[0] * 2.0


def of_rows(y):
    return ROWS.give()[0] * y


def by_a_registry(x):
    REGISTRY.use(MODEL)
    REGISTRY.current.set(x[0] ** 2)
    return MODEL.rate * x[1]


def by_an_attribute(x):
    REGISTRY.current = MODEL
    REGISTRY.current.rate = x[0] ** 2
    return MODEL.rate * x[1]


def by_a_table(x):
    TABLE["m"] = MODEL
    TABLE["m"].set(x[0] ** 2)
    return MODEL.rate * x[1]


def by_a_list(x):
    LISTED.append(MODEL)
    for m in LISTED:
        m.set(x[0] ** 2)
    return MODEL.rate * x[1]


def by_a_display(x):
    m = [MODEL, OTHER][0]
    m.set(x[0] ** 2)
    return MODEL.rate * x[1]


def by_a_function(x):
    pick(0).set(x[0] ** 2)
    return MODEL.rate * x[1]


def by_a_new_dict(x):
    d = dict(m=MODEL)
    d["m"].set(x[0] ** 2)
    return MODEL.rate * x[1]


def by_a_new_list(x):
    d = list((OTHER, MODEL))
    d[1].set(x[0] ** 2)
    return MODEL.rate * x[1]


def by_a_name_bound_again(x):
    m = OTHER
    for k in range(2):
        if k:
            m.set(x[0] ** 2)
        m = MODEL
    return MODEL.rate * x[1]


def by_a_new_object(x):
    m = Model()
    m.other = MODEL
    m.other.fill(x)
    return MODEL.values[0] * x[1]


def array_by_a_table(x):
    TABLE["b"] = BUFFERS[0]
    TABLE["b"][:] = x
    return BUFFERS[0][0] * x[1]


def array_by_a_display(x):
    c = [BUFFERS[1]]
    c[0][:] = x * x
    return BUFFERS[1][0] * x[1]


def arrays_of_a_zip(x):
    for b, v in zip(BUFFERS, x):
        b[:] = v * v
    return BUFFERS[1][0] * x[0] + BUFFERS[0][1]


def arrays_of_a_chain(x):
    for b in itertools.chain(BUFFERS):
        put(b, x[0] ** 2)
    return BUFFERS[0][0] * x[1]


def arrays_in_a_generator(x):
    any(put(b, x[0] ** 2) for b in BUFFERS)
    return BUFFERS[0][0] * x[1]


def array_by_a_partial(x):
    w = functools.partial(put, BUFFERS[0])
    w(x[0] ** 2)
    return BUFFERS[0][0] * x[1]


def array_by_a_partial_called_at_once(x):
    functools.partial(put, BUFFERS[0])(x[0] ** 2)
    return BUFFERS[0][0] * x[1]


def array_by_a_method(x):
    POOL.buffer(0)[:] = x * x
    return BUFFERS[0][0] * x[1]


def array_by_a_method_of_a_common_name(x):
    POOL.get(0)[:] = x * x
    return BUFFERS[0][0] * x[1]


def array_by_a_method_and_a_helper(x):
    put(POOL.buffer(0), x[0] ** 2)
    return BUFFERS[0][0] * x[1]


def array_by_an_attribute(x):
    POOL.buffers[0][0] = x[0] ** 2
    return BUFFERS[0][0] * x[1]


def array_by_an_attribute_and_a_method(x):
    POOL.buffers[0][0] = x[0] ** 2
    return POOL.buffer(0)[0] * x[1]


def array_by_a_method_twice(x):
    b = POOL.buffer(0)
    b += x
    b *= x
    y = POOL.buffer(0)[1] * x[0]
    b[:] = 0
    return y


def row_by_an_attribute(x):
    ROWS.row[:] = x * x
    return ROW[0] * x[1]


def row_by_a_method(x):
    ROWS.fill(x * x)
    return ROW[0] * x[1]


def row_that_is_put_back(x):
    a = ROWS.give()
    a += x * x
    y = ROW[0] * x[1]
    a[:] = 0
    return y


def row_read_by_a_helper(x):
    ROWS.row[:] = x * x
    return first_of_row() * x[1]


def row_read_by_a_method(x):
    ROW[:] = x * x
    return ROWS.give()[0] * x[1]


def row_read_by_a_helper_with_the_object(x):
    ROW[:] = x * x
    return of_rows(x[1])


def reset():
    for model in (MODEL, OTHER):
        model.__init__()
    for b in (*BUFFERS, ROW):
        b[:] = 0.0
    TABLE.clear()
    LISTED.clear()
    vars(REGISTRY).clear()


# the object or the array is bound to its other name in the function itself: a derivative is given in each of the ways
RIGHT = (by_an_attribute, by_a_display, by_a_new_dict, by_a_new_list, by_a_name_bound_again, by_a_new_object, array_by_a_table,
         array_by_a_display, arrays_of_a_zip, arrays_of_a_chain, arrays_in_a_generator, array_by_a_method_twice)
# the other name is one that only the run knows (what a call gives, a global table, an attribute of another object), so that
# all of them are refused today, in each of the ways: they may become right, and may not become wrong
EITHER = (by_a_registry, by_a_table, by_a_list, by_a_function, array_by_a_partial, array_by_a_partial_called_at_once,
          array_by_a_method, array_by_a_method_of_a_common_name, array_by_a_method_and_a_helper, array_by_an_attribute,
          array_by_an_attribute_and_a_method, row_by_an_attribute, row_by_a_method, row_that_is_put_back, row_read_by_a_helper,
          row_read_by_a_method, row_read_by_a_helper_with_the_object)


@hows
@pytest.mark.parametrize("fun", RIGHT + EITHER, ids=lambda fun: fun.__name__)
def test_right_or_refused(fun, how):
    assert is_right_from_reset(fun, X, how, reset, __file__) or fun in EITHER
