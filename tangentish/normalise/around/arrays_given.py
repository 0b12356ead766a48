"""Arrays of the module that calls may give which nobody knows beforehand, and that are written then: `[table][0]()[:] = x`.

Such a write is seen where it stands.  What is read of the same array in another way would not be active: by its name, by another
function, or by another call of that kind.  So what such a call gives is looked at when it is made.

>>> from tangentish.frontend.resolve import Scope
>>> from tangentish.frontend.source import read_source
>>> from tangentish.syntax import unparse
>>> TABLE = np.zeros(3)
>>> def table():
...     return TABLE
>>> def fill(x):
...     [table][0]()[:] = x
...     return TABLE @ x
>>> table.__module__ = fill.__module__ = "models"  # of no package
>>> source = read_source(fill)
>>> names = Names({"TABLE", "table", "x"})
>>> for node in arrays_given(source.tree.body, Scope(source, {"x"}), set(), names): print(unparse(node))
t = [table][0]()
check_not_around([TABLE], t)
t[:] = x
return TABLE @ x
"""

from __future__ import annotations

import collections
import types
from collections.abc import Collection

import gast
import numpy as np

from tangentish.analysis.around.kept_containers import is_users
from tangentish.analysis.code.reach import Reach
from tangentish.analysis.def_use import assigned_in
from tangentish.analysis.writes.effects_met import effects_met
from tangentish.frontend.foreign import is_foreign, is_users_object
from tangentish.frontend.out_arguments import first_argument, writes_first, written_by
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.frontend.source import REWRITTEN
from tangentish.names import Names
from tangentish.normalise.around.cached_results import root_of, written_in
from tangentish.normalise.effects.effectful import Effectful
from tangentish.normalise.effects.effects_first import calls_before
from tangentish.runtime.checks import arrays_have
from tangentish.syntax import (
    COMPREHENSIONS,
    Block,
    Node,
    assign,
    call,
    child_blocks,
    children,
    locate,
    name,
    names_in,
    own_expressions,
    walk,
    walk_statements,
)

_WITH_VALUE = (gast.Assign, gast.AugAssign, gast.Expr, gast.Return, gast.For)
_KEEPING = (dict, list, tuple, set, collections.deque, collections.OrderedDict, types.SimpleNamespace)


def arrays_given(body: Block, scope: Scope, followed: set[str], names: Names) -> Block:
    """A block with a look at what such calls give, where it is written and may be an array that is read otherwise too."""
    statements = walk_statements(body)
    calls = [part for node in statements for part in walk(own_expressions(node)) if part.__class__ is gast.Call]
    unknown = {id(part): part for part in calls if _is_unknown(part, scope)}
    if not unknown:
        return body
    held = {label for node in statements if node.__class__ is gast.Assign and _given_in(node.value, unknown)
            for label in _bound(node)}
    written = [root for node in statements for root in roots_written(node, scope)]
    held &= {root.id for root in written if root.__class__ is gast.Name}
    at_once = {place for root in written for place in _given_in(root, unknown)}
    roots = {root.id for root in written if root.__class__ is gast.Name}
    at_once |= {place for node in statements if node.__class__ is gast.For and not roots.isdisjoint(_bound(node))
                for place in _given_in(node.iter, unknown)}
    if not held and not at_once:
        return body
    augmented = {getattr(root_of(node.target), "id", "") for node in statements if node.__class__ is gast.AugAssign} & held
    labels = [label for label in _read_otherwise(statements, calls, unknown, scope, bool(augmented)) if label not in followed]
    objects = _objects_in_reach(scope, named_in(statements)) if any(_is_strange(part, scope) for part in unknown.values()) else []
    return _Looks(labels, objects, held, at_once, unknown, scope, names).block(body) if labels or objects else body


def _is_strange(node: Node, scope: Scope) -> bool:
    """Whether it shows nowhere what an unknown call is one of: no method of a global object, whose parts are told by its name."""
    return scope.part(node.func) is MISSING


