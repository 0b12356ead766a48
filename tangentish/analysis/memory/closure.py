"""What is reached from names, step by step."""

from __future__ import annotations

from collections.abc import Iterable


def successors(edges: Iterable[tuple[str, set[str]]]) -> dict[str, set[str]]:
    """Pairs of a name and those that follow from it, by name."""
    found: dict[str, set[str]] = {}
    for source, targets in edges:
        found.setdefault(source, set()).update(targets)
    return found


def closure(seeds: Iterable[str], next_of: dict[str, set[str]]) -> set[str]:
    """Names, and all that follows from them.

    >>> sorted(closure({"x"}, successors([("x", {"y"}), ("y", {"z"}), ("u", {"v"})])))
    ['x', 'y', 'z']
    """
    found = set(seeds)
    left = list(found)
    while left:
        new = next_of.get(left.pop(), set()) - found
        found |= new
        left += new
    return found
