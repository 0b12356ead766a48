"""Calls that may give what an object has under an attribute whose content is changed later: `weights_of(self)`, `self.get()`."""

from __future__ import annotations

import types
from collections.abc import Set

import gast

from tangentish.analysis.code.code_names import names_of
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.rules.registry import METHODS, lookup
from tangentish.syntax import Node


def gives_told(node: Node, scope: Scope, told: Set[str]) -> bool:
    """Whether a call may give one of the attributes that are `told`: by a function of the user's that names it, or by a method
    nobody knows.

    >>> from tangentish.frontend.source import read_source
    >>> from tangentish.syntax import expression
    >>> def weights_of(tank): return tank.weights
    >>> scope = Scope(read_source(lambda: weights_of), set())
    >>> [gives_told(expression(text), scope, {"weights"}) for text in ("weights_of(tank)", "tank.get()", "tank.sum()")]
    [True, True, False]
    """
    if not told or node.__class__ is not gast.Call:
        return False
    target = scope.resolve(node.func)
    if target is MISSING:
        return node.func.__class__ is gast.Attribute and node.func.attr not in METHODS
    return isinstance(target, types.FunctionType) and lookup(target) is None and not told.isdisjoint(names_of(target.__code__))
