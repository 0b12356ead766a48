"""Calls whose target is looked up when they happen: `primal(f, wrt, ...)` and the reverse of what it recorded.

One path for Python functions, closures, methods, `functools.partial`, classes, callable objects and functions with a
rule, with any mix of positional, keyword, `*` and `**` arguments.  `STEPS` is the whole of it: what a callable may be, in
the order in which it is tried; each file here is one of these.
"""

from __future__ import annotations

from tangentish.dispatch import (
    attributes,
    classes,
    custom_functions,
    deques,
    derivatives,
    library_functions,
    managers,
    methods,
    operators,
    partials,
    proxies,
    quick,
    recomputed,
    tables,
)
from tangentish.dispatch.arguments import floats
from tangentish.dispatch.core import EXTERNS, STEPS, primal
from tangentish.dispatch.forward import pushforward
from tangentish.dispatch.owners_above import note_constant
from tangentish.dispatch.pairs import made_for, pair_for, settings
from tangentish.dispatch.python_functions import active_places, check_stores, with_snapshots
from tangentish.dispatch.records import Parts, Record

STEPS[:] = (
    quick.called,
    proxies.called,
    partials.called,
    custom_functions.made,
    custom_functions.called,
    tables.asked,
    attributes.of_super,
    attributes.getattr_called,
    attributes.setter_bound,
    attributes.setattr_called,
    library_functions.handled,
    operators.of_class,  # before their rules, which are for numbers and arrays
    operators.of_sets,
    library_functions.itemgetter_called,
    library_functions.replaced,
    library_functions.with_rule,
    library_functions.inert,
    derivatives.made,
    managers.called,
    derivatives.refused,
    classes.fields_made,
    recomputed.called,
    quick.function_learned,
    derivatives.called,
    partials.constructed,
    quick.class_learned,
    deques.called,
    methods.of_builtin,
    methods.of_class,
    methods.of_operator,
    methods.of_vectorize,
    methods.of_callable_object,
    methods.of_wrapper,
    library_functions.with_nothing_active,
)
EXTERNS["pushforward"] = pushforward

__all__ = ["EXTERNS", "STEPS", "Parts", "Record", "active_places", "check_stores", "floats", "made_for", "note_constant",
           "pair_for", "primal", "pushforward", "settings", "with_snapshots"]
