"""Objects around a function get names of its own where it stores attributes of them.

    MODEL.level = f(x)        ->      t = f(x)
                                      held = MODEL
                                      held.level = t

So what is stored there is followed as it is in objects that the function is given.  They get one, too, where a function that has a
rule is given the object itself: `np.asarray(MODEL)`.
"""

from __future__ import annotations

import gast

from tangentish.frontend.foreign import is_users_object
from tangentish.frontend.resolve import Scope
from tangentish.names import Names
from tangentish.rewriting import each_rewritten
from tangentish.rules.registry import lookup
from tangentish.syntax import Block, Node, assign, locate, name, own_expressions, walk, walk_statements


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
    stored_in = {part.value.id for node in walk_statements(block) for part in _stores(node, scope)}

    def given(node: Node) -> Block:
        """The names of such objects that functions with a rule are given."""
        calls = [part for part in walk(own_expressions(node)) if part.__class__ is gast.Call] if stored_in else []
        values = [value for part in calls if lookup(scope.resolve(part.func)) is not None
                  for value in [*part.args, *(keyword.value for keyword in part.keywords)]]
        items = [item for value in values for item in (value.elts if value.__class__ in (gast.List, gast.Tuple) else [value])]
        return [item for item in items if item.__class__ is gast.Name and item.id in stored_in]

    def held(node: Node) -> Block:
        stores, values = _stores(node, scope), given(node)
        labels = {label: names.fresh("held") for label in dict.fromkeys(part.id for part in values)}
        before = [locate(assign(own, name(label)), node) for label, own in labels.items()]
        for part in values:
            part.id = labels[part.id]
        if not stores:
            return [*before, node]
        made, labels = [], {label: names.fresh("held") for label in dict.fromkeys(part.value.id for part in stores)}
        if node.__class__ is gast.Assign and any(part.__class__ is gast.Call for part in walk(node.value)):
            value, label = node.value, names.fresh("t")
            made, node.value = [assign(label, value)], name(label)  # which is found before the objects are
        for part in stores:
            part.value = gast.copy_location(name(labels[part.value.id]), part.value)
        return [*before, *(locate(part, node) for part in (
            *made, *(assign(own, name(label)) for label, own in labels.items()))), node]

    return each_rewritten(block, held)


def _stores(node: Node, scope: Scope) -> Block:
    """The attributes of objects around the function that a statement stores."""
    targets = node.targets if node.__class__ is gast.Assign else [node.target] if node.__class__ in (
        gast.AugAssign, gast.AnnAssign) and node.value is not None else []
    return [part for part in walk(targets) if part.__class__ is gast.Attribute and part.ctx.__class__ is not gast.Load
            and part.value.__class__ is gast.Name and is_users_object(scope.name(part.value.id))]
