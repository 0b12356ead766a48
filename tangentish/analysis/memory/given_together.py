"""What one call gives, and is unpacked: several arrays, or functions, that may share memory.

>>> from tangentish.syntax import parse, unparse
>>> pair, = parse("(put, get), n = make(), 2").body
>>> [(unparse(target), unparse(value)) for target, value in pairs_of(pair.targets[0], pair.value)]
[('put, get', 'make()'), ('n', '2')]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import gast

from tangentish.analysis.code.inert import is_inert
from tangentish.frontend.resolve import MISSING
from tangentish.rules.registry import lookup
from tangentish.syntax import COMPREHENSIONS, Node, walk


def pairs_of(target: Node, value: Node) -> Iterator[tuple[Node, Node]]:
    """The targets of an assignment, each with what it is bound to: item by item where both sides are displays of one length."""
    displays = target.__class__ in (gast.Tuple, gast.List) and value.__class__ in (gast.Tuple, gast.List)
    if displays and len(target.elts) == len(value.elts) and not any(
            part.__class__ is gast.Starred for part in [*target.elts, *value.elts]):
        for left, right in zip(target.elts, value.elts, strict=True):
            yield from pairs_of(left, right)
    else:
        yield target, value


def comprehension_pairs(parts: list[Node]) -> list[tuple[Node, Node]]:
    """The targets of the comprehensions among some expressions, with what they go through."""
    return [(generator.target, generator.iter) for part in walk(parts) if part.__class__ in COMPREHENSIONS
            for generator in part.generators]


def may_have_in_common(value: Node, resolve: Callable[[Node], Any]) -> bool:
    """Whether the items of a value may share memory, or functions among them variables: a call gave them that nothing is known of.

    >>> from tangentish.syntax import expression
    >>> [may_have_in_common(expression(text), lambda _: MISSING) for text in ("make()[:2]", "[f for f in make()]", "(1, x)")]
    [True, True, False]
    """
    for part in walk(value):
        target = resolve(part.func) if part.__class__ is gast.Call else None
        if part.__class__ is gast.Call and (target is MISSING or (lookup(target) is None and not is_inert(target) and (
                target not in _KNOWN))):
            return True
    return False


_KNOWN = (zip, enumerate, range, map, filter, reversed, sorted, list, tuple, len, int, float, min, max, sum, abs, divmod)
"""What gives of what it is given, at most."""