def named_in(statements: Block) -> set[str]:
    """The names that some statements read."""
    return {part.id for node in statements for part in walk(own_expressions(node)) if part.__class__ is gast.Name}


def _objects_in_reach(scope: Scope, named: set[str]) -> list[str]:
    """The objects of the module of a function that it names, or that functions which it names may meet."""
    function = scope.source.function
    held = {label: value for label, value in function.__globals__.items() if is_users_object(value) and label not in scope.locals}
    met = Reach({function.__name__: function}).objects if held else {}
    return sorted(label for label, value in held.items() if label in named or id(value) in met)


def _is_unknown(node: Node, scope: Scope) -> bool:
    """Whether it is not known what is called: no method that arrays have, unless a class of the user's has it too."""
    if scope.resolve(node.func) is not MISSING:
        return False
    return node.func.__class__ is not gast.Attribute or not arrays_have(node.func.attr) or node.func.attr in scope.own


def _given_in(value: Node, unknown: Collection[int]) -> set[int]:
    """The calls of which an expression may give what they give, or a part of it: as it is, or out of a display."""
    root = root_of(value)
    if root.__class__ in (gast.Tuple, gast.List, gast.Dict, gast.IfExp, gast.BoolOp, gast.NamedExpr, gast.Starred):
        return {place for child in children(root) for place in _given_in(child, unknown)}
    if root.__class__ in COMPREHENSIONS:
        return _given_in(root.value if root.__class__ is gast.DictComp else root.elt, unknown)
    return {id(root)} & set(unknown)


def _bound(node: Node) -> list[str]:
    """The names that an assignment binds as a whole, or stores into."""
    targets = [node.target] if node.__class__ is gast.For else node.targets
    places = [place for target in targets for place in _places(target)]
    return [root.id for root in map(root_of, places) if root.__class__ is gast.Name]


def _places(target: Node) -> list[Node]:
    """The single targets of one."""
    if target.__class__ in (gast.Tuple, gast.List):
        return [place for part in target.elts for place in _places(part)]
    return [target.value if target.__class__ is gast.Starred else target]


def roots_written(node: Node, scope: Scope) -> list[Node]:
    """What a statement itself writes into, as far as its names go: names and calls."""
    owners = [node.target] if node.__class__ is gast.AugAssign else []
    for part in walk(own_expressions(node)):
        owners += [owner for owner in (written_in(part),) if owner is not None]
        if part.__class__ is gast.Call:
            owners += _written_by_call(part, scope)
    return list(map(root_of, owners))


def _written_by_call(node: Node, scope: Scope) -> list[Node]:
    """The arguments that a call may write into, or that it keeps in what may be written into."""
    target = scope.resolve(node.func)
    if target is setattr or target in _KEEPING or (isinstance(target, type) and not is_foreign(target.__module__)):
        return [*node.args, *(keyword.value for keyword in node.keywords)]
    if is_users(target):
        effects = effects_met(target, scope.own)
        return [*node.args] if effects.writes or effects.opaque else []
    if target is MISSING:
        return [*node.args]
    return [*written_by(node, target), *(first_argument(node) if writes_first(target) else ())]


def _read_otherwise(statements: Block, calls: list[Node], unknown: dict[int, Node], scope: Scope, augmented: bool) -> list[str]:
    """The arrays of the module that are met in another way than by one such call; all that are if it reads what it writes."""
    arrays = _arrays_in_reach(scope.source.function)
    own = own_variables(statements, scope)
    ways = {part.func.id if part.func.__class__ is gast.Name else id(part) for part in unknown.values()}
    known = [target for part in calls if is_users(target := scope.resolve(part.func))]
    inside = {id(part) for one in unknown.values() for part in walk(one.func)}
    named = {part.id for node in statements for part in walk(own_expressions(node))
             if part.__class__ is gast.Name and id(part) not in inside}
    return [label for label, value in arrays.items() if label not in own and (
        augmented or len(ways) > 1 or label in named or any(_meets(target, value) for target in known))]


