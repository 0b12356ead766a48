"""Whether a branch for other points may be taken once more for equal ones, and what has to come out as it was then."""

from __future__ import annotations

from collections.abc import Mapping

import gast

from tangentish.analysis.def_use import assigned_in
from tangentish.analysis.keys_set import Done, pairs_of
from tangentish.normalise.memories.same_points import WIDE, is_wide
from tangentish.syntax import Block, Node, call, clone, constant, name, names_in, own_expressions, walk, walk_statements


def given_too(kept: list[Block], others: Block, flags: Mapping[str, bool], statements: Block) -> dict[str, Node] | None:
    """The values of the names that are bound for the same points, and for others too; None where these cannot be looked at.

    So it is where a name has a value before, and gets another one for other points alone; and where attributes are read that are
    stored for the same points.
    """
    bound = assigned_in(others) - flags.keys()
    both = assigned_in([node for block in kept for node in block]) & bound
    inside = {id(node) for block in (others, *kept) for node in walk_statements(block)}
    outside = [node for node in statements if id(node) not in inside]
    read = {part.attr for node in outside for part in walk(own_expressions(node)) if part.__class__ is gast.Attribute
            and part.ctx.__class__ is gast.Load}
    stored = {part.attr for block in kept for part in walk(block) if part.__class__ is gast.Attribute
              and part.ctx.__class__ is not gast.Load}
    if stored & read:
        return None
    before = assigned_in([node for node in outside if node.__class__ in (gast.Assign, gast.AugAssign, gast.AnnAssign)])
    if (bound - both) & before & names_in([part for node in outside for part in own_expressions(node)]):
        return None
    found = {target.id: value for block in kept for node in block if node.__class__ is gast.Assign
             for target, value in pairs_of(node) if target.__class__ is gast.Name and target.id in both}
    plain = not any(part.__class__ in (gast.Call, gast.NamedExpr) or getattr(part, "id", "") in both
                    for part in walk(list(found.values())))
    return found if plain and found.keys() == both else None


def within(refused: Node, limits: Block, owner: str, keys: list[str], done: Done) -> Node | None:
    """When to refuse what is kept for points that are near, as it is no active value: None if that is never.

    A list of neighbours that holds until something has moved far is a constant; by a limit of no more than rounding, the points
    are meant to be the same.  Which attributes methods keep, and what, shows when it is run.
    """
    if not limits:
        return refused
    narrow = [gast.Compare(clone(limit), [gast.Lt()], [constant(WIDE)]) for limit in limits if not is_wide(limit)]
    asked = call("keeps_numbers", name(owner), constant(" ".join(keys)), *map(constant, sorted(done.calls)))
    either = [*narrow, *([asked] if done.calls else [])]
    if not either:
        return None
    return gast.BoolOp(gast.And(), [refused, either[0] if len(either) == 1 else gast.BoolOp(gast.Or(), either)])


def asked_about(done: Done, owner: str, attr: str, first: Node, can_be_again: bool) -> tuple[Node, Node | None, Node | None]:
    """What asks, with the result `first`, and the tests of that: whether branches are to be taken once more, or refused."""
    if attr in done.binds and not (can_be_again and done.calls):
        asking = call("asked_first", name(owner), constant(attr))
        return (asking, first, None) if can_be_again else (asking, None, first)
    how = "done_anew" if attr in done.binds else "set_anew"
    asking = call(how, name(owner), constant(attr), *map(constant, sorted(done.calls)))
    if not can_be_again:
        return asking, None, first
    again, refused = (gast.Compare(first, [gast.Eq()], [constant(answer)]) for answer in ("again", "refused"))
    return asking, again, refused
