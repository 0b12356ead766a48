"""Which calls may write into something."""

from __future__ import annotations

import types

import gast
import numpy as np

from tangentish.analysis.code.code_writes import MUTATORS
from tangentish.analysis.code.inert import is_inert
from tangentish.analysis.code.marks import PURE_METHODS
from tangentish.analysis.writes.effects_met import effects_met
from tangentish.frontend.generators import is_generator, items_function
from tangentish.frontend.out_arguments import OUTS, writes_first
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.frontend.source import captures
from tangentish.rules.registry import METHODS, lookup
from tangentish.syntax import Node

QUIET_METHODS = (METHODS.keys() | PURE_METHODS) - MUTATORS


class Effectful:
    """A test whether a call may write into something."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def __call__(self, node: Node) -> bool:
        scope = self.scope
        target = scope.resolve(node.func)
        if any(k.arg in OUTS for k in node.keywords):
            return True
        if target is next:
            return getattr(node.args[0], "drawn", "") == "first"
        if getattr(node, "drawn", "") == "first":
            return False  # what it does is done by what takes its first item
        if getattr(node, "drawn", "") and is_generator(target):
            made = items_function(target)
            return made is None or effects_met(made, scope.own).any_writes
        if target is MISSING:
            quiet = node.func.__class__ is gast.Attribute and node.func.attr in QUIET_METHODS - scope.own
            return not quiet and not (
                node.func.__class__ is gast.Name and node.func.id in ("bool", "indexable"))
        if writes_first(target):
            return True
        if lookup(target) is not None or is_inert(target) or isinstance(target, np.ufunc):
            return False
        if isinstance(target, types.FunctionType):
            effects = effects_met(target, scope.own)
            return effects.opaque or bool(effects.writes) or captures(target)
        return isinstance(target, type) and any(isinstance(made, types.FunctionType) for made in (target.__init__, target.__new__))
