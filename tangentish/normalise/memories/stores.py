"""The attributes that statements store something in, also by calls."""

from __future__ import annotations

import gast

from tangentish.normalise.around.object_tables import FILLING
from tangentish.syntax import Block, Node, walk, walk_statements


def stored_in(block: Block) -> set[str]:
    """The attributes that a block stores in, also where that is refused when it is come to (`normalise/deferred.py`)."""
    return {attr for node in walk_statements(block) for attr in stored_by(node)} | refused_in(block)


def refused_in(block: Block) -> set[str]:
    return {attr for node in walk_statements(block) for inner in walk_statements(getattr(node, "dropped", []))
            for attr in stored_by(inner)}


def stored_by(node: Node) -> set[str]:
    """The attributes that a statement stores a value in, or an item of what they hold; also by a method of this that is named."""
    targets = list(node.targets) if node.__class__ is gast.Assign else []
    return attributes_of(targets) | filled_by(node)


def attributes_of(targets: Block) -> set[str]:
    """The attributes that targets are, or are items of."""
    found = set()
    for target in targets:  # which grows
        if target.__class__ in (gast.Tuple, gast.List):
            targets += target.elts
        while target.__class__ is gast.Subscript:
            target = target.value
        if target.__class__ is gast.Attribute:
            found.add(target.attr)
    return found


def filled_by(node: Node) -> set[str]:
    """The attributes that a statement fills by `|=`, by a call or by what is called later: `put = self.held.__setitem__`."""
    done = _done_by(node)
    targets = [node.target] if node.__class__ is gast.AugAssign and node.op.__class__ is gast.BitOr else []
    targets += [part.value for part in done if part.__class__ is gast.Attribute and part.attr in FILLING]
    return attributes_of(targets).union(*(_set_by_call(part) for part in done if part.__class__ is gast.Call))


def _done_by(node: Node) -> Block:
    """The parts of a statement that may store something by a call: of an assignment, the call that it is."""
    if node.__class__ is gast.Expr:
        return walk(node.value)
    value = node.value if node.__class__ is gast.Assign else None
    return [value, value.func] if value.__class__ is gast.Call else [] if value is None else [value]


def _set_by_call(node: Node) -> set[str]:
    """The attributes that `setattr(self, "x", value)` and `vars(self).update(x=value)` set, and the like."""
    function = node.func
    if getattr(function, "id", "") == "setattr" and len(node.args) == 3:
        return {str(node.args[1].value)} if node.args[1].__class__ is gast.Constant else set()
    if function.__class__ is not gast.Attribute or function.attr not in FILLING:
        return set()
    owner = function.value
    of_object = getattr(owner, "attr", "") == "__dict__" or (
        owner.__class__ is gast.Call and getattr(owner.func, "id", "") == "vars")
    if not of_object:
        return set()
    keys = [key for arg in node.args if arg.__class__ is gast.Dict for key in arg.keys]
    return {str(key.value) for key in keys if key.__class__ is gast.Constant} | {k.arg for k in node.keywords if k.arg}
