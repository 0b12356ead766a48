"""Functions made by functions defined inside, where a variable that they see is bound anew after they were made.

Python looks such a variable up when the innermost function is called.  A function defined inside is followed with the values
that it sees as further arguments, so what it makes and gives away would hold on to these values.  In a list, which stays the
same, the variable is followed like any item.

>>> from tangentish.syntax import parse
>>> body = parse('''
... def outer():
...     return lambda: a
... inner = outer()
... a = 2.0 * a
... ''').body
>>> class Everything:
...     varied = {"outer"}
...     def call(self, node): return True
>>> check_late_binding(body, Everything(), "model.py")
Traceback (most recent call last):
...
tangentish.errors.UnsupportedError: model.py:5: a function made by `outer` sees `a`, which is bound anew here
Pass `a` to the function as an argument, or give the new value another name.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gast

from tangentish.analysis.code.code_writes import MUTATORS
from tangentish.errors import UnsupportedError, located
from tangentish.names import Names
from tangentish.normalise.variables.boxes import bound_otherwise, boxed
from tangentish.syntax import Block, Node, child_blocks, free_names, walk

LOOPS = (gast.For, gast.While)
FUNCTIONS = (gast.FunctionDef, gast.Lambda)


def check_late_binding(body: Block, activity: Any, filename: str) -> None:
    """Raise `UnsupportedError` for the first such binding, where the outer function is called with active values about."""
    for label, name, node in _late_bindings(body, activity):
        raise located(UnsupportedError, f"a function made by `{label}` sees `{name}`, which is bound anew here",
                      filename, node, f"Pass `{name}` to the function as an argument, or give the new value another name.")


def box_late_bound(body: Block, activity: Any, params: list[str], names: Names) -> Block:
    """Put the variables that are bound so into lists of one item, which all functions see, as far as that can be written."""
    late = {name for _, name, _ in _late_bindings(body, activity)}
    return boxed(body, sorted(late - bound_otherwise(body)), params, names) if late else body


def _late_bindings(body: Block, activity: Any) -> Iterator[tuple[str, str, Node]]:
    """The function that makes others, the variable that these see, and the statement that binds it anew."""
    steps = list(_in_order(body, ()))
    varied = activity.varied | {part.func.id for node in body for part in walk(node) if part.__class__ is gast.Call
                                and part.func.__class__ is gast.Name and activity.call(part)}
    for place, (node, loops) in enumerate(steps):
        label, function = _named_function(node)
        if label not in varied or function is None:
            continue
        seen = _seen_by_what_it_gives_away(function) & free_names(function)
        if not seen:
            continue
        for later, (other, around) in enumerate(steps):
            if other is not node and (later > place or set(map(id, loops)) & set(map(id, around))):
                for name in sorted(seen & _bound_by(other)):
                    yield label, name, other


def _in_order(body: Block, loops: tuple[Node, ...]) -> Iterator[tuple[Node, tuple[Node, ...]]]:
    """The statements of a block and of those in it, not of functions, each with the loops around it."""
    for node in body:
        inside = (*loops, node) if node.__class__ in LOOPS else loops
        yield node, inside
        if node.__class__ not in (gast.FunctionDef, gast.ClassDef):
            for _, block in child_blocks(node):
                yield from _in_order(block, inside)


def _named_function(node: Node) -> tuple[str, Node | None]:
    if node.__class__ is gast.FunctionDef:
        return node.name, node
    if node.__class__ is gast.Assign and node.value.__class__ is gast.Lambda and node.targets[0].__class__ is gast.Name:
        return node.targets[0].id, node.value
    return "", None


def _bound_by(node: Node) -> set[str]:
    """The names that a statement itself binds, other than as a function."""
    if node.__class__ in (gast.FunctionDef, gast.ClassDef):
        return set()
    inside = {id(part) for _, block in child_blocks(node) for statement in block for part in walk(statement)}
    return {part.id for part in walk(node) if part.__class__ is gast.Name and part.ctx.__class__ is gast.Store
            and id(part) not in inside}


def _seen_by_what_it_gives_away(function: Node) -> set[str]:
    """The names seen by the functions inside a function that may outlive its call."""
    parts = list(walk(function.body))
    made = {name: inner for name, inner in map(_named_function, parts) if inner is not None}
    staying = {id(part.func) for part in parts if part.__class__ is gast.Call}
    local = {part.id for part in parts if part.__class__ is gast.Name and part.ctx.__class__ is gast.Store}
    for part in parts:
        if part.__class__ is gast.Call and (not _keeps(part) or _owner(part) in local - _given_away(parts, local)):
            staying |= {id(value) for value in [*part.args, *(k.value for k in part.keywords)]}
    named = {id(inner) for inner in made.values()}
    given = [part for part in parts if part.__class__ is gast.Lambda and id(part) not in staying | named]
    given += [made[part.id] for part in parts if part.__class__ is gast.Name and part.id in made
              and part.ctx.__class__ is gast.Load and id(part) not in staying]
    return set().union(*map(free_names, given))


def _given_away(parts: list[Node], local: set[str]) -> set[str]:
    """The local names that may be used for more than to loop over them, and to call items or methods."""
    calls = [part for part in parts if part.__class__ is gast.Call]
    quiet = {id(part.iter) for part in parts if part.__class__ in (gast.For, gast.comprehension)}
    quiet |= {id(part.func.value) for part in calls if part.func.__class__ in (gast.Attribute, gast.Subscript)}
    return {part.id for part in parts if part.__class__ is gast.Name and part.ctx.__class__ is gast.Load
            and part.id in local and id(part) not in quiet}


def _owner(node: Node) -> str:
    """The name of what a method is called of."""
    value = node.func.value if node.func.__class__ is gast.Attribute else None
    return value.id if value.__class__ is gast.Name else ""


def _keeps(node: Node) -> bool:
    """Whether what is called keeps the functions it is given: `partial`, `append`, a class."""
    label = node.func.attr if node.func.__class__ is gast.Attribute else getattr(node.func, "id", "")
    return label in MUTATORS or label == "partial" or label[:1].isupper()
