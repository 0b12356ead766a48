"""Expressions that are deeper than Python's usual limit on calls within calls leaves room for."""

from __future__ import annotations

import importlib.util
import sys
import threading
from pathlib import Path
from types import FunctionType

import pytest

import tangentish
from tangentish.recursion import DEEPEST, deep_recursion


def sum_of(terms: int, folder: Path) -> FunctionType:
    """A function that adds up `terms` multiples of its argument in one expression."""
    path = folder / f"sum_{terms}.py"
    path.write_text("def f(x):\n    return " + " + ".join(f"{k} * x * x" for k in range(terms)) + "\n")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.f


def test_hundreds_of_terms(tmp_path: Path) -> None:
    f, usual = sum_of(500, tmp_path), sys.getrecursionlimit()
    expected = 2.0 * sum(range(500))
    assert tangentish.grad(f)(1.0) == expected
    assert tangentish.jvp(f, (1.0,), (1.0,))[1] == expected
    assert sys.getrecursionlimit() == usual


def test_a_callee_with_hundreds_of_terms(tmp_path: Path) -> None:
    f = sum_of(400, tmp_path)

    def outer(x):
        return f(x) + x

    assert tangentish.grad(outer)(1.0) == 2.0 * sum(range(400)) + 1.0


def test_too_deep_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tangentish.recursion.DEEPEST", 0)  # the usual limit
    f = sum_of(500, tmp_path)
    with pytest.raises(tangentish.UnsupportedError, match=r"sum_500.py:1: an expression in f is nested too deeply"):
        tangentish.grad(f)(1.0)


def test_a_higher_limit_stays() -> None:
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(DEEPEST + 1)
    try:
        with deep_recursion():
            assert sys.getrecursionlimit() == DEEPEST + 1
        assert sys.getrecursionlimit() == DEEPEST + 1
    finally:
        sys.setrecursionlimit(usual)


def test_uses_of_threads_overlap() -> None:
    usual = sys.getrecursionlimit()
    first_is_in, second_is_in = threading.Event(), threading.Event()
    seen: list[int] = []

    def first() -> None:
        with deep_recursion():
            first_is_in.set()
            second_is_in.wait(10)
        seen.append(sys.getrecursionlimit())

    thread = threading.Thread(target=first)
    thread.start()
    first_is_in.wait(10)
    with deep_recursion():
        second_is_in.set()
        thread.join()
        assert seen == [DEEPEST]
    assert sys.getrecursionlimit() == usual
