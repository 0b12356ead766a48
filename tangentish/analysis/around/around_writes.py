"""Which variables around a function, and which of its arguments, it is seen to write into.

Under other names, through views, and by the functions that it calls: nothing is taken for written that may only be.
So is what is put into a container of the function's own and written there.  What other code does with it is not seen:
`normalise/around/arrays_around.py` lets arrays that this may happen to refuse it.

>>> import numpy as np
>>> from tangentish.frontend.source import read_source
>>> BUFFER = np.zeros(3)
>>> def fill(x):
...     rows = BUFFER[1:]
...     rows[0] = x
>>> AroundWrites(read_source(fill)).written
{'BUFFER'}
"""

from __future__ import annotations

import functools
import types
from collections.abc import Set
from typing import Any, NamedTuple

import gast
import numpy as np

from tangentish.analysis.around.calls_around import CallsAround, name_of
from tangentish.analysis.around.item_parts import candidates
from tangentish.analysis.around.methods_around import WRITING_METHODS
from tangentish.analysis.around.names_below import ON_REBOUND
from tangentish.analysis.around.views_around import key_of, place_of
from tangentish.analysis.code.inert import is_engine
from tangentish.analysis.writes.functions_given import functions_given
from tangentish.analysis.writes.matching import match_arguments
from tangentish.analysis.writes.new_containers import is_made
from tangentish.closures import meaning_of
from tangentish.errors import TangentishError
from tangentish.frontend.foreign import is_foreign
from tangentish.frontend.named_otherwise import named_otherwise
from tangentish.frontend.out_arguments import first_argument, writes_first, written_by
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.frontend.source import read_source
from tangentish.rules.registry import ON_CHANGE, lookup
from tangentish.syntax import Node, names_in, walk
from tangentish.trees import DEFINITIONS

_ACTING = frozenset([gast.Assign, gast.AnnAssign, gast.NamedExpr, gast.For, gast.comprehension, gast.AugAssign, gast.Call])



class _Writes(NamedTuple):
    """What a function writes into: its parameters, attributes of objects around it, variables around it; the last two may be."""

    into: Set[str] = frozenset()
    parts: Set[str] = frozenset()
    written: Set[str] = frozenset()
    perhaps_into: Set[str] = frozenset()
    perhaps: Set[str] = frozenset()


_of_code: dict[tuple[types.CodeType, int], _Writes] = {}
ON_CHANGE.append(_of_code.clear)
ON_REBOUND.append(_of_code.clear)


def written_parameters(function: types.FunctionType) -> Set[str]:
    """The parameters that a function writes into."""
    return _writes(function).into


def written_parts(function: types.FunctionType) -> Set[str]:
    """The attributes of global objects, containers or arrays, that a function writes into, also by what it calls."""
    return _writes(function).parts


def written_variables(function: types.FunctionType) -> Set[str]:
    """The variables around a function that it writes into, by what it calls too, or may: it passes them to what is not known.

    >>> import numpy as np
    >>> LEVELS = np.zeros(3)
    >>> def clear(x): x[:] = 0.0
    >>> def reset(): clear(LEVELS[1:])
    >>> clear.__module__ = reset.__module__ = "models"  # of no package
    >>> written_variables(reset)
    {'LEVELS'}
    """
    found = _writes(function)
    return found.written | found.perhaps


def writes_around(scope: Scope) -> AroundWrites:
    """What the function of a scope writes around it, found once."""
    if scope.writes is None:
        scope.writes = AroundWrites(scope.source)
    found: AroundWrites = scope.writes
    return found


def _writes(function: types.FunctionType) -> _Writes:
    key = meaning_of(function)
    if (function.__module__ or "").partition(".")[0] == "tangentish":
        return _Writes()  # what it keeps is its own
    if key not in _of_code:
        _of_code[key] = _Writes()  # what is seen by what calls itself
        try:
            found = AroundWrites(named_otherwise(read_source(function)))
        except TangentishError:
            return _of_code[key]
        own = is_engine(function) or is_foreign(function.__module__)  # as its caches are
        _of_code[key] = _Writes(found.into, set() if own else found.parts, found.written, found.perhaps & found.params,
                                found.perhaps & found.around)
    return _of_code[key]


