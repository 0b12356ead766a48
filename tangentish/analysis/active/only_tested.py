"""Variables that carry derivatives and are only compared with something: nothing flows back to them.

    low = mean - np.inf * deviation
    if low < np.min(x):
        return mean

An adjoint of `low`, which is zero, times the infinite number would be no number.
"""

from __future__ import annotations

from collections.abc import Callable

import gast

from tangentish.analysis.def_use import read_names
from tangentish.syntax import Block, Node, walk_statements

_TESTED = (gast.If, gast.While, gast.Assert)
_OPERATIONS = (gast.BinOp, gast.UnaryOp, gast.Compare, gast.BoolOp, gast.Name)


def only_tested(body: Block, is_active: Callable[[Node], bool], class_of: Callable[[str], str], ans: str) -> frozenset[str]:
    """Such variables in a program; `class_of` gives the same for all names that may share memory.

    >>> from tangentish.syntax import parse
    >>> text = '''
    ... low = m - c * s
    ... far = low * 2
    ... cond = far < x
    ... if cond:
    ...     ans = m
    ... else:
    ...     ans = m + s
    ... '''
    >>> found = only_tested(parse(text).body, lambda node: node.__class__ is not gast.Compare, str, "ans")
    >>> sorted(found)
    ['cond', 'far', 'low']
    """
    operations: list[tuple[str, set[str]]] = []
    needed = {ans}
    for node in walk_statements(body):
        if node.__class__ is gast.Assign and len(node.targets) == 1 and node.targets[0].__class__ is gast.Name and (
                node.value.__class__ in _OPERATIONS):
            operations.append((node.targets[0].id, read_names(node) if is_active(node.value) else set()))
        elif node.__class__ not in _TESTED:
            needed |= read_names(node)
    while True:
        classes = set(map(class_of, needed))
        grown = needed.union(*(reads for target, reads in operations if target in needed or class_of(target) in classes))
        if grown == needed:
            return frozenset(target for target, _ in operations if target not in needed and class_of(target) not in classes)
        needed = grown
