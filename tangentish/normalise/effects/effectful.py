"""Which calls may write into something, by themselves or through a function that they are given to call."""

from __future__ import annotations

import types

import gast
import numpy as np

from tangentish.analysis.code.code_writes import MUTATORS
from tangentish.analysis.code.inert import is_inert
from tangentish.analysis.code.marks import PURE_METHODS, SETTERS, acting
from tangentish.analysis.code.names_marked import marked
from tangentish.analysis.iterators.makers import LISTED, is_one_of
from tangentish.analysis.writes.effects_met import effects_met
from tangentish.analysis.writes.functions_given import functions_given
from tangentish.frontend.generators import is_generator, items_function
from tangentish.frontend.out_arguments import OUTS, has_out_by_place, hidden_outs, writes_first
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.frontend.source import captures
from tangentish.rules.registry import METHODS, lookup
from tangentish.runtime.checks import is_value_of_arrays
from tangentish.syntax import Node, walk

QUIET_METHODS = (METHODS.keys() | PURE_METHODS) - MUTATORS


class Effectful:
    """A test whether a call may write into something."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def __call__(self, node: Node) -> bool:
        return self.by_itself(node) or (self.by_functions_given(node) and not self.calls_later(node))

    def calls_later(self, node: Node) -> bool:
        """Whether an expression makes an iterator that calls what may write, when it is asked for an item: `map(f, x)`."""
        return node.__class__ is gast.Call and self.by_functions_given(node) and is_one_of(self.scope.resolve(node.func), LISTED)

    def by_functions_given(self, node: Node) -> bool:
        """Whether what a call is given to call may write, as the `key` of `max` or the function of `map`."""
        return any(map(self.function, functions_given(node, self.scope)))

    def function(self, node: Node) -> bool:
        """Whether a function that is passed on may write when it is called."""
        if node.__class__ is gast.Constant:
            return False
        if node.__class__ is gast.Lambda:
            return self.reads(node.body) or any(part.__class__ is gast.Call and self(part) for part in walk(node.body))
        return self(gast.Call(node, [], []))

    def reads(self, node: Node) -> bool:
        """Whether an expression may read an attribute that some class computes or makes up, and writes something when it does."""
        return any(map(self.reads_itself, walk(node)))

    def reads_itself(self, node: Node) -> bool:
        """The same of one part of an expression, or of an operator that runs such code."""
        own = self.scope.own
        return hasattr(node, "runs") or (node.__class__ is gast.Attribute and node.ctx.__class__ is gast.Load and (
            acting(node.attr) in own or (acting("__getattr__") in own and not is_value_of_arrays(node.attr))))

    def reads_by_name(self, node: Node) -> bool:
        """Whether a call of `getattr` is given a name that is not known: it may be that of an attribute which writes when read."""
        if self.scope.resolve(node.func) is not getattr or len(node.args) < 2 or node.args[1].__class__ is gast.Constant:
            return False
        return any(not key.startswith("__") for key in marked(acting, self.scope.own) - {SETTERS})

    def by_itself(self, node: Node) -> bool:
        """Whether a call may write, whatever the functions do that it is given."""
        scope = self.scope
        target = scope.resolve(node.func)
        if any(k.arg in OUTS for k in node.keywords) or hidden_outs(node, target):
            return True
        if target is next:
            return getattr(node.args[0], "drawn", "") == "first"
        if getattr(node, "drawn", "") == "first":
            return False  # what it does is done by what takes its first item
        if getattr(node, "drawn", "") and is_generator(target):
            made = items_function(target)
            return made is None or effects_met(made, scope.own).any_writes
        if target is MISSING:
            quiet = node.func.__class__ is gast.Attribute and node.func.attr in QUIET_METHODS - scope.own and not has_out_by_place(
                node)
            return not quiet and not (
                node.func.__class__ is gast.Name and node.func.id in ("bool", "indexable"))
        if writes_first(target):
            return True
        if target is getattr:
            return self.reads_by_name(node)
        if lookup(target) is not None or is_inert(target) or isinstance(target, np.ufunc):
            return False
        if isinstance(target, types.FunctionType):
            effects = effects_met(target, scope.own)
            return effects.opaque or bool(effects.writes) or captures(target)
        return isinstance(target, type) and any(isinstance(made, types.FunctionType) for made in (target.__init__, target.__new__))
