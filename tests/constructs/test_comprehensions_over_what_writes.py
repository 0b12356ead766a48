"""Comprehensions of which nothing writes but what they go through: it is evaluated once, where the comprehension stands."""

from __future__ import annotations

import pytest

from tests.constructs.right_or_refused import is_right, operators
from tests.texts import executed

AROUND = """
import numpy as np

class Design:
    def __init__(self, v):
        self.v, self.level, self.kept = v, 0.0 * v, None
    @property
    def parts(self):
        self.level = np.sin(self.v) + self.level
        return [1, 2, 3]
    @property
    def lazy(self):
        if self.kept is None:
            self.kept = made = self.make()
            if made is None:
                raise RuntimeError("nothing was made")
        return self.kept
    def make(self):
        self.level = self.v**2 + self.level
        return [1, 2, 3]
    def __getitem__(self, k):
        self.level = self.v**3 + self.level
        return [1, 2, 3][k]
    @property
    def continuous(self):
        is_continuous = all(isinstance(part, int) for part in self.lazy)
        return is_continuous

def parts_of(design):
    return design.lazy
"""
SOURCES = ["design.parts", "design.lazy", "design.make()", "parts_of(design)", "design[:2]", "zip(design.parts, design.lazy)",
           "list(design.parts)", "design.lazy[:2]", "[design.parts][0]", "enumerate(design.parts)", "reversed(design.lazy)",
           "(design.parts if x > 0.0 else [])", "sorted(design.make())", "design.parts + design.lazy"]
FORMS = ["n = all(p is not None for p in {e})", "n = any(p == 2 for p in {e})", "n = len([p for p in {e}])",
         "n = sum(1 for p in {e})", "n = {{str(p) for p in {e}}}", "n = {{str(p): 1 for p in {e}}}",
         "n = [i for i, p in enumerate({e})]",
         "n = [p for p in {e} if p != 2]", "n = [0 for _ in [1, 2] for p in {e}]", "n = not all(p for p in {e})",
         "n = max((1 for p in {e}), default=0)", "if all(p for p in {e}):\n        pass", "assert all(p for p in {e})",
         "n = f'{{[1 for p in {e}]}}'", "n = 1 if all(p for p in {e}) else 2", "n = next((p for p in {e}), None)",
         "n = ''.join('a' for p in {e})", "for i in range(sum(1 for p in {e})):\n        pass",
         "n = x > 0.0 and all(p for p in {e})",
         "[1 for p in {e}]", "n = [[1 for p in {e}] for q in {e}]", "n = design.continuous and all(p for p in {e})",
         "n = np.array([1 for p in {e}])", "n = tuple(1 for p in {e})", "n = [all(p for p in {e}), design.level > 0.0]"]


@operators
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("source", SOURCES)
def test_what_a_comprehension_goes_through_writes(form, source, operator):
    text = (f"{AROUND}\ndef fun(x):\n    design = Design(x)\n    {form.format(e=source)}\n    return design.level * 3.0 + x\n")
    is_right(operator, lambda: executed(text, "designs", __name__="designs")["fun"], 0.7, "designs")


@operators
@pytest.mark.parametrize("form", ["n = all(p is not None for p in {e})", "if all(p for p in {e}):\n        pass",
                                  "n = any(p == 2 for p in {e})", "n = len([p for p in {e}])", "n = sum(1 for p in {e})"])
@pytest.mark.parametrize("source", ["design.parts", "design.lazy", "design.make()", "parts_of(design)"])
def test_plain_ones_are_right(form, source, operator):
    text = (f"{AROUND}\ndef fun(x):\n    design = Design(x)\n    {form.format(e=source)}\n    return design.level * 3.0 + x\n")
    assert is_right(operator, lambda: executed(text, "designs", __name__="designs")["fun"], 0.7, "designs")


@operators
def test_a_property_that_asks_all_of_what_it_builds(operator):
    text = (f"{AROUND}\ndef fun(x):\n    design = Design(x)\n"
            "    return x * 3.0 * design.level if not design.continuous else design.level * x\n")
    assert is_right(operator, lambda: executed(text, "designs", __name__="designs")["fun"], 0.7, "designs")
