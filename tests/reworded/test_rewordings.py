"""Reworded functions do the same, and are not what they were."""

from __future__ import annotations

import ast

import pytest

from .rewordings import REWORDINGS, reworded

PROGRAM = """
import types as types_

def doubled(values, factor=2.0):
    out = [0.0] * len(values)
    out[:0] = []
    for k, value in enumerate(values):
        out[k] = value * factor
    factor = sum(v for v in out)
    add = lambda v: v + factor
    return [add(v) for v in out]

def sorted_pairs(table):
    pairs = []
    for key in sorted(table):
        try:
            pairs.append((key, 1.0 / table[key]))
        except ZeroDivisionError as error:
            pairs.append((key, str(error)))
    return pairs
"""


@pytest.mark.parametrize("how", REWORDINGS)
def test_they_do_the_same(how):
    text = reworded(PROGRAM, how)
    assert ast.dump(ast.parse(text)) != ast.dump(ast.parse(PROGRAM))
    before: dict = {}
    after: dict = {}
    exec(PROGRAM, before)
    exec(text, after)
    for values in ([], [1.0, 2.0, 3.0]):
        assert after["doubled"](values) == before["doubled"](values)
    table = {"b": 2.0, "a": 0.0}
    assert after["sorted_pairs"](table) == before["sorted_pairs"](table)


def test_tests_stay():
    text = "def test_it():\n    y = 1\n    assert y"
    assert reworded(text, "in_an_object") == text
