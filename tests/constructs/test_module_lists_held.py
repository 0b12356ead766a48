"""Lists, dicts and arrays of the module that are written through others, or that several names lead to: right, or refused."""

from __future__ import annotations

import pytest

from tests.constructs.right_or_refused import function_beside, is_right, operators

AROUND = '''
import copy
import operator
from collections import deque
from functools import partial
import numpy as np

LOG, OTHER, LAST = [0.0, 1.0], [2.0], deque([1.0])
TABLE, ROWS = {"a": 0.0, "b": [1.0]}, [[0.0], [1.0]]
REGISTER, PAIR = {"log": LOG}, (LOG, 1)
A = np.zeros(3)
TAIL, COLUMN, ARRAYS = A[1:], A.reshape(3, 1), [A, np.ones(2)]

class Holder:
    def __init__(self, items, array=None):
        self.items, self.array = items, array
    def add(self, v):
        self.items.append(v)
    def put(self, k, v):
        self.items[k] = v
    def set(self, v):
        self.array[1] = v
HOLDER = Holder(LOG, A)
def append(items, v):
    items.append(v)
def same(items):
    return items
'''
RIGHT = {
    "display": "rows = [LOG]; rows[0].append(x * x); y = LOG[-1]",
    "dict_display": "d = {'l': LOG}; d['l'][0] = x * x; y = LOG[0]",
    "appended": "rows = []; rows.append(LOG); rows[0].append(x * x); y = LOG[-1]",
    "gone_through": "rows = []; rows.append(LOG); rows.append(OTHER)\nfor r in rows: r[0] = x * x\ny = LOG[0] + OTHER[0] * x",
    "stored": "d = {}; d['k'] = LOG; d['k'].append(x * x); y = LOG[-1]",
    "attribute": "h = Holder(LOG); h.items.append(x * x); y = LOG[-1]",
    "attribute_bound": "h = Holder([]); h.items = LOG; h.items[0] = x * x; y = LOG[0]",
    "method_of_the_class": "list.append(LOG, x * x); y = LOG[-1]",
    "setitem": "operator.setitem(LOG, 0, x * x); y = LOG[0]",
    "given_back": "l = same(LOG); l.append(x * x); y = LOG[-1]",
    "shallow_copy": "rows = copy.copy(ROWS); rows[0][0] = x * x; y = ROWS[0][0]",
    "items_of_a_dict": "for k, v in TABLE.items():\n    if k == 'b': v.append(x * x)\ny = TABLE['b'][-1]",
    "largest": "m = max(ROWS); m[0] = x * x; y = ROWS[1][0]",
    "sorted": "m = sorted(ROWS); m[0][0] = x * x; y = ROWS[0][0]",
    "deque_in_a_dict": "q = {'q': LAST}; q['q'].append(x * x); y = LAST[-1]",
    "starred": "append(*[LOG, x * x]); y = LOG[-1]",
    "keywords": "append(**{'items': LOG, 'v': x * x}); y = LOG[-1]",
    "through_another_global": "REGISTER['log'].append(x * x); y = LOG[-1]",
    "read_through_another_global": "LOG.append(x * x); y = REGISTER['log'][-1] * PAIR[0][-1]",
    "view_of_the_module": "A[1] = x * x; y = TAIL[0]",
    "through_a_view_of_the_module": "TAIL[0] = x * x; COLUMN[0] = x; y = A[1] * A[0]",
    "through_a_list_of_the_module": "ARRAYS[0][1] = x * x; y = A[1]",
    "read_through_a_list_of_the_module": "A[1] = x * x; y = ARRAYS[0][1]",
}
EITHER = {
    "method_of_an_object": "h = Holder(LOG); h.add(x * x); y = LOG[-1]",
    "method_that_stores": "h = Holder(TABLE); h.put('a', x * x); y = TABLE['a']",
    "partial": "p = partial(append, LOG); p(x * x); y = LOG[-1]",
    "partial_of_a_method": "p = partial(list.append, LOG); p(x * x); y = LOG[-1]",
    "method_in_a_dict": "d = {'push': LOG.append}; d['push'](x * x); y = LOG[-1]",
    "getattr": "getattr(LOG, 'append')(x * x); y = LOG[-1]",
    "mapped": "list(map(LOG.append, [x, x * x])); y = LOG[-1]",
    "lambda": "g = lambda: LOG\ng().append(x * x); y = LOG[-1]",
    "function_inside": "def g(v): LOG.append(v)\ng(x * x); y = LOG[-1]",
    "object_of_the_module": "HOLDER.add(x * x); y = LOG[-1]",
    "read_through_an_object": "LOG.append(x * x); y = HOLDER.items[-1]",
    "array_of_an_object": "HOLDER.set(x * x); y = A[1]",
    "array_read_through_an_object": "A[1] = x * x; y = HOLDER.array[1]",
}


def made(name):
    """A function of `x`, with variables around it."""
    return function_beside(AROUND, (RIGHT | EITHER)[name], f"<{name} with lists around it>")


def around(fun):
    """The values of the variables around a function."""
    return repr([fun.__globals__[key] for key in ("LOG", "OTHER", "LAST", "TABLE", "ROWS", "A")])


@operators
@pytest.mark.parametrize("name", RIGHT | EITHER)
def test_right_or_refused(name, operator):
    funs = []
    if is_right(operator, lambda: funs.append(made(name)) or funs[-1], 0.3, f"<{name}"):
        assert around(funs[-1]) == around(made(name))
    else:
        assert name in EITHER
