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
    if node.__class__ not in COMPOUND:
        return [node]
    if node.__class__ is gast.For:
        return [node.iter, node.target]
    if node.__class__ in (gast.If, gast.While):
        return [node.test]
    if node.__class__ is gast.With:
        return list(node.items)
    if node.__class__ is gast.Try:
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
        if node.__class__ in (gast.If, gast.For, gast.While):
            yield from _blocks(node.body)
            if node.orelse:
                yield from _blocks(node.orelse)


def root(node: Node) -> str | None:
    """The name that a chain of subscripts and attributes starts with."""
    while node.__class__ in (gast.Subscript, gast.Attribute, gast.Starred):
        node = node.value
    return node.id if node.__class__ is gast.Name else None


def bound(target: Node) -> set[str]:
    """The names that an assignment target binds."""
    if target.__class__ is gast.Name:
        return {target.id}
    if target.__class__ in (gast.Tuple, gast.List):
        return set().union(*(bound(item) for item in target.elts)) if target.elts else set()
    return bound(target.value) if target.__class__ is gast.Starred else set()


def unshare(node: Node, seen: set[int]) -> Block:
    """Copy what stands in a tree twice, so that it can be changed in one place alone; all nodes below."""
    found: Block = []
    for part in children(node):
        below = walk(part)
        fresh = set(map(id, below))
        if len(fresh) == len(below) and seen.isdisjoint(fresh):
            seen |= fresh
            found += below
        elif id(part) in seen:
            copy = clone(part)
            replace(node, part, copy)
            below = walk(copy)
            seen.update(map(id, below))
            found += below
        else:
            seen.add(id(part))
            found += [part, *unshare(part, seen)]
    return found


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


def extra_width(parent: Node, old: Node, new: Node) -> int:
    """How much wider `parent` gets, beyond what both print as, when `new` takes the place of the name `old` in it."""
    if parent.__class__ is gast.BinOp and new.__class__ is gast.BinOp and new.op.__class__ in SUMS:
        return 0 if parent.op.__class__ in SUMS and parent.right is not old else 2
    if parent.__class__ is gast.Subscript and new.__class__ is gast.Tuple and parent.slice is old:
        return -2
    return 0


def width(node: Node) -> int:
    """About how many characters a tree prints as.

    >>> from tangentish.syntax import expression
    >>> width(expression("np.sin(x[1:-1]) * 2.5"))
    21
    """
    total = 0
    for part in walk(node):
        cls = part.__class__
        if cls is gast.Name:
            total += len(part.id)
        elif cls is gast.Constant:
            total += len(repr(part.value))
        elif cls is gast.BinOp:
            sums = part.op.__class__ in SUMS
            total += 4 if part.op.__class__ in WIDE else 3
            if not sums and part.left.__class__ is gast.BinOp and part.left.op.__class__ in SUMS:
                total += 2  # sums in these places need parentheses
            if part.right.__class__ is gast.BinOp and part.right.op.__class__ in SUMS:
                total += 2
        elif cls is gast.Attribute:
            total += 1 + len(part.attr)
        elif cls is gast.Subscript:
            total += 0 if part.slice.__class__ is gast.Tuple else 2
        elif cls is gast.Slice:
            total += 1 + (part.step is not None)
        elif cls is gast.UnaryOp:
            total += 4 if part.op.__class__ is gast.Not else 1
        elif cls is gast.Call:
            total += 2 + 2 * max(0, len(part.args) + len(part.keywords) - 1)
        elif cls is gast.keyword:
            total += len(part.arg or "*") + 1
        elif cls in DISPLAYS:
            total += 2 * len(part.elts)
        else:
            total += 3 * len(part.targets) if cls is gast.Assign else 4
    return total
