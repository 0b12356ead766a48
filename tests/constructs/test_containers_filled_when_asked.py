"""Mappings, sequences and other containers of classes that make what they hold when they are asked for it, where nothing active
comes of that: what they hold then is active, and read afterwards.
"""

from __future__ import annotations

import itertools

import pytest

from tests.constructs.right_or_refused import is_right, operators
from tests.constructs.test_objects_built_when_asked import PLACES
from tests.texts import executed

AROUND = """
import collections, collections.abc, functools, math, operator
import numpy as np

def made(x, k):
    return np.sin(x) if k == "a" else x**2

def second(n, table):
    return table.rows.get("a", 0.0) + 2.0 * table.rows.get("b", 0.0)
"""
CLASSES = {
    "mapping": """
class Table(collections.abc.Mapping):
    def __init__(self, x): self.x, self.rows = x, {}
    def __getitem__(self, k):
        if k not in ("a", "b"): raise KeyError(k)
        if k not in self.rows: self.rows[k] = made(self.x, k)
        return self.rows[k]
    def __len__(self): return 2
    def __iter__(self): return iter(["a", "b"])
""",
    "sequence": """
class Table(collections.abc.Sequence):
    def __init__(self, x): self.x, self.rows = x, {}
    def __getitem__(self, k):
        if k not in (0, 1): raise IndexError(k)
        if "ab"[k] not in self.rows: self.rows["ab"[k]] = made(self.x, "ab"[k])
        return self.rows["ab"[k]]
    def __len__(self): return 2
""",
    "missing": """
class Table(dict):
    def __init__(self, x): self.x = x
    def __missing__(self, k):
        v = self[k] = made(self.x, k)
        return v
    @property
    def rows(self): return self
""",
    "user dict": """
class Table(collections.UserDict):
    def __init__(self, x): super().__init__(); self.x = x
    def __missing__(self, k):
        v = self.data[k] = made(self.x, k)
        return v
    @property
    def rows(self): return self.data
""",
    "given on": """
class Rows:
    def __init__(self, x): self.x, self.rows = x, {}
    def fetch(self, k):
        if k not in self.rows: self.rows[k] = made(self.x, k)
        return self.rows[k]
class Table:
    def __init__(self, x): self.inner = Rows(x)
    def __getitem__(self, k): return self.inner.fetch(k)
    def __len__(self): self.inner.fetch("a"); return 2
    def __contains__(self, k): self.inner.fetch("b"); return True
    @property
    def rows(self): return self.inner.rows
""",
    "generator": """
class Table:
    def __init__(self, x): self.x, self.rows = x, {}
    def __iter__(self):
        for k in "ab":
            if k not in self.rows: self.rows[k] = made(self.x, k)
            yield k
""",
    "computed once": """
class Table:
    def __init__(self, x): self.x, self.rows = x, {}
    @functools.cached_property
    def a(self):
        self.rows["a"] = made(self.x, "a")
        return self.rows["a"]
    @functools.cached_property
    def b(self):
        self.rows["b"] = self.a * self.x
        return 1
"""}
CLASSES["items only"] = CLASSES["sequence"].replace("(collections.abc.Sequence)", "")
OF_KEYS = ["table['a']", "(table['a'] > 1)", "(table['a'] is None)", "len([table['a'], table['b']])",
           "[k for k in 'ab' if table[k] > 5]",
           "isinstance(table['a'], float)", "f\"{{table['a']}}\"", "int(table['a'])", "sorted('ab', key=lambda k: table[k])"]
OF_MAPPINGS = ["('a' in table)", "table.get('a')", "(table.get('a') is None)", "len(list(table.items()))", "dict(table)",
               "[k for k, v in table.items() if v > 0]", "len({{**table}})", "max(table, key=table.get)",
               "(lambda a, b: 1)(**table)",
               "sum(v for v in table.values())", "'{{a}}'.format(**table)", "'%(a)s' % table"]
OF_PLACES = ["table[0]", "(table[0] > 1)", "(3 in table)", "list(table)", "len([v for v in table])", "max(table)", "[*table]",
             "any(v > 9 for v in table)", "[k for k, _ in enumerate(table)]", "len(list(zip(table, table)))",
             "math.floor(table[0])",
             "min(range(2), key=lambda k: table[k])", "np.array(list(table)).size"]
QUESTIONS = {
    "mapping": OF_KEYS + OF_MAPPINGS, "sequence": [*OF_PLACES, "table.count(3)"], "items only": OF_PLACES, "missing": OF_KEYS,
    "user dict": [*OF_KEYS, "table.get('a')"], "given on": [*OF_KEYS, "len(table)", "('a' in table)", "(not table)"],
    "generator": ["list(table)", "('a' in table)", "[k for k in table]", "max(table)", "','.join(table)", "next(iter(table))"],
    "computed once": ["table.b", "(table.b > 1)", "len([table.b])", "f'{{table.b}}'", "hasattr(table, 'b')", "(table.a > 1)"]}
STATEMENTS = ["for k in table:\n        pass", "for k, v in enumerate(table):\n        pass", "n, m = table", "[n, *m] = table"]


def function_of(kind: str, statement: str):
    """A function whose result is what the container holds after it was asked."""
    text = f"def fun(x):\n    table = Table(x)\n    {statement}\n"
    text += "    return sum(v for v in table.rows.values()) * x if table.rows else 0.0"
    return executed(AROUND + CLASSES[kind] + text, "filled.py", __name__="filled")["fun"]


def grid() -> list[tuple[str, str]]:
    """Every question in a third of the places."""
    pairs = [(kind, asked) for kind, some in QUESTIONS.items() for asked in some]
    chosen = [pair for k, pair in enumerate(itertools.product(pairs, PLACES)) if (k + k // len(PLACES)) % 3 == 0]
    return [(kind, place.format(e=asked.format())) for (kind, asked), place in chosen]


LINE = ":"
"""An error names a line; where a class inherits code of Python's library that is in the way, one of that."""


@operators
@pytest.mark.parametrize("kind, statement", grid())
def test_right_or_refused(operator, kind, statement):
    is_right(operator, lambda: function_of(kind, statement), 0.3, LINE)


@operators
@pytest.mark.parametrize("kind, statement", list(itertools.product(["sequence", "items only", "generator"], STATEMENTS)))
def test_statements_are_right_or_refused(operator, kind, statement):
    is_right(operator, lambda: function_of(kind, statement), 0.3, LINE)


@operators
@pytest.mark.parametrize("kind, asked", [
    ("mapping", "table['a']"), ("mapping", "(table['a'] > 1)"), ("given on", "(table['a'] > 1)"),
    ("user dict", "(table['a'] is None)"), ("sequence", "(table[0] > 1)"), ("computed once", "(table.b > 1)")])
def test_followed(operator, kind, asked):
    for place in ("n = {e}", "if {e}:\n        pass", "n = len([{e}])"):
        assert is_right(operator, lambda made=place.format(e=asked): function_of(kind, made), 0.3, "filled.py")
