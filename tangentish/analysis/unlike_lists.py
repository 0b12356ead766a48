"""Calls of methods with the names that lists have, but with arguments that lists do not take: of objects of some class."""

from __future__ import annotations

from collections.abc import Sequence

import gast

from tangentish.syntax import Node, walk

ARGUMENTS = {"append": (1, 1), "extend": (1, 1), "insert": (2, 2), "clear": (0, 0), "pop": (0, 2), "reverse": (0, 0),
             "popleft": (0, 0), "appendleft": (1, 1), "extendleft": (1, 1)}
"""The fewest and the most that lists, deques and dicts take; those that arrays have too are left out."""


def unlike_lists(body: Sequence[Node]) -> frozenset[str]:
    """The names of methods that are called as no list has them: with more arguments, with fewer, or with named ones.

    >>> from tangentish.syntax import parse
    >>> sorted(unlike_lists(parse("pairs.append(a, b); log.append(a); log.insert(*parts); log.extend(values=b)").body))
    ['append', 'extend']
    """
    return frozenset(part.func.attr for part in walk(body) if part.__class__ is gast.Call and
                     part.func.__class__ is gast.Attribute and part.func.attr in ARGUMENTS and not _fits(part))


def _fits(node: Node) -> bool:
    """Whether a list may take the arguments of a call."""
    if node.keywords:
        return False
    fewest, most = ARGUMENTS[node.func.attr]
    return any(arg.__class__ is gast.Starred for arg in node.args) or fewest <= len(node.args) <= most
