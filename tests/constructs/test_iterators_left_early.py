"""Iterators whose items are made by calls that write, and what asks for some of the items, later, or never."""

from __future__ import annotations

import pytest

import tangentish
from tests.constructs.right_or_refused import is_right, operators
from tests.texts import executed

AROUND = """
import bisect, functools, itertools, operator
import numpy as np

class Tank:
    def __init__(self, v):
        self.v, self.level = v, 0.0 * v
        self.scores = [self.score]
    def score(self, k=1, *more):
        self.level = self.level + self.v**2
        return k
    def give(self):
        return self.score
    def times(self, k):
        return self.v * k
    def all_times(self, ks):
        return map(self.times, ks)
    def __call__(self, k=1, *more):
        return self.score(k)

def score2(tank, k=1, *more):
    return tank.score(k)
"""
FUNCTIONS = ["tank.score", "tank.scores[0]", "tank.give()", "tank", "functools.partial(score2, tank)",
             "(lambda k=1, *more: tank.score(k))", "(tank.score if x > 0.0 else None)"]
ASKING = [
    "def mk():\n        return ({f}(v) for v in [1, 2])\n    n = any(mk())",
    "def mk():\n        return ({f}(v) for v in [1, 2])\n    mk()",
    "n = list(map(max, map({f}, [1, 2]), [1]))", "n = list(map(max, [1], map({f}, [1, 2])))",
    "n = set(zip(map({f}, [1, 2]), 'a'))",
    "n = any(map({f}, [1, 0], [1, 2]))", "n = any(filter({f}, [1, 2]))", "n = any(itertools.starmap({f}, [(1,), (2,)]))",
    "n = all(map({f}, [0, 1], [1, 2]))", "n = all(itertools.starmap({f}, [(0,), (2,)]))",
    "n = any(itertools.chain(map({f}, [1, 0]), [1]))", "n = any(enumerate(map({f}, [1, 0])))",
    "n = any(zip(map({f}, [1, 0]), [1, 2]))", "n = next(map({f}, [1, 0]))", "n = next(filter({f}, [1, 0]))",
    "n = next(iter(map({f}, [1, 0])))", "for k in map({f}, [1, 0], [1, 2]):\n        break",
    "for k in filter({f}, [1, 2]):\n        break", "for k in itertools.starmap({f}, [(1,), (2,)]):\n        break",
    "for k, j in zip(map({f}, [1, 0]), [1]):\n        pass", "for k, j in zip([1], map({f}, [1, 0])):\n        pass",
    "for k, j in enumerate(map({f}, [1, 0])):\n        break", "it = map({f}, [1, 0])\n    n = any(it)",
    "it = map({f}, [1, 0])\n    n = next(it)", "it = map({f}, [1, 0])\n    n = 1 in it", "n = 1 in map({f}, [1, 0], [1, 2])",
    "n = 1 in filter({f}, [1, 2])", "a, *b = map({f}, [1, 0])", "n = any(v for v in map({f}, [1, 0]))",
    "n = any(v > 0 for v in map({f}, [1, 0], [2, 3]))", "n = all(v for v in filter({f}, [0, 1, 2]))",
    "n = any({f}(v) for v in [1, 2])", "n = any([{f}(v) for v in [1, 2]])", "n = any(list(map({f}, [1, 2])))",
    "n = bool(any(map({f}, [1, 2])))", "n = not any(map({f}, [1, 2]))", "if any(map({f}, [1, 2])):\n        pass",
    "while any(map({f}, [0, 0])):\n        pass", "n = any(map({f}, [1, 2])) and any(map({f}, [1, 2]))",
    "n = any(itertools.takewhile({f}, [1, 2]))", "n = any(itertools.dropwhile({f}, [1, 2]))",
    "n = any(itertools.filterfalse({f}, [1, 2]))", "n = next(itertools.dropwhile({f}, [1, 2]), None)",
    "n = any(itertools.accumulate([1, 2], {f}))", "n = list(zip([1], map({f}, [1, 2])))",
    "n = dict(zip('a', map({f}, [1, 2])))", "n = list(zip(map({f}, [1, 2]), 'a'))",
    "n = list(itertools.islice(map({f}, [1, 2]), 1))", "n = any(reversed(list(map({f}, [1, 2]))))",
    "n = any(map(bool, map({f}, [1, 2])))", "n = any(map({f}, filter({f}, [1, 2])))", "n = min(map({f}, [1, 2]))",
    "n = any(({f}(v), 1) for v in [1, 2])", "n = any(u for v in [1, 2] for u in map({f}, [v, 5]))",
    "n = any(map({f}, range(1, 3)))", "n = any(map({f}, 'ab'))", "n = any(map({f}, (v for v in [1, 2])))",
    "def g():\n        yield {f}(1)\n        yield {f}(2)\n    n = any(g())",
    "def g():\n        yield from map({f}, [1, 2])\n    n = any(g())",
    "def g():\n        yield from map({f}, [1, 2])\n    n = next(g())", "n = any(map({f}, np.array([1, 2])))",
    "n = np.any(list(map({f}, [1, 2])))", "n = ''.join(map(str, map({f}, [1, 2])))",
    "def ap(it): return any(it)\n    n = ap(map({f}, [1, 0]))",
    "def ap(it):\n        for v in it:\n            return v\n    n = ap(map({f}, [1, 0]))",
    "def ap(it): return list(it)\n    n = ap(map({f}, [1, 0]))",
    "def ap(it):\n        s = 0.\n        for v in it:\n            s += tank.level\n        return s\n"
    "    tank.level += ap(map({f}, [1, 0]))",
    "def ap(it):\n        s = 0.\n        for v in it:\n            s += tank.level\n        return s\n"
    "    tank.level += ap({f}(v) for v in [1, 0])",
    "def ap(it): return next(iter(it))\n    n = ap({f}(v) for v in [1, 0])",
    "def ap(it): return 1\n    n = ap({f}(v) for v in [1, 0])", "def ap(it): return 1\n    n = ap(map({f}, [1, 0]))",
    "map({f}, [1, 2])", "({f}(v) for v in [1, 2])", "n = len([map({f}, [1, 2])])", "n = filter({f}, [1, 2])",
    "n = (map({f}, [1, 2]), 1)", "for g in [map({f}, [1, 2])]:\n        pass",
    "it = map({f}, [1, 2])\n    if x < 0:\n        list(it)", "it = map({f}, [1, 2])\n    for k in it:\n        break",
    "it = map({f}, [1, 2, 3])\n    next(it)\n    next(it)", "it = ({f}(v) for v in [1, 2])\n    for k in it:\n        break",
    "it = ({f}(v) for v in [1, 2])\n    for k in it:\n        break\n    for k in it:\n        pass",
    "it = iter(map({f}, [1, 2]))\n    n = list(zip(it, it))", "o = {{'m': map({f}, [1, 2])}}",
    "o = {{'m': map({f}, [1, 2])}}\n    n = next(o['m'])", "it = map({f}, [1, 2])\n    it2 = it\n    n = any(it2)",
    "def mk(): return map({f}, [1, 2])\n    n = any(mk())", "def mk(): return map({f}, [1, 2])\n    mk()",
    "def mk(): return ({f}(v) for v in [1, 2])\n    n = next(mk())", "n = any(v for v in [1, 2] if {f}(v))",
    "n = all({f}(v) and {f}(v) for v in [0, 2])", "n = any(map({f}, [0])) or any(map({f}, [1, 2]))",
    "n = [*itertools.islice(map({f}, [1, 2]), 2)]", "a, b = itertools.islice(map({f}, [1, 2, 3]), 2)",
    "a, b = map({f}, [1, 2])", "(a, b), c = map({f}, [1, 2]), 3", "n = min(map({f}, [1, 2]), default=0)",
    "n = max(*map({f}, [1, 2]))", "n = sum(map({f}, [1, 2]), 0)", "n = list(enumerate(map({f}, [1, 2])))",
    "n = list(zip([1, 2], map({f}, [1, 2])))", "xs = [1, 2]\n    n = dict(zip(xs, map({f}, xs)))",
    "n = itertools.chain.from_iterable([map({f}, [1, 2])])", "n = list(itertools.chain(map({f}, [1, 2]), [3]))",
    "n = set(map({f}, [1, 2])) | {{3}}", "n = {{v: 1 for v in map({f}, [1, 2])}}",
    "n = [v for v in map({f}, [1, 2]) if v > 1]", "n = ','.join(map(str, map({f}, [1, 2])))",
    "n = np.array(list(map({f}, [1, 2])))", "n = np.fromiter(map({f}, [1, 2]), int)", "l = []\n    l.extend(map({f}, [1, 2]))",
    "l = []\n    l += map({f}, [1, 2])", "l = [0, 0]\n    l[:] = map({f}, [1, 2])",
    "n = sorted(map({f}, [1, 2]), reverse=True)", "n = functools.reduce(max, map({f}, [1, 2]))",
    "n = list(reversed(list(map({f}, [1, 2]))))", "n = print(*map({f}, []))", "n = list(itertools.repeat({f}(1), 2))",
    "n = list(itertools.product(map({f}, [1, 2]), [1]))", "n = list(itertools.combinations(map({f}, [1, 2]), 2))",
    "n = list(itertools.groupby([1, 2], {f}))", "n = [k for k, _ in itertools.groupby([1, 2], {f})]",
    "n = list(itertools.pairwise(map({f}, [1, 2])))", "n = list(itertools.compress(map({f}, [1, 2]), [1, 1]))",
    "n = list(itertools.compress(map({f}, [1, 2]), [1]))", "n = list(itertools.zip_longest(map({f}, [1, 2]), [1]))",
    "n = min(map({f}, [1, 2]), key={f})", "n = list(filter(None, map({f}, [1, 2])))",
    "n = list(itertools.tee(map({f}, [1, 2]))[0])",
]


