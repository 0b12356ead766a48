"""Looking at generated trees quickly: walks, where names stand, how wide an expression prints."""

from __future__ import annotations

from collections.abc import Iterator

import gast

from tangentish.syntax import Block, Node, children, clone, walk

FUNCTIONS = (gast.Lambda, gast.FunctionDef, gast.AsyncFunctionDef, gast.ClassDef)
COMPREHENSIONS = (gast.ListComp, gast.SetComp, gast.DictComp, gast.GeneratorExp)
COMPOUND = frozenset([gast.If, gast.For, gast.While, gast.With, gast.Try, gast.TryStar, gast.Match, gast.AsyncFor, gast.AsyncWith])
SUMS = (gast.Add, gast.Sub)
WIDE = (gast.Pow, gast.FloorDiv)
DISPLAYS = (gast.Tuple, gast.List, gast.Set)


def own_parts(node: Node) -> list[Node]:
    """What a statement evaluates or binds by itself, without the statements inside it."""
    if isinstance(node, gast.For):
        return [node.iter, node.target]
    if isinstance(node, (gast.If, gast.While)):
        return [node.test]
    if isinstance(node, gast.With):
        return list(node.items)
    if isinstance(node, gast.Try):
        return [
            part for handler in node.handlers for part in (handler.type, handler.name) if isinstance(part, gast.AST)
        ]
    return [node]


def is_compound(node: Node) -> bool:
    """Whether a statement holds other statements."""
    return node.__class__ in COMPOUND


def blocks_of(function: Node) -> Iterator[Block]:
    """Every list of statements whose statements may be moved: not those of `try`, `with` and nested functions."""
    yield from _blocks(function.body)


def _blocks(block: Block) -> Iterator[Block]:
    yield block
    for node in block:
        if isinstance(node, (gast.If, gast.For, gast.While)):
            yield from _blocks(node.body)
            if node.orelse:
                yield from _blocks(node.orelse)


def root(node: Node) -> str | None:
    """The name that a chain of subscripts and attributes starts with."""
    while isinstance(node, (gast.Subscript, gast.Attribute, gast.Starred)):
        node = node.value
    return node.id if isinstance(node, gast.Name) else None


def bound(target: Node) -> set[str]:
    """The names that an assignment target binds."""
    if isinstance(target, gast.Name):
        return {target.id}
    if isinstance(target, (gast.Tuple, gast.List)):
        return set().union(*(bound(item) for item in target.elts)) if target.elts else set()
    return bound(target.value) if isinstance(target, gast.Starred) else set()


def unshare(node: Node, seen: set[int]) -> None:
    """Copy what stands in a tree twice, so that it can be changed in one place alone."""
    for part in children(node):
        below = list(map(id, walk(part)))
        fresh = set(below)
        if len(fresh) == len(below) and seen.isdisjoint(fresh):
            seen |= fresh
        elif id(part) in seen:
            copy = clone(part)
            replace(node, part, copy)
            seen.update(map(id, walk(copy)))
        else:
            seen.add(id(part))
            unshare(part, seen)


def replace(parent: Node, old: Node, new: Node) -> None:
    """Put `new` where `old` stands directly inside `parent`."""
    for field in parent._fields:
        value = getattr(parent, field, None)
        if value is old:
            setattr(parent, field, new)
            return
        if value.__class__ is list:
            for place, item in enumerate(value):
                if item is old:
                    value[place] = new
                    return


def same(left: Node, right: Node) -> bool:
    """Whether two expressions are written alike.

    >>> from tangentish.syntax import expression
    >>> same(expression("a[i] * 2"), expression("a[i] * 2")), same(expression("a + 1"), expression("a + 1.0"))
    (True, False)
    """
    if left.__class__ is not right.__class__:
        return False
    for field in left._fields:
        a, b = getattr(left, field, None), getattr(right, field, None)
        if field in ("ctx", "type_comment", "kind", "annotation"):
            continue
        if isinstance(a, gast.AST) and isinstance(b, gast.AST):
            if not same(a, b):
                return False
        elif a.__class__ is list and b.__class__ is list:
            if len(a) != len(b) or not all(
                isinstance(p, gast.AST) and isinstance(q, gast.AST) and same(p, q) for p, q in zip(a, b, strict=True)
            ):
                return False
        elif type(a) is not type(b) or a != b:
            return False
    return True


def width(node: Node) -> int:
    """About how many characters a tree prints as.

    >>> from tangentish.syntax import expression
    >>> width(expression("np.sin(x[1:-1]) * 2.5"))
    21
    """
    cls = node.__class__
    if cls is gast.Name:
        return len(node.id)
    if cls is gast.Constant:
        return len(repr(node.value))
    if cls is gast.Attribute:
        return width(node.value) + 1 + len(node.attr)
    if cls is gast.BinOp:
        left, right = node.left, node.right
        total = width(left) + width(right)
        sums = node.op.__class__ in SUMS
        for part in (right,) if sums else (left, right):  # sums in these places need parentheses
            if part.__class__ is gast.BinOp and part.op.__class__ in SUMS:
                total += 2
        return total + (4 if node.op.__class__ in WIDE else 3)
    total = 0
    for part in children(node):
        total += width(part)
    if cls is gast.Subscript:
        return total + (0 if node.slice.__class__ is gast.Tuple else 2)
    if cls is gast.Slice:
        return total + 1 + (node.step is not None)
    if cls is gast.UnaryOp:
        return total + (4 if node.op.__class__ is gast.Not else 1)
    if cls is gast.Call:
        return total + 2 + 2 * max(0, len(node.args) + len(node.keywords) - 1)
    if cls is gast.keyword:
        return total + len(node.arg or "*") + 1
    if cls in DISPLAYS:
        return total + 2 * len(node.elts)
    if cls is gast.Assign:
        return total + 3 * len(node.targets)
    return total + 4
