"""Objects around a function get names of its own where it stores attributes of them.

    MODEL.level = f(x)        ->      t = f(x)
                                      held = MODEL
                                      held.level = t

So what is stored there is followed as it is in objects that the function is given.
"""

from __future__ import annotations

import gast

from tangentish.frontend.foreign import is_users_object
from tangentish.frontend.resolve import Scope
from tangentish.names import Names
from tangentish.rewriting import each_rewritten
from tangentish.syntax import Block, Node, assign, locate, name, walk


def held_by_names(block: Block, scope: Scope, names: Names) -> Block:
    """A block with such stores rewritten; functions inside it are left as they are.

    >>> from tangentish.frontend.source import read_source
    >>> from tangentish.syntax import unparse
    >>> class Model: pass
    >>> Model.__module__ = "models"  # of no package
    >>> MODEL = Model()
    >>> def fit(x): MODEL.level, MODEL.slope = x
    >>> source = read_source(fit)
    >>> for node in held_by_names(source.tree.body, Scope(source, {"x"}), Names({"x"})): print(unparse(node))
    held = MODEL
    held.level, held.slope = x
    """
    def held(node: Node) -> Block:
        targets = node.targets if node.__class__ is gast.Assign else [node.target] if node.__class__ in (
            gast.AugAssign, gast.AnnAssign) and node.value is not None else []
        stores = [part for part in walk(targets) if part.__class__ is gast.Attribute and part.ctx.__class__ is not gast.Load
                  and part.value.__class__ is gast.Name and is_users_object(scope.name(part.value.id))]
        if not stores:
            return [node]
        made, labels = [], {label: names.fresh("held") for label in dict.fromkeys(part.value.id for part in stores)}
        if node.__class__ is gast.Assign and any(part.__class__ is gast.Call for part in walk(node.value)):
            value, label = node.value, names.fresh("t")
            made, node.value = [assign(label, value)], name(label)  # which is found before the objects are
        for part in stores:
            part.value = gast.copy_location(name(labels[part.value.id]), part.value)
        return [locate(part, node) for part in (*made, *(assign(own, name(label)) for label, own in labels.items()))] + [node]

    return each_rewritten(block, held)
