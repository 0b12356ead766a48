"""Refuses the groups of `itertools.groupby` where they are not gone through once, in the step of the loop that they are given in.

They are followed as lists, which could be gone through again, and later; in Python nothing is left of a group by then.
"""

from __future__ import annotations

import itertools
import math

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.resolve import Scope
from tangentish.syntax import COMPREHENSIONS, Block, Node, children, names_in, walk

CONSUMERS = (list, tuple, sum, sorted, max, min, set, math.fsum, math.prod)
IN_STEP = (enumerate, zip)


def check_groups(body: Block, activity: Activity, scope: Scope, filename: str) -> None:
    """Raise `UnsupportedError` for the first active `groupby` that is used otherwise."""
    check = _Groups(activity, scope)
    calls = [part for part in walk(body) if part.__class__ is gast.Call and scope.resolve(part.func) is itertools.groupby]
    if not any(map(activity.expr, calls)):
        return
    fine = {id(iterable) for part in walk(body) for iterable in check.consumed(part)}
    for call in calls:
        if activity.expr(call) and id(call) not in fine:
            raise located(UnsupportedError, "the groups of `groupby` are not seen to be gone through once, in the loop over them",
                          filename, getattr(call, "origin", call), "Write `for key, group in groupby(...)`, and `list(group)`.")


class _Groups:
    def __init__(self, activity: Activity, scope: Scope) -> None:
        self.activity, self.scope = activity, scope

    def consumed(self, node: Node) -> list[Node]:
        """What a loop or a comprehension goes through whose second item it uses once at most."""
        if node.__class__ is gast.For:
            pairs = [(node.target, node.iter, node.body)]
        elif node.__class__ in COMPREHENSIONS:
            first, *others = node.generators
            values = [node.key, node.value] if node.__class__ is gast.DictComp else [node.elt]
            inner = [*first.ifs, *(part for other in others for part in (other.iter, *other.ifs)), *values]
            pairs = [(first.target, first.iter, inner)]
            if others and first.target.__class__ is gast.Tuple and any(
                    n in names_in([*values, *(t for o in others for t in o.ifs), *(o.iter for o in others[1:])])
                    for n in names_in(first.target.elts[-1])):
                return []  # used for every item of another
            if others:
                return [iterable for target, iterable, _ in pairs if self.is_pair(target) and self.direct(
                    others[0].iter, target.elts[1].id)]
        else:
            return []
        return [iterable for target, iterable, parts in pairs if self.is_pair(target) and self.once(parts, target.elts[1].id)]

    @staticmethod
    def is_pair(target: Node) -> bool:
        return target.__class__ is gast.Tuple and len(target.elts) == 2 and target.elts[1].__class__ is gast.Name

    def once(self, parts: Block, key: str) -> bool:
        """Whether a name is read once at most in what is done once, by something that goes through it there."""
        for k, part in enumerate(parts):
            if key in names_in(part):
                if self.rebinds(part, key) and k + 1 < len(parts):
                    return True  # `group = list(group)`: what is read after that is the list
                break
        reads = [n for n in walk(parts) if n.__class__ is gast.Name and n.id == key]
        return not reads or (len(reads) == 1 and any(self.used_by(part, key) for part in parts))

    def rebinds(self, node: Node, key: str) -> bool:
        """Whether a statement puts all the items of a name under the same name."""
        return node.__class__ is gast.Assign and node.value.__class__ is gast.Call and (
            self.is_one_of(node.value.func, (list, tuple, sorted))) and len(node.targets) == 1 and (
            self.direct(node.targets[0], key)) and len(node.value.args) == 1 and (
            self.direct(node.value.args[0], key)) and key not in names_in(node.value.keywords)

    def used_by(self, node: Node, key: str) -> bool:
        """Whether a statement or an expression goes through a name, once."""
        if node.__class__ in (gast.Lambda, gast.FunctionDef, gast.While):
            return False
        if node.__class__ is gast.For:
            return self.direct(node.iter, key) or self.used_by(node.iter, key)
        if node.__class__ in COMPREHENSIONS:
            return self.direct(node.generators[0].iter, key) and node.__class__ is not gast.GeneratorExp
        if node.__class__ is gast.Call and node.args and self.is_one_of(node.func, CONSUMERS):
            first = node.args[0]
            if first.__class__ is gast.GeneratorExp and self.direct(first.generators[0].iter, key):
                return True
            if self.direct(first, key):
                return True
        if node.__class__ is gast.Starred and self.direct(node.value, key):
            return True
        return any(self.used_by(child, key) for child in children(node))

    def direct(self, node: Node, key: str) -> bool:
        """Whether an expression is a name, or gives its items one by one."""
        if node.__class__ is gast.Call and self.is_one_of(node.func, IN_STEP):
            return any(self.direct(argument, key) for argument in node.args)
        return node.__class__ is gast.Name and node.id == key

    def is_one_of(self, node: Node, functions: tuple[object, ...]) -> bool:
        target = self.scope.resolve(node)
        return any(target is function for function in functions)