def own_variables(body: Block, scope: Scope) -> set[str]:
    """The variables of a function, but for parameters that stand for what is around it, where it was taken apart."""
    return assigned_in(body) if scope.source.function.__code__ in REWRITTEN else scope.locals


def _arrays_in_reach(function: types.FunctionType) -> dict[str, np.ndarray]:
    """The arrays of the module of a function that may be met where it runs, by their names."""
    reach = Reach({function.__name__: function})
    return {label: value for who, label, value in reach.data if isinstance(who, types.FunctionType) and (
        isinstance(value, np.ndarray) and value.dtype.kind in "fc") and function.__globals__.get(label) is value}


def _meets(function: types.FunctionType, array: np.ndarray) -> bool:
    """Whether a function, or what it calls, has an array around it."""
    return any(value is array for _, _, value in Reach({function.__name__: function}).data)


class _Looks(Effectful):
    """Writes the looks; says yes to the calls whose results are written `at_once`, without a name."""

    def __init__(self, labels: list[str], objects: list[str], held: set[str], at_once: Collection[int], unknown: dict[int, Node],
                 scope: Scope, names: Names) -> None:
        super().__init__(scope)
        self.objects = objects
        self.labels, self.held, self.at_once, self.unknown, self.names = labels, held, at_once, unknown, names

    def __call__(self, node: Node) -> bool:
        return id(node) in self.at_once

    def block(self, block: Block) -> Block:
        """A new block."""
        out: Block = []
        for node in block:
            for _, inner in child_blocks(node):
                inner[:] = self.block(inner)
            before = self.stored_apart(node)
            if node.__class__ in _WITH_VALUE and any(map(self, filter(None, walk(own_expressions(node))))):
                before += calls_before(node, self, self.names)
            self.scope.locals |= assigned_in(before)
            self.held |= assigned_in(before)
            for made in [*before, node]:
                given = _given_in(made.value, self.unknown) if made.__class__ is gast.Assign else set()
                out += self.looked_at(made, given) if given and not self.held.isdisjoint(_bound(made)) else [made]
        return out

    def looked_at(self, node: Node, given: set[int]) -> Block:
        """An assignment of what calls gave, with the look at it: before it is stored into something."""
        strange = [part for part in map(self.unknown.__getitem__, given) if _is_strange(part, self.scope)]
        around = [*self.labels, *(label for label in self.objects if any(
            label not in names_in(part) for part in strange))]  # of what a call is given, its parts are followed
        if not around:
            return [node]
        if all(target.__class__ is gast.Name for target in node.targets):
            return [node, *(self.look(around, label, node) for label in _bound(node) if label in self.held)]
        label = self.names.fresh("t")
        self.scope.locals.add(label)
        first, node.value = locate(assign(label, node.value), node), name(label)
        return [first, self.look(around, label, node), node]

    def stored_apart(self, node: Node) -> Block:
        """`f()[k] = value` as `t = value`, `held = f()` and `held[k] = t`: the first two."""
        target = node.target if node.__class__ is gast.AugAssign else node.targets[0] if node.__class__ is gast.Assign else None
        place = target
        while place.__class__ in (gast.Subscript, gast.Attribute) and not self(place.value):
            place = place.value
        if place.__class__ not in (gast.Subscript, gast.Attribute):
            return []
        held, made = self.names.fresh("t"), []
        if node.__class__ is gast.Assign and node.value.__class__ not in (gast.Name, gast.Constant):
            label = self.names.fresh("t")
            made, node.value = [assign(label, node.value)], name(label)
        made.append(assign(held, place.value))
        place.value = name(held)
        return [locate(part, node) for part in made]

    @staticmethod
    def look(labels: list[str], label: str, node: Node) -> Node:
        """The statement that looks whether a call has given one of these arrays, or one that these objects have."""
        around = gast.List([name(array) for array in labels], gast.Load())
        return locate(gast.Expr(call("check_not_around", around, name(label))), node)
