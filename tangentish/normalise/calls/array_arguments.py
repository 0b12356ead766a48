"""Lists that are given to functions of arrays become arrays first: what a rule writes with them means numbers.

A rule for `np.log1p` says `1 / (1 + x)`, and one for `np.maximum` says `x == y`, which are other things for lists.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from tangentish.analysis.kinds import Array, Instance, Kind, Sequence
from tangentish.rules.registry import lookup
from tangentish.syntax import Node


def is_listed(kind: Kind) -> bool:
    """Whether a value is a list or a tuple."""
    return isinstance(kind, Sequence | Instance) and issubclass(kind.type, (list, tuple))


def listed_arguments(value: Node, target: Any, kind_of: Callable[[Node], Kind]) -> list[tuple[Node, str, int | None]]:
    """The lists that are operands of an operation on numbers: of what they are part, in which field, and where in that."""
    if value.__class__ is gast.BinOp:
        kinds = [kind_of(value.left), kind_of(value.right)]
        if value.op.__class__ is gast.MatMult or not any(isinstance(kind, Array) for kind in kinds):
            return []
        return [(value, key, None) for key, kind in zip(("left", "right"), kinds, strict=True) if is_listed(kind)]
    rule = lookup(target) if value.__class__ is gast.Call and callable(target) else None
    if rule is None or rule.user or not (rule.kind == "elementwise" or isinstance(target, np.ufunc)):
        return []
    found: list[tuple[Node, str, int | None]] = [
        (value, "args", place) for place, argument in enumerate(value.args) if is_listed(kind_of(argument))]
    return found + [(keyword, "value", None) for keyword in value.keywords
                    if keyword.arg in rule.params and is_listed(kind_of(keyword.value))]
