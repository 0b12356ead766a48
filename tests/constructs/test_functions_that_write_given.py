"""Functions that write, given to what calls them, where nothing active comes of it: in conditions, texts, loops' bounds."""

from __future__ import annotations

import itertools

import pytest

import tangentish
from tests.constructs.right_or_refused import is_right, operators
from tests.texts import executed

AROUND = """
import collections, functools, itertools, operator
import numpy as np

class Row:
    def __init__(self, v):
        self.v, self.level = v, 0.0 * v
    @property
    def settled(self):
        self.level = np.sin(self.v) + self.level
        return self.level
    def score(self, k=1):
        self.level = self.v * self.v
        return k
class Scorer:
    def __init__(self, row):
        self.row = row
    def __call__(self, k=1):
        self.row.level = self.row.v * 3
        return k
def touch(row, k=1):
    row.level = row.v * row.v
    return k
def arranged(items, key):
    items = list(items)
    items.sort(key=key)
    return len(items)
def first(n, row):
    return row.level * 1.0
"""
OF_NUMBERS = ["lambda k: row.score(k)", "lambda k: k * row.settled", "row.score", "functools.partial(touch, row)", "Scorer(row)",
              "inner", "named", "functools.partial(lambda o, k: o.score(k), row)"]
OF_ROWS = ["lambda o: o.score(1)", "lambda o: o.settled", "touch", "Row.score", "operator.attrgetter('settled')",
           "operator.methodcaller('score')", "Row.settled.fget"]
FOLLOWED = [
    "max({xs}, key={f})", "min({xs}, key={f}, default=None)", "len(sorted({xs}, key={f}))", "arranged({xs}, {f})",
    "len(list(map({f}, {xs})))", "len(list(filter({f}, {xs})))", "any(map({f}, {xs}))", "sum(map({f}, {xs})) is None",
    "len(list(itertools.takewhile({f}, {xs})))", "len(list(itertools.starmap({f}, [(k,) for k in {xs}])))",
    "len([*map({f}, {xs})])", "len([({f})(k) for k in {xs}])", "len([k for k in {xs} if ({f})(k)])",
    "all(not ({f})(k) for k in {xs})", "({f})({xs}[0])",
    "len(list(itertools.chain(map({f}, {xs}), [3])))"]
OTHERS = [
    "next(filter({f}, {xs}), None)", "next(map({f}, {xs}))", "7 in map({f}, {xs})", "any(k == 7 for k in map({f}, {xs}))",
    "sum(1 for k in map({f}, {xs}))", "len([k for k in map({f}, {xs}) if k != 8])", "len(list(zip(map({f}, {xs}), [5, 6])))",
    "len(list(itertools.islice(map({f}, {xs}), 1)))", "len([list(g) for k, g in itertools.groupby({xs}, {f})])",
    "len(list(itertools.accumulate({xs}, lambda a, b: ({f})(b))))", "np.fromiter((1 for k in map({f}, {xs})), int).size",
    "','.join(map(str, map({f}, {xs})))", "len(set(map({f}, {xs})))", "[].extend(map({f}, {xs}))", "next(({f})(k) for k in {xs})",
    "len(collections.deque(map({f}, {xs}), maxlen=0))", "len([1 for i, k in enumerate(map({f}, {xs}))])"]
"""Followed, or refused: what takes some of the items, or is not a loop as it stands."""
PLACES = [
    "if {e} is not None:\n        pass", "n = {e}", 's = f"{{{e}}}"', "{e}", "same = ({e}) == 5", "assert ({e}) != 77",
    "while ({e}) == 99:\n        pass", "d = len([{e}])", "ok = x is not None and ({e}) is not None",
    "k = 1 if ({e}) is None else 2", "k = [1, 2, 3][1 if ({e}) is None else 0]", "return first({e}, row)", "t = (1, {e})",
    "d = dict(a={e})", "b = not {e}", "try:\n        raise ValueError({e})\n    except ValueError:\n        pass",
    "c = 1\n    c += 1 if ({e}) is None else 0", "for k in range(1 if ({e}) is None else 2):\n        pass"]


def function_of(given: str, calling: str, place: str, file: str):
    """A function whose result is what the given one has written."""
    what = calling.format(f=given, xs="[1, 2]" if given in OF_NUMBERS else "[row]")
    lines = ["row = Row(x)", "def inner(k):\n        row.level = row.v * 5\n        return k", "named = lambda k: row.score(k)",
             place.format(e=what), "return row.level * 2.0"]
    return executed(AROUND + "def fun(x):\n    " + "\n    ".join(lines), file)["fun"]


def pairs(callings: list[str]) -> list[tuple[str, str, str]]:
    """Every function given to everything that calls it, each time in another place."""
    found = itertools.product([*OF_NUMBERS, *OF_ROWS], callings)
    return [(given, calling, PLACES[(5 * k + k // len(PLACES)) % len(PLACES)]) for k, (given, calling) in enumerate(found)]


@operators
@pytest.mark.parametrize("given, calling, place", pairs(FOLLOWED))
def test_what_they_write_is_followed(operator, given, calling, place):
    assert is_right(operator, lambda: function_of(given, calling, place, "given.py"), 0.3, "given.py")


@operators
@pytest.mark.parametrize("given, calling, place", pairs(OTHERS))
def test_right_or_refused(operator, given, calling, place):
    is_right(operator, lambda: function_of(given, calling, place, "given.py"), 0.3, "given.py")


def test_what_the_standard_library_calls_is_refused():
    def renamed(x):
        import re

        held = [x]

        def note(match):
            held[0] = held[0] * 2.0
            return "b"

        text = re.sub("a", note, "banana")
        return held[0] * len(text)

    for operator in (tangentish.grad, tangentish.jacfwd):
        with pytest.raises(tangentish.UnsupportedError, match=r"given\.py:\d+: what `sub` calls here writes active values"):
            operator(renamed)(1.5)


def test_lambdas_have_names_of_their_own():
    def fun(x):
        total = 0.0
        if any((lambda k: k * x)(k) > 1.0 for k in [1.0, 2.0]):
            total = x**2
        return total

    assert tangentish.grad(fun)(3.0) == pytest.approx(6.0)