class AroundWrites(CallsAround):
    """`written` are the variables around the function that it writes into.

    `numbers` are the names that are bound to items of tables of numbers around it, and augmented: that is no write, as long as
    they are numbers, which is looked at when they are augmented (`normalise.augmented_items`).
    `methods` are the names of methods that change what they are of, `partials` the calls whose results names stand for, `into` the
    parameters that it writes into, and `parts` the attributes of global objects: these are shown as ".name".  `passed` are those
    of any objects that are given to what writes into them.
    """

    def __init__(self, source: Any) -> None:
        super().__init__(source)
        self.changed: set[str] = set()
        self.passed: set[str] = set()
        self.perhaps: set[str] = set()  # what is passed to functions that are not known
        self.looked: set[str] = set()  # the functions inside that are being looked at
        self.numbers: set[str] = set()
        before, acting = -1, [node for node in self.nodes if node.__class__ in _ACTING]
        known = [self.shown, self.held, self.loose, self.items, self.given, self.stored]
        while before != (before := sum(len(labels) for table in known for labels in table.values())):  # nothing more is shown
            for node in acting:
                self.visit(node)
        self.written, self.into = self.changed & self.around, self.changed & self.params
        self.parts = {shown[1:] for shown in self.changed if shown.startswith(".")}

    def visit(self, node: Node) -> None:
        """Grow the sets by what one node does."""
        if node.__class__ is gast.Assign:
            self.given.setdefault(id(node), set()).update(self.views(node.value))
            for target in node.targets:
                self.bind(target, node.value)
        elif node.__class__ in (gast.AnnAssign, gast.NamedExpr):
            self.bind(node.target, node.value)
        elif node.__class__ in (gast.For, gast.comprehension):
            self.bind(node.target, node.iter, item=True)
        elif node.__class__ is gast.AugAssign:
            self.changed |= self.augmented(node.target)
        elif node.__class__ is gast.Call:
            self.call(node)

    def augmented(self, target: Node) -> set[str]:
        """What is written into by `target op= value`."""
        if target.__class__ is gast.Subscript:
            return self.views(target.value)
        shown = self.views(target)
        if shown & self.around and target.__class__ is gast.Name and self.is_number_of_table(target.id):
            self.numbers.add(target.id)
            return shown - self.around
        return shown

    def is_number_of_table(self, label: str) -> bool:
        """Whether a name is bound by assignments alone, and is a number, as things are now, wherever it is an item of a table."""
        if any(label in names_in(node) for node in self.nodes if node.__class__ in DEFINITIONS or node.__class__ is gast.Lambda):
            return False
        binding = [node for node in self.nodes if node.__class__ is gast.Name and node.id == label
                   and node.ctx.__class__ is gast.Store]
        assigned = [node for node in self.nodes if node.__class__ is gast.Assign and label in map(name_of, node.targets)]
        augmented = [node for node in self.nodes if node.__class__ is gast.AugAssign and name_of(node.target) == label]
        tables = [node.value for node in assigned if self.views(node.value) & self.around]
        items = [candidates(value, self.scope) if value.__class__ is gast.Subscript else [] for value in tables]
        return len(binding) == len(assigned) + len(augmented) and all(
            found and all(isinstance(item, int | float | complex | np.number) for item in found) for found in items)

    def bind(self, target: Node, value: Node | None, item: bool = False) -> None:
        """Let a target be a value, or an `item` of one."""
        if target.__class__ is gast.Name:
            shown = self.views(value) | (self.holds(value) if item else set())
            self.shown.setdefault(target.id, set()).update(shown)
            self.hold(target.id, self.holds(value))
            objects = self.objects.setdefault(target.id, [])
            objects += [one for one in self.meant(value, item) if not any(one is other for other in objects)]
            if value is not None and self.is_method(value):
                self.methods.add(target.id)
            if value.__class__ is gast.Call and value not in (known := self.partials.setdefault(target.id, [])):
                known.append(value)
        elif target.__class__ in (gast.Subscript, gast.Attribute):
            if target.__class__ is gast.Attribute and self.is_given(target.value):
                shown = self.views(value) if not item and is_made(value, self.scope) else self.views(value) | self.holds(value)
                self.stored.setdefault(place_of(target), set()).update(shown)
            self.changed |= self.views(target.value) if target.__class__ is gast.Subscript else set()
            self.put(target.value, [] if value is None else [value], key_of(target))
        elif target.__class__ in (gast.Tuple, gast.List):
            several = value.__class__ is gast.Tuple and len(value.elts) == len(target.elts) and not item
            for place, part in enumerate(target.elts):
                self.bind(part, value.elts[place] if several else value, item=not several)
        elif target.__class__ is gast.Starred:
            self.bind(target.value, value, item)

    def hold(self, name: str, labels: set[str], key: tuple[str, object] | None = None) -> None:
        """Let what a name means hold what some variables show, under a key if it is known to be under that alone."""
        self.held.setdefault(name, set()).update(labels)
        (self.loose.setdefault(name, set()) if key is None else self.items.setdefault(key, set())).update(labels)

    def put(self, owner: Node, values: list[Node], key: tuple[str, object] | None = None) -> None:
        """Let what an expression means hold some values."""
        while owner.__class__ in (gast.Attribute, gast.Subscript, gast.NamedExpr):
            key = key_of(owner) or key
            owner = owner.target if owner.__class__ is gast.NamedExpr else owner.value
        if owner.__class__ is gast.Name:
            self.hold(owner.id, self.each(self.reached, values), key)

    def call(self, node: Node) -> None:
        target = self.scope.resolve(node.func)
        called = [node.func, *functions_given(node, self.scope)]
        if any(self.is_unknown(one, self.scope.resolve(one)) or self.may_write(one) for one in called):
            self.perhaps |= self.each(self.reached, [*node.args, *(k.value for k in node.keywords)])
        outs = list(written_by(node, target))
        if target is MISSING:
            if node.func.__class__ is gast.Attribute and node.func.attr in WRITING_METHODS:
                outs.append(node.func.value)
                self.put(node.func.value, node.args)
            elif node.func.__class__ is gast.Name and node.func.id in self.methods:
                outs.append(node.func)
            for partial in self.partials.get(node.func.id, []) if node.func.__class__ is gast.Name else [node.func]:
                self.call_partial(partial, node)
            for known in self.meant_by(node.func):
                if isinstance(known, types.FunctionType) and lookup(known) is None:
                    self.called(known, node, outs)
        elif writes_first(target):
            outs += first_argument(node)
        elif isinstance(target, types.FunctionType) and lookup(target) is None and not is_made(node, self.scope):
            self.called(target, node, outs)
        for out in outs:
            self.changed |= self.views(out)
            self.passed |= _attribute_of(out)

    def may_write(self, function: Node) -> bool:
        """Whether a function may write into what it is given: one that is defined here, or that is given to another one."""
        target = self.scope.resolve(function)
        if isinstance(target, types.FunctionType):
            return lookup(target) is None and bool(_writes(target).into or _writes(target).perhaps_into)
        if function.__class__ is gast.Lambda:
            return any(map(self.stores, walk(function.body)))
        label = name_of(function)
        if label in self.looked or label not in self.inner:
            return False
        self.looked.add(label)
        found = any(self.stores(part) for inner in self.inner[label] for part in walk(inner.body))
        self.looked.remove(label)
        return found

    def stores(self, part: Node) -> bool:
        """Whether a part of a function writes into something, or may."""
        if part.__class__ is gast.Call:
            named = part.func.__class__ is gast.Attribute and part.func.attr in WRITING_METHODS
            return named or self.is_unknown(part.func, self.scope.resolve(part.func)) or self.may_write(part.func)
        return part.__class__ is gast.AugAssign or (
            part.__class__ in (gast.Subscript, gast.Attribute) and part.ctx.__class__ is not gast.Load)

    def called(self, target: types.FunctionType, node: Node, outs: list[Node]) -> None:
        """A call of a function that is known; what it writes into of what it is given is one of the `outs`."""
        matched = match_arguments(target, node)
        if matched is None and written_parameters(target):
            self.changed |= self.each(self.reached, [*node.args, *(k.value for k in node.keywords)])
        outs += [value for key in written_parameters(target) for value in (matched or {}).get(key, [])]
        self.changed |= {"." + part for part in written_parts(target)}
        for key in _writes(target).perhaps_into:
            self.perhaps |= self.each(self.reached, (matched or {}).get(key, []))

    def call_partial(self, partial: Node, node: Node) -> None:
        """A call of what `functools.partial` made."""
        if partial.__class__ is gast.Call and partial.args and self.scope.resolve(partial.func) is functools.partial:
            self.call(gast.Call(partial.args[0], [*partial.args[1:], *node.args], [*partial.keywords, *node.keywords]))


def _attribute_of(node: Node) -> set[str]:
    """The attribute that an expression is, or is an item of."""
    while node.__class__ is gast.Subscript:
        node = node.value
    return {node.attr} if node.__class__ is gast.Attribute else set()
