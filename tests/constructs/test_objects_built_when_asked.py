"""Objects that make what they hold when they are asked for something, where nothing active comes of that: in conditions, texts.

What they hold then is active, and read afterwards.
"""

from __future__ import annotations

import itertools

import pytest

from tests.constructs.right_or_refused import is_right, operators
from tests.texts import executed

CLASS = """
import contextlib, math, operator
import numpy as np

@contextlib.contextmanager
def entered(k):
    yield k

class Table:
    def __init__(self, x):
        self.x, self.rows = x, None
    def build(self):
        if self.rows is None:
            self.rows = [np.sin(self.x), self.x**2]
    {method}

def second(n, table):
    table.build()
    return table.rows[0] * table.rows[1]
"""
METHODS = {
    "__getitem__": "def __getitem__(self, k): self.build(); return self.rows[k]",
    "__len__": "def __len__(self): self.build(); return len(self.rows)",
    "__bool__": "def __bool__(self): self.build(); return bool(self.rows)",
    "__iter__": "def __iter__(self): self.build(); return iter([1, 2])",
    "__next__": "def __next__(self): self.build(); return 1",
    "__contains__": "def __contains__(self, k): self.build(); return k in range(2)",
    "__str__": "def __str__(self): self.build(); return 'table'",
    "__eq__": "__hash__ = object.__hash__\n    def __eq__(self, other): self.build(); return True",
    "__lt__": "def __lt__(self, other): self.build(); return True",
    "__neg__": "def __neg__(self): self.build(); return self.rows[1]",
    "__add__": "def __add__(self, other): self.build(); return self.rows[0] + other",
    "__radd__": "def __radd__(self, other): self.build(); return self.rows[0] + other",
    "__matmul__": "def __matmul__(self, other): self.build(); return self.rows[0] * other",
    "__call__": "def __call__(self, k): self.build(); return self.rows[0]",
    "level": "@property\n    def level(self): self.build(); return self.rows[0]",
    "total": "def total(self): self.build(); return self.rows[1]",
    "__getattr__": "def __getattr__(self, key):\n        if key != 'made': raise AttributeError(key)\n"
                   "        self.build(); return self.rows[0]"}
FOLLOWED = {
    "__getitem__": ["table[0]", "(table[0] > 1)", "(table[0] is None)", "float(table[0])", "int(table[1])", "math.floor(table[0])",
                    "np.isfinite(table[0])", "len([table[0]])", "type(table[0])", "[table[k] for k in range(2)][0]",
                    "(table[1] if x > 0 else 1)", "f'{{table[0]}}'", "np.argmax([table[0], table[1]])"],
    "__neg__": ["(-table)", "((-table) > 1)", "((-table) is None)"],
    "__add__": ["(table + 1)", "((table + 1) > 1)", "((table + 1) is None)"], "__radd__": ["(1 + table)", "((1 + table) > 1)"],
    "__matmul__": ["(table @ 2)", "((table @ 2) is None)"], "__call__": ["table(1)", "(table(1) > 2)", "f'{{table(1)}}'"],
    "level": ["table.level", "(table.level > 1)", "f'{{table.level}}'", "np.isfinite(table.level)", "len([table.level])",
              "isinstance(table.level, float)"],
    "total": ["table.total()", "(table.total() is None)", "list(map(Table.total, [table]))[0]", "int(table.total())"],
    "__len__": ["len(table)", "(not table)", "(1 if table else 2)"], "__bool__": ["bool(table)", "(not table)"]}
