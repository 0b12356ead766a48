"""Objects below one of the module, that its methods store active values in by methods of theirs, or by what it keeps to call."""

from __future__ import annotations

import numpy as np
import pytest

import tangentish
from tests.constructs.right_or_refused import is_right, operators
from tests.texts import executed

AROUND = """
import numpy as np

class State:
    def __init__(self): self.a = 0.0
    def put(self, v): self.a = v
    def get(self): return self.a

def scale(o, v): o.a = v

class Model:
    def __init__(self, state):
        self.a, self.state, self.callback, self.rule = 0.0, state, state.put, scale
        self.explicit, self.called = self.keep, [state.put]
        self.table, self.by_name = {"put": state.put}, lambda v: setattr(self, "a", v)
    def keep(self, v): self.a = v
    def run(self, v): self.state.put(v)
    def run_callback(self, v): self.callback(v)
    def run_explicit(self, v): self.explicit(v)
    def run_rule(self, v): self.rule(self, v)
    def run_rule_below(self, v): self.rule(self.state, v)
    def run_called(self, v):
        for put in self.called: put(v)
    def run_table(self, v): self.table["put"](v)
    def run_by_name(self, v): self.by_name(v)
    def run_deeper(self, v): self.run(v)
    def run_plainly(self, v): self.state.a = v
    def run_setattr(self, v): setattr(self.state, "a", v)
    def run_and_give(self, v):
        self.state.put(v)
        return self.state.get()

STATE = State()
MODEL = Model(STATE)
"""
RUNS = ["run", "run_callback", "run_explicit", "run_rule", "run_rule_below", "run_called", "run_table", "run_by_name", "run_deeper",
        "run_plainly", "run_setattr"]
READS = ["MODEL.state.a", "STATE.a", "MODEL.a", "STATE.get()", "MODEL.state.get()", "s = MODEL.state; z = s.a",
         "MODEL.called[0].__self__.a"]


def made(lines):
    def fresh():
        return executed(f"{AROUND}\ndef fun(x):\n    " + "\n    ".join(lines) + "\n", "<below>", __name__="below")["fun"]
    return fresh


@operators
@pytest.mark.parametrize("read", READS)
@pytest.mark.parametrize("run", RUNS)
def test_read_of_the_module(run, read, operator):
    lines = [f"MODEL.{run}(x * x)", read if "z = " in read else f"z = {read}", "return z * 3.0 + x"]
    is_right(operator, made(lines), 0.7, "<below>")


@operators
@pytest.mark.parametrize("run", RUNS)
def test_right_by_a_name_of_its_own(run, operator):
    assert is_right(operator, made(["o = MODEL", f"o.{run}(x * x)", "return o.state.a * o.state.a + o.a"]), 0.7, "<below>")


@operators
def test_right_where_a_method_gives_it(operator):
    assert is_right(operator, made(["return MODEL.run_and_give(x * x) * x"]), 0.7, "<below>")


@pytest.mark.parametrize("read", READS[:6])
@pytest.mark.parametrize("run", RUNS)
def test_second_derivatives(run, read):
    lines = [f"MODEL.{run}(x * x)", read if "z = " in read else f"z = {read}", "return z * z + x"]
    fun = made(lines)()
    value = fun(0.7)
    expected = 12.0 * 0.7**2 if value > 0.75 else 0.0
    for derivative in (lambda fun: tangentish.hessian(fun)(0.7), lambda fun: tangentish.hvp(fun)(0.7, 1.0)):
        try:
            assert np.isclose(derivative(made(lines)()), expected)
        except tangentish.UnsupportedError as error:
            assert "object" in str(error)
