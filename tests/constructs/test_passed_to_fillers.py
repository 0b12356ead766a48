"""An array around a function is read, and then code that is called passes it to what writes into it: right, or refused."""

import functools

import pytest

from tests.constructs.right_or_refused import is_right, operators
from tests.texts import executed

FILLERS = {
    "plainly": "fill(A)",
    "deeper": "deeper(A)",
    "part": "fill(A[1:])",
    "view": "fill(A.reshape(2, 2))",
    "under_another_name": "b = A; fill(b)",
    "by_keyword": "fill(a=A)",
    "starred": "fill(*[A])",
    "double_starred": 'fill(**{"a": A})',
    "method": "TOOL.fill(A)",
    "method_by_its_name": 'getattr(TOOL, "clear")(A)',
    "static_method": "Tool.static(A)",
    "of_a_new_object": "Tool().fill(A)",
    "callable_object": "TOOL(A)",
    "partial": "functools.partial(fill, A)()",
    "lambda_there": "(lambda a: fill(a))(A)",
    "lambda_named": "f = lambda a: fill(a); f(A)",
    "function_named": "f = fill; f(A)",
    "of_a_list": "FILLS[0](A)",
    "of_a_dict": 'TABLE["fill"](A)',
    "of_a_pair": "\n    for f, a in [(fill, A)]: f(a)",
    "in_a_loop": "\n    for a in (A, B): fill(a)",
    "in_a_comprehension": "[fill(a) for a in (A, B)]",
    "mapped": "list(map(fill, [A]))",
    "as_a_key": "max([A], key=filled_first)",
    "handed_on": "apply(fill, A)",
    "inner": "\n    def inner(a): fill(a)\n    inner(A)",
    "inner_itself": "\n    def inner(a): a[0] = 5.0\n    inner(a=A)",
    "inner_starred": "\n    def inner(*a): fill(a[0])\n    inner(A)",
    "by_its_name": 'globals()["other"]()',
    "in_a_context": "\n    with TOOL: pass",
    "default": "filled_by_default()"}
READS = {
    "table": 'y = np.sum(TERMS["dot"](x, A))',
    "function": "y = dot(x, A)",
    "lambda": "f = lambda w: x * w**2; y = np.sum(f(A))",
    "mapped": "y = sum(map(lambda w: np.sum(x * w**2), [A]))",
    "there": "y = np.sum(x * A**2)",
    "listed": 'y = TERMS["dot"](*[x, A])',
    "passed_on": "y = passed_on(dot, x, A)"}
TEXT = """
import functools
import numpy as np

A, B = np.array([1.0, 2.0, 3.0, 4.0]), np.ones(4)

class Tool:
    def fill(self, a):
        a *= 2.0
    def clear(self, a):
        a *= 2.0
    @staticmethod
    def static(a):
        a *= 2.0
    def __call__(self, a):
        a *= 2.0
    def __enter__(self):
        fill(A)
    def __exit__(self, *error):
        pass

def fill(a):
    a *= 2.0
def deeper(a):
    fill(a)
def other():
    fill(A)
def apply(f, a):
    f(a)
def filled_first(a):
    a *= 2.0
    return a[0]
def filled_by_default(f=fill):
    f(A)
def dot(x, w):
    return np.sum(x * w**2)
def passed_on(f, x, w):
    return f(x, w)

TOOL, FILLS = Tool(), [fill]
TABLE, TERMS = {{"fill": fill}}, {{"dot": dot}}

def change():
    {change}

def energy(v):
    x = v * np.array([1.0, 2.0, 0.5, 3.0])
    {read}
    {called}
    return y
"""
CALLED = {"called": "change()", "of_a_list": "[f() for f in (change,)]"}
GRID = [(change, read, called) for change in FILLERS for read in READS for called in CALLED]


@operators
@pytest.mark.parametrize(("change", "read", "called"), GRID)
def test_passed_to_what_fills_it(change, read, called, operator):
    text = TEXT.format(change=FILLERS[change], read=READS[read], called=CALLED[called])
    is_right(operator, functools.partial(_made, text), 0.7, "<fillers>")


@operators
@pytest.mark.parametrize("change", ["plainly", "deeper", "in_a_loop", "of_a_list", "handed_on"])
def test_right(change, operator):
    text = TEXT.format(change=FILLERS[change], read=READS["table"], called=CALLED["called"])
    assert is_right(operator, functools.partial(_made, text), 0.7, "<fillers>")


def _made(text):
    return executed(text, "<fillers>", __name__="around")["energy"]