OTHERS = {
    "__iter__": ["list(table)[0]", "[*table][0]", "len(list(zip(table, [1, 2])))", "sum(table)", "max(table)",
                 "len([k for k in table])",
                 "[k for k, _ in enumerate(table)][0]", "any(table)", "(lambda a, b: 1)(*table)", "next(iter(table))",
                 "len(set(table))", "sorted(table)[0]", "(1 in table)", "','.join(map(str, table))",
                 "np.fromiter(table, int).size"],
    "level": ["[one.level for one in [table]][0]"], "__next__": ["next(table)", "(next(table) > 1)"],
    "__contains__": ["(1 in table)", "(1 not in table)"],
    "__str__": ["str(table)", "f'{{table}}'", "'%s' % table", "','.join(map(str, [table]))", "format(table)"],
    "__eq__": ["(table == 3)", "(table != 3)", "(3 in [table])", "[table].count(3)", "([table] == [3])", "((table, 1) == (3, 1))"],
    "__lt__": ["(table < 3)", "len(sorted([table, table]))"], "__radd__": ["sum([table])", "(sum([table]) > 1)"],
    "__len__": ["sum(map(len, [table]))", "max([table], key=len).x"],
    "__bool__": ["list(filter(None, [table]))[0].x", "any([table])"],
    "__getattr__": ["table.made", "(table.made > 1)", "f'{{table.made}}'", "hasattr(table, 'made')", "np.isfinite(table.made)"]}
"""Followed or refused."""
PLACES = [
    "if {e} is not None:\n        pass", "n = {e}", 's = f"{{{e}}}"', "{e}", "same = ({e}) == 5", "assert ({e}) != 77",
    "while ({e}) == 99:\n        pass", "n = [{e} for _ in range(2)]", "ok = x is not None and ({e}) is not None",
    "k = 1 if ({e}) is None else 2", "k = [1, 2, 3][1 if ({e}) is None else 0]", "return second({e}, table)", "t = [1, {e}]",
    "d = dict(a={e})", "b = not ({e})", "if {e}:\n        pass", "for k in range(1 if ({e}) is None else 2):\n        pass",
    "try:\n        {e}\n    finally:\n        pass", "ok = isinstance({e}, int)", "n = len([{e}])"]


def function_of(method: str, asked: str, place: str):
    """A function whose result is what the object holds after it was asked."""
    text = CLASS.format(method=METHODS[method])
    return executed(f"{text}\ndef fun(x):\n    table = Table(x)\n    {place.format(e=asked.format())}\n"
                    "    return table.rows[0] * table.rows[1]\n", "asked.py", __name__="asked")["fun"]


def grid(questions: dict[str, list[str]]) -> list[tuple[str, str, str]]:
    """Every question in every other place."""
    pairs = [(method, asked) for method, some in questions.items() for asked in some]
    return [(method, asked, place) for k, ((method, asked), place) in enumerate(itertools.product(pairs, PLACES))
            if (k + k // len(PLACES)) % 2]


@operators
@pytest.mark.parametrize("method, asked, place", grid(FOLLOWED))
def test_followed(operator, method, asked, place):
    assert is_right(operator, lambda: function_of(method, asked, place), 0.3, "asked.py")


@operators
@pytest.mark.parametrize("method, asked, place", grid(OTHERS))
def test_right_or_refused(operator, method, asked, place):
    is_right(operator, lambda: function_of(method, asked, place), 0.3, "asked.py")


MORE_PLACES = [
    "with entered({e}):\n        pass", "try:\n        raise ValueError({e})\n    except ValueError:\n        pass",
    "try:\n        raise ValueError from KeyError({e})\n    except ValueError:\n        pass",
    "d = {{0: 1, 1: 2}}\n    del d[{e} * 1]",
    "a = [0, 0]\n    a[{e} * 1] = 5", "a = [0, 0]\n    a[{e} * 1] += 5", "def f(a={e}):\n        return a", "f = lambda a={e}: a",
    "n = list(map(lambda k: {e}, [1, 2]))", "@(lambda n: lambda f: f)({e})\n    def f():\n        pass"]


@operators
@pytest.mark.parametrize("method, asked", [
    ("__getitem__", "(table[0] is None)"), ("__len__", "(not table)"), ("__bool__", "bool(table)"), ("level", "(table.level > 1)"),
    ("__add__", "((table + 1) is None)"), ("__call__", "(table(1) is None)"), ("__iter__", "(list(table) is None)")])
@pytest.mark.parametrize("place", MORE_PLACES)
def test_in_statements_that_seldom_ask(operator, method, asked, place):
    is_right(operator, lambda: function_of(method, asked, place), 0.3, "asked.py")
