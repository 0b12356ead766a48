"""Functions made by `exec` that pass their arguments on, and classes made by calls of their metaclass."""

from __future__ import annotations

import abc
import importlib.util
import traceback

import numpy as np
import pytest

import tangentish
from tangentish.frontend.rebuilt import rebuilt_text
from tests.constructs.cases import P4, V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def made_from(text, name, **space):
    exec(text, space)
    return space[name]


def weighted(owner, *inputs, scale=1.0, shift=0.0, **more):
    return owner.factor * scale * sum(np.sum(v**2) for v in inputs) + shift + more.get("extra", 0.0)


class Model(abc.ABC):
    factor = 2.0

    def total(self, *inputs, **options):
        return weighted(self, *inputs, **options)


CALL = """
def call(self, *inputs, scale=1.5, shift=float('nan'), **more):
    return run(self, *inputs, scale=scale, shift=shift, **more)
"""
SOLVER = """
def solver(f, x, *, power=2, **more):
    made = wrap(x, power=power)
    return f(made, 3.0, **more)
"""
Called = abc.ABCMeta("Called", (Model,), {"__call__": made_from(CALL, "call", run=weighted)})
Called.__call__.__module__ = Called.__module__
Called.__call__.__qualname__ = "Called.__call__"
solver = made_from(SOLVER, "solver", wrap=lambda x, power: x**power)


@case(P4)
def called_object(x):
    return Called()(x, 2.0 * x, shift=x[0], extra=x[1] * x[2])


@case(V4)
def passed_on(x):
    return solver(lambda made, k, b=0.0: np.sum(made) * k + b * b, x, b=x[1]) + solver(np.power, x[0], power=3)


PARTIALS = {name: [eval(f"lambda x, y: {text}") for text in texts] for name, texts in {
    "sum": ["1.0", "1.0"], "first": ["x", "0.0"], "power": ["pow(x, 2.0)", "pow(y, 2)"]}.items()}


@case(2.0, 3.0)
def lambdas(x, y):
    return sum(dx(x, y) * x + dy(y, x) * y for dx, dy in PARTIALS.values())


@case(P4)
def inherited_by_a_made_class(x):
    return Called().total(x, x * x, scale=x[3])


@pytest.mark.parametrize("fun, args, options", case)
def test_all_ways(fun, args, options):
    check_all_ways(fun, *args, **options)


def test_more_than_calls_is_refused():
    loop = made_from("def loop(x):\n    for _ in range(2):\n        x = x * x\n    return x", "loop")
    assert rebuilt_text(loop) is None
    with pytest.raises(tangentish.TangentishError, match="cannot be found"):
        tangentish.grad(loop)(1.3)


MODULE = """def tripled(x):
    return 3.0 * x
"""


def test_the_text_of_a_file_is_not_that_of_code_of_another_name(tmp_path):
    path = tmp_path / "module_of_tripled.py"
    path.write_text(MODULE)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert tangentish.grad(module.tripled)(2.0) == 3.0
    exec(compile("def tripled(x):\n    return x * x * x", "made by code", "exec"), vars(module))
    with pytest.raises(TypeError) as caught:
        module.tripled("text")
    traceback.format_exception(caught.value)  # asks the module for the lines of the file, which are kept
    with pytest.raises(tangentish.SourceError, match="cannot be found"):
        tangentish.grad(module.tripled)(2.0)


def test_text_kept_by_the_function():
    text = "def looped(x):\n    for _ in range(2):\n        x = x * x\n    return x"
    looped = made_from(text, "looped")
    looped._code = text
    check_all_ways(looped, 1.3)
    text = text.replace("looped", "other")
    other = made_from(text, "other")
    other._code = text.replace("x * x", "x + x")
    with pytest.raises(tangentish.SourceError, match="cannot be found"):
        tangentish.grad(other)(1.3)


@pytest.mark.parametrize("text", [
    "def f(a, b): return g(a, b)", "def f(a, *b): return g(a, *b)", "def f(a, **b): return g(a, 1, k=a, **b)",
    "def f(a, b=2.5): return g(g(a, k=b), (a, b))", "def f(a):\n    b = g(a)\n    g(b)\n    return b",
    "def f(*a): return g(*a, *a)", "def f(): return g()"])
def test_text_says_the_same(text):
    def g(*args, **keywords):
        return "g", args, tuple(keywords.items())

    def run(text):
        function = made_from(text, "f", g=g)
        count = 0 if text.startswith("def f()") else 2 if "f(a, b" in text or "*a" in text else 1
        return function(*range(count))

    rebuilt = rebuilt_text(made_from(text, "f", g=g))
    assert rebuilt is not None
    assert run(rebuilt) == run(text)