def function_of(lines):
    text = f"{AROUND}\ndef fun(x):\n    tank = Tank(x)\n    {lines}\n    return tank.level * 3.0 + x\n"
    return executed(text, "tanks", __name__="tanks")["fun"]


@operators
@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("asking", ASKING)
def test_what_was_not_asked_for_is_not_written(asking, function, operator):
    is_right(operator, lambda: function_of(asking.format(f=function)), 0.7, "tanks")


@operators
@pytest.mark.parametrize("function", FUNCTIONS[:5])
@pytest.mark.parametrize("asking", [
    "n = any(map({f}, [1, 2]))", "n = all(map({f}, [0, 1], [1, 2]))", "n = any(filter({f}, [1, 2]))", "n = 1 in map({f}, [1, 0])",
    "for k in map({f}, [1, 0], [1, 2]):\n        break", "for k in itertools.starmap({f}, [(1,), (2,)]):\n        break",
    "if any(map({f}, [1, 2])):\n        pass", "n = not any(map({f}, [1, 2]))", "n = list(enumerate(map({f}, [1, 2])))",
    "n = list(itertools.chain(map({f}, [1, 2]), [3]))"])
def test_what_is_written_as_a_loop_is_right(asking, function, operator):
    assert is_right(operator, lambda: function_of(asking.format(f=function)), 0.7, "tanks")


