"""Objects whose classes write when they are gone through, hashed, compared or written as text: whatever expression gives them."""

from __future__ import annotations

import pytest

from tests.constructs.right_or_refused import is_right, operators
from tests.texts import executed

BEFORE = """
class Table:
    def __init__(self, v):
        self.v, self.level = v, 0.0 * v
"""
METHODS = {
    "items": """
    def __getitem__(self, k):
        self.level = self.level + self.v**2
        if k > 2:
            raise IndexError(k)
        return k
""",
    "hash": """
    def __hash__(self):
        self.level = self.level + self.v**2
        return 3
""",
    "text": """
    def __str__(self):
        self.level = self.level + self.v**2
        return "a"
""",
}
AFTER = """
class Design:
    def __init__(self, v):
        self.table, self.count = Table(v), 0
        self.rows = [self.table]
    def make(self):
        return self.table
    @property
    def given(self):
        return self.table
    @property
    def counted(self):
        self.count = self.count + self.table.v
        return self.table
    def made(self):
        self.count = self.count + self.table.v
        return self.table
    def __call__(self):
        return self.table
"""
GIVING = ["design.table", "design.make()", "design.given", "design.counted", "design.made()", "design()", "design.rows[0]",
          "[design.table][0]", "(design.table if x > 0 else None)", "getattr(design, 'table')", "(lambda: design.table)()",
          "vars(design)['table']", "next(iter([design.table]))", "(t := design.table)"]
ASKING = {
    "items": ["n = len([p for p in {e}])", "n = all(p is not None for p in {e})", "n = len(set({e}))", "n = list(zip({e}, [1, 2]))",
              "for p, q in zip({e}, [1, 2]):\n        pass", "for i, p in enumerate({e}):\n        pass", "n = sorted({e})",
              "a, b, c = {e}", "n = any({e})", "n = (lambda: len(set({e})))()", "n = [set({e}) for _ in [1]]",
              "n = [q for _ in [1] for q in {e}]", "n = len([1, *{e}])", "n = 5 in {e}", "x > 0 and len(set({e}))",
              "n = isinstance({e}, int) or len(set({e}))", "while len(set({e})) > 9:\n        pass",
              "if len(set({e})) > 9:\n        pass", "assert len(set({e})) < 9", "n = design.count == 0 and len(set({e}))"],
    "hash": ["n = len({{{e}: 1}})", "n = {{{e}}}", "n = {e} in {{3: 4}}", "d = {{}}\n    d[{e}] = 2",
             "d = {{}}\n    n = d.get({e}, 3)",
             "n = hash({e})", "n = set([{e}])", "n = len([{e}, {{{e}}}])"],
    "text": ["n = f\"{{{e}}}\"", "n = '%s' % ({e},)", "n = list(map(str, [{e}]))", "n = '{{}}'.format({e})",
             "n = max([{e}], key=str)",
             "n = str({e})", "if str({e}) == 'b':\n        pass", "n = x > 0.0 and str({e}) == 'a'"],
}


PROGRAMS = [(what, asking, giving) for what, lines in ASKING.items() for asking in lines for giving in GIVING
            if ":=" not in giving or " in {e}" not in asking or asking.startswith("for")]  # which is no syntax of Python


@operators
@pytest.mark.parametrize(("what", "asking", "giving"), PROGRAMS)
def test_what_is_asked(what, asking, giving, operator):
    text = (f"{BEFORE}{METHODS[what]}{AFTER}\ndef fun(x):\n    design = Design(x)\n    {asking.format(e=giving)}\n"
            "    return design.table.level * 3.0 + x + design.count\n")
    is_right(operator, lambda: executed(text, "designs", __name__="designs")["fun"], 0.7, "designs")
