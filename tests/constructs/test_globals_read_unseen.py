"""A global array or dict that a function writes into, read by other ways than its name: right, or refused."""

from __future__ import annotations

import pytest

from tests.constructs.right_or_refused import function_of_x, is_right, operators
from tests.texts import executed

AROUND = '''
import functools
import numpy as np
BUFFER = np.zeros(2)
TABLE = {"a": np.zeros(2)}
class Reader:
    def mean(self): return BUFFER.mean()
    def get(self): return BUFFER[0]
    def total(self): return TABLE["a"].sum()
    @property
    def first(self): return BUFFER[0] * 2.0
    @functools.cached_property
    def kept(self): return BUFFER[0] * 2.0
    @staticmethod
    def last(): return BUFFER[-1]
    def __call__(self): return BUFFER[0]
    def __getitem__(self, k): return BUFFER[k]
    def __add__(self, other): return BUFFER[0] + other
    def __iter__(self): return iter(BUFFER)
    def __float__(self): return float(BUFFER[0])
    def __enter__(self): return BUFFER
    def __exit__(self, *error): pass
class Holder:
    def __init__(self, held): self.held = held
reader = Reader()
holder = Holder(reader)
total_of_buffer = BUFFER.sum
turned = BUFFER[::-1]
seen = memoryview(BUFFER)
first_of_buffer = functools.partial(np.take, BUFFER, 0)
def of_default(x, b=BUFFER):
    BUFFER[:] = x * x
    return b[0] * x
'''
WAYS = {
    "method": "reader.mean()", "method_of_a_common_name": "reader.get()", "method_reading_a_dict": "reader.total()",
    "property": "reader.first", "cached_property": "reader.kept", "static_method": "Reader.last()", "call": "reader()",
    "item": "reader[0]", "operator": "(reader + 1.0)", "iteration": "sum(v for v in reader)", "number": "float(reader)",
    "held": "holder.held[0]", "in_a_list": "[reader][0].mean()", "new_object": "Reader()[0]", "builtin_method": "total_of_buffer()",
    "view": "turned[0]", "memoryview": "seen[0]", "partial": "first_of_buffer()", "globals": "globals()['BUFFER'][0]",
    "evaluated": "eval('BUFFER[0]')", "lambda": "(lambda: reader[0])()",
    "mapped": "list(map(reader.__getitem__, [0, 1]))[0]", "by_its_name": "BUFFER[1]",
}
RIGHT = {"view", "by_its_name"}


def made(lines):
    return executed(AROUND + lines, "<globals read unseen>", __name__="globals_read_unseen")


@operators
@pytest.mark.parametrize("name", WAYS)
def test_right_or_refused(name, operator):
    write = "TABLE['a'][:] = x * x" if name == "method_reading_a_dict" else "BUFFER[:] = x * x"
    text = function_of_x(f"{write}\ny = {WAYS[name]} * x")
    right = is_right(operator, lambda: made(text)["fun"], 0.8, "<globals read unseen>")
    assert right or name not in RIGHT


@operators
def test_context(operator):
    text = function_of_x("BUFFER[:] = x * x\nwith reader as b: y = b[0] * x")
    is_right(operator, lambda: made(text)["fun"], 0.8, "<globals read unseen>")


@operators
def test_argument_that_is_the_global(operator):
    assert not is_right(operator, lambda: made("")["of_default"], 0.8, "<globals read unseen>")


@operators
def test_object_of_a_class_that_reads_it_as_an_argument(operator):
    def fun():
        space = made("def fun(x, o):\n    BUFFER[:] = x * x\n    return o[0] * x\n")
        return lambda x: space["fun"](x, space["reader"])
    is_right(operator, fun, 0.8, "<globals read unseen>")
