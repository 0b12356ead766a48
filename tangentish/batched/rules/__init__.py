"""How to give calls an axis more: by the function, a rule from a call to the term that stands for it."""

from __future__ import annotations

from tangentish.batched.rules import axes, elementwise, joining, products, shapes
from tangentish.batched.rules.calls import Call, Rule

RULES: dict[object, Rule] = {**elementwise.RULES, **axes.RULES, **shapes.RULES, **joining.RULES, **products.RULES}

__all__ = ["RULES", "Call"]
