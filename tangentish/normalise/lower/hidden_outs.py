"""What a result is written into, where it stands behind a star: `np.sum(x, *given)`.

The statement knows no name of it, so that it is looked whether there is one, before the call.

>>> from tangentish.frontend.resolve import MISSING
>>> from tangentish.syntax import expression, unparse
>>> node = expression("x.sum(*given)")
>>> print(unparse(look_at_hidden(node, node, MISSING, [])))
check_no_out(2, x, given)
"""

from __future__ import annotations

from typing import Any

import gast

from tangentish.frontend.out_arguments import hidden_outs, place_of_out
from tangentish.frontend.resolve import MISSING
from tangentish.syntax import Block, Node, call, clone, constant, locate, tuple_of, walk_statements


def look_at_hidden(made: Node, node: Node, target: Any, body: Block) -> Node | None:
    """The statement that looks, for a call that is `made` of simple arguments in place of one in a `body`; None for others."""
    stars = [place for place, a in enumerate(made.args) if a.__class__ is gast.Starred]
    if not stars or not hidden_outs(node, target) or (target is MISSING and made.func.__class__ is not gast.Attribute):
        return None
    place, behind = place_of_out(node, target) - stars[0], made.args[stars[0] :]
    if len(behind) == 1 and _is_made_there(behind[0].value, place, body):
        return None
    # what stands there by itself has a name, and is written into by that
    owner = clone(made.func.value) if target is MISSING else constant(None)
    groups = [clone(part.value) if part.__class__ is gast.Starred else tuple_of([constant(None)]) for part in behind]
    return locate(gast.Expr(call("check_no_out", constant(place), owner, *groups)), node)


def _is_made_there(items: Node, place: int, body: Block) -> bool:
    """Whether a name is that of one display, in which what stands at a place is made by a call: it has no other name."""
    made = [node.value for node in walk_statements(body) if node.__class__ is gast.Assign and any(
        target.__class__ is gast.Name and target.id == getattr(items, "id", "") for target in node.targets)]
    return len(made) == 1 and made[0].__class__ in (gast.Tuple, gast.List) and 0 <= place < len(made[0].elts) and (
        made[0].elts[place].__class__ is gast.Call)
