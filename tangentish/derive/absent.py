"""Optional operands that may turn out to be None when the program runs: `np.average(x, weights=self.weights)`.

>>> import numpy as np
>>> from tangentish.rules.registry import lookup
>>> from tangentish.syntax import expression, unparse
>>> unparse(unless_none(lookup(np.average), "weights", expression("w"), UNKNOWN, expression("w_dot * x")))
'w_dot * x if w is not None else None'
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gast

from tangentish.analysis.kinds import UNKNOWN, Kind
from tangentish.rules.registry import Rule
from tangentish.syntax import Node, clone, constant


def unless_none(rule: Rule, key: str, operand: Node, kind: Kind, value: Node, otherwise: Any = None) -> Node:
    """A value for an operand; not evaluated where that is None, if it is of unknown kind and None is the default of a rule."""
    assert rule.signature is not None
    parameter = rule.signature.parameters.get(key)
    if parameter is None or parameter.default is not None or operand.__class__ is not gast.Name or kind != UNKNOWN:
        return value
    return gast.IfExp(gast.Compare(clone(operand), [gast.IsNot()], [constant(None)]), value, constant(otherwise))


def unless_absent(rule: Rule, bound: Mapping[str, Any], kinds: Mapping[str, Kind], terms: Mapping[str, Node]) -> list[Node]:
    """The terms of a rule by operand, but for those of one that is None."""
    return [unless_none(rule, key, bound[key], kinds[key], term, None if rule.multi else 0.0) for key, term in terms.items()]
