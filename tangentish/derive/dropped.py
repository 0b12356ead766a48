"""What a program may throw away after it computed it, by name: the cotangent is 0 then.

That is what a branch may put another value in place of, what only branches read, items that are stored once more in a branch,
and what goes into functions, containers and objects, which may do nothing with it.
"""

from __future__ import annotations

from collections.abc import Iterable

import gast

from tangentish.analysis.memory.roots import root_name
from tangentish.analysis.versions import Version
from tangentish.derive.program import Program
from tangentish.syntax import DEFINITIONS, Node, names_in

_HOLDING = (gast.List, gast.Tuple, gast.Dict, gast.Set)
Path = frozenset[tuple[int, str]]
"""The branches and loops that a statement is in, and on which side."""


def dropped(program: Program) -> set[str]:
    """The names of what may be thrown away."""
    return stored_again(program) | _read_in_branches(program) | _handed_on(program)


def target_and_value(node: Node) -> tuple[str | None, Node | None]:
    """The name that a statement binds or writes into, and what it puts there."""
    if node.__class__ is gast.Assign and len(node.targets) == 1:
        return root_name(node.targets[0]), node.value
    if node.__class__ is gast.AugAssign:
        return root_name(node.target), node.value
    return None, None


def _sites(branches: Iterable[tuple[int, str]]) -> frozenset[int]:
    return frozenset(site for site, _ in branches)


def stored_again(program: Program) -> set[str]:
    """The names of arrays of which items are stored, and then may be once more in a branch."""
    paths: dict[str, set[Path]] = {}
    for node, _ in program.parts:
        target, _ = target_and_value(node)
        if target is not None:
            paths.setdefault(target, set()).add(frozenset(program.flow.branches[node.uid]))
    stored = {target_and_value(node)[0] for node, _ in program.parts
              if node.__class__ in (gast.Assign, gast.AugAssign) and _stores_item(node)}
    return {target for target, found in paths.items() if target in stored and len(found) > 1 and any(
        _adds_a_branch(program, first, then) for first in found for then in found)}


def _stores_item(node: Node) -> bool:
    target = node.targets[0] if node.__class__ is gast.Assign else node.target
    return bool(target.__class__ is gast.Subscript)


def _adds_a_branch(program: Program, first: Path, then: Path) -> bool:
    """Whether what is done on one path may be done after the other, and need not be; loops are gone through alike."""
    sites = _sites(first)
    if any(site in sites and (site, side) not in first for site, side in then):
        return False  # on another side of the same branch
    return any(_is_branch(program, site) for site, _ in then if site not in sites)


def _is_branch(program: Program, site: int) -> bool:
    return program.flow.nodes[site].__class__ in (gast.If, gast.Try)


def _read_in_branches(program: Program) -> set[str]:
    """The names of values that are read for a derivative only in branches and loops that they are not made in, or if none is
    put in their place in a branch.
    """
    met: set[Version] = set()
    sure: set[Version] = set()
    flow, useful = program.flow, _useful(program)
    reading = [(node, parts) for node, parts in program.parts
               if node.__class__ not in DEFINITIONS and _is_for_derivative(program, node, useful)]
    reads = [(flow.before[node.uid].get(label), _sites(flow.branches[node.uid]))
             for node, parts in reading for label in _names_read(node, parts)]
    for version, where in [*reads, (flow.final.get(program.ans), frozenset())]:
        for made, conditional in () if version is None else _made_by(program, version):
            met.add(made)
            if not conditional and where <= _sites(made.branches):
                sure.add(made)
    return {version.name for version in met - sure}


def _made_by(program: Program, version: Version) -> set[tuple[Version, bool]]:
    """The values that a version may be, each with whether a branch may have put another one in its place."""
    found: set[tuple[Version, bool]] = set()
    left = [(version, False)]
    while left:
        one, conditional = left.pop()
        if (one, conditional) in found:
            continue
        found.add((one, conditional))
        branches = one.kind != "head" and _is_branch(program, one.site) if one.sources else False
        left += [(source, conditional or (branches and not _is_inside(source, one.site))) for source in one.sources]
    return {(one, conditional) for one, conditional in found if not one.sources}


def _is_inside(version: Version, site: int) -> bool:
    """Whether a value is made on one side of a branch; what a `try` makes an exception may still throw away."""
    return any(where == site and side != "try" for where, side in version.branches)


def _names_read(node: Node, parts: list[Node]) -> set[str]:
    """The names that a statement reads."""
    found = {part.id for part in parts if part.__class__ is gast.Name and part.ctx.__class__ is gast.Load}
    return found | ({node.target.id} if node.__class__ is gast.AugAssign and node.target.__class__ is gast.Name else set())


def _useful(program: Program) -> set[Version]:
    """The values that the result, or what is stored anywhere, is computed from."""
    flow = program.flow

    def read_by(node: Node) -> list[Version]:
        return [flow.before[node.uid][label] for label in flow.reads[node.uid] if label in flow.before[node.uid]]

    left = [version for node, _ in program.parts if not _binds(node) and node.__class__ not in (gast.If, gast.While)
            for version in read_by(node)]
    left += [flow.final[program.ans]] if program.ans in flow.final else []
    found: set[Version] = set()
    while left:
        version = left.pop()
        if version not in found:
            found.add(version)
            left += version.sources or (read_by(flow.nodes[version.site]) if version.site in flow.nodes else [])
    return found


def _is_for_derivative(program: Program, node: Node, useful: set[Version]) -> bool:
    """Whether a derivative flows through a statement, as far as its own expressions go: none does through tests."""
    target, value = target_and_value(node)
    if target is not None:
        return target in program.activity.varied and (not _binds(node) or program.flow.after[node.uid].get(target) in useful)
    value = node.value if node.__class__ is gast.Expr else value
    return hasattr(node, "dynamic") or (value is not None and program.activity.expr(value))


def _handed_on(program: Program) -> set[str]:
    """The names of what goes into functions that are looked up, containers and objects."""
    found: set[str] = set()
    for node, parts in program.parts:
        if hasattr(node, "dynamic"):
            func, args, keywords = node.dynamic
            found |= {n for part in [func, *args, *(k.value for k in keywords)] for n in names_in(part)}
        if node.__class__ is gast.Expr or (node.__class__ is gast.Assign and node.targets[0].__class__ is gast.Attribute):
            found |= names_in(node.value)
        for part in parts if node.__class__ not in DEFINITIONS else ():
            if part.__class__ in _HOLDING:
                found |= names_in(part)
    return found


def _binds(node: Node) -> bool:
    """Whether an assignment binds a name, and stores into nothing that others may hold."""
    return node.__class__ is gast.Assign and node.targets[0].__class__ is gast.Name
