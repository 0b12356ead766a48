"""Which of the rules of a function is for a call: a special one where the kinds of the operands allow it, else the general."""

from __future__ import annotations

import functools
import types
from typing import Any

import numpy as np

from tangentish.analysis.kinds import Const
from tangentish.derive.operands import bind
from tangentish.rules.registry import Rule
from tangentish.syntax import Node


def choose(rule: Rule, function: Any, args: list[Node], keywords: dict[str, Node],
           kind_of: Any) -> tuple[Rule, dict[str, Any]]:
    """The first specialised rule that the call fits and whose `when` holds, else the general one; and its operands."""
    for special in rule.special:
        assert special.signature is not None and special.when is not None
        try:
            bound = bind(special, function, args, keywords)
        except TypeError:
            continue
        values: dict[str, Any] = {}
        for key, parameter in special.signature.parameters.items():
            if key not in bound:
                values[key] = parameter.default if parameter.default is not parameter.empty else _Missing()
                if parameter.kind is parameter.VAR_POSITIONAL:
                    values[key] = ()
            elif isinstance(bound[key], list):
                parts = [kind_of(item) for item in bound[key]]
                values[key] = tuple(p.value if isinstance(p, Const) else p for p in parts)
            elif parameter.default is parameter.empty:
                values[key] = kind_of(bound[key])
            else:
                kind = kind_of(bound[key])
                values[key] = kind.value if isinstance(kind, Const) else _Missing()
        try:
            holds = eval(_condition(special.when), {"np": np}, values)
        except (TypeError, AttributeError, IndexError):
            holds = False
        if holds is True:
            return special, bound
    return rule, bind(rule, function, args, keywords)


@functools.cache
def _condition(text: str) -> types.CodeType:
    return compile(text, "<when>", "eval")


class _Missing:
    """A value that is not known when the program is made: equal to nothing."""

    ndim = None
    is_scalar = False
    const = None

    is_real = False

    def __eq__(self, other: object) -> bool:
        return False

    def __ne__(self, other: object) -> bool:
        return False

    def __hash__(self) -> int:
        return 0