@operators
@pytest.mark.parametrize("lines", [
    "tank.level = sum(tank.all_times([1, 2]))", "tank.level = list(itertools.islice(map(tank.times, [1, 2]), 1))[0]",
    "tank.level = [a for a, _ in zip(map(tank.times, [1, 2]), itertools.count())][1]",
    "kept = {'a': map(tank.times, [1, 2])}\n    tank.level = sum(kept['a'])",
    "def total(items):\n        return sum(items)\n    tank.level = total(map(tank.times, [1, 2]))",
    "later = map(lambda k: k * x, [1, 2])\n    y = x * 2\n    tank.level = sum(later) * y"])
def test_functions_that_only_read_are_right(lines, operator):
    assert is_right(operator, lambda: function_of(lines), 0.7, "tanks")


def test_where_it_is_refused_it_says_so():
    with pytest.raises(tangentish.UnsupportedError, match="all are asked for at once"):
        tangentish.grad(function_of("later = map(lambda k: tank.score(k), [1, 2])"))(0.7)


@operators
@pytest.mark.parametrize("lines", [
    "operator.call(lambda k: tank.score(k), 1)", "n = operator.call(tank.score, k=1)",
    "n = bisect.bisect([1, 2], 1, key=tank.score)",
    "n = bisect.bisect([1, 2], 1, key=lambda k: tank.score(k))", "n = bisect.bisect([1, 2], 1, key=abs)"])
def test_other_functions_that_call(lines, operator):
    is_right(operator, lambda: function_of(lines), 0.7, "tanks")
