"""Functions: those written in Python, those with a rule, and those that derivatives pass by."""

from __future__ import annotations

import operator
import types
from typing import Any

from tangentish import library
from tangentish.analysis.code.inert import is_engine, is_inert
from tangentish.checkpointing import checkpoint, checkpointed_function
from tangentish.dispatch.alike import Known, Looks, known_for, looks_of, remember
from tangentish.dispatch.forward.core import Call
from tangentish.dispatch.forward.rows import pushed
from tangentish.dispatch.functions import hands_active
from tangentish.dispatch.library_functions import (
    caller_of,
    check_memory,
    check_outs,
    handler_of,
    holds_nothing,
    parameters_of,
    taken_apart,
)
from tangentish.dispatch.library_functions import (
    handled as library_handled,
)
from tangentish.dispatch.memory_reached import written_names
from tangentish.dispatch.owners_above import follows
from tangentish.dispatch.pairs import made_for
from tangentish.dispatch.python_functions import active_places, check_stores, holders_of, without_objects
from tangentish.dispatch.registers import as_it_is
from tangentish.errors import UnsupportedError
from tangentish.library.by_arguments import check_call, form_for
from tangentish.library.comparisons import checked
from tangentish.request import Made
from tangentish.rules.registry import look_up, lookup


def itemgetter_called(call: Call) -> tuple[Any, Any] | None:
    """An `operator.itemgetter`, `attrgetter` or `methodcaller`."""
    if not isinstance(call.function, operator.itemgetter | operator.attrgetter | operator.methodcaller):
        return None
    function, more, named = taken_apart(call.function)
    return call.run(function=function, args=(*call.args, *more), dots=(*call.dots, *[None] * len(more)), keywords=named,
                    keyword_dots=dict.fromkeys(named))


def handled(call: Call) -> tuple[Any, Any] | None:
    """What a module handles: forwards too, or else its tangent is found from its reverse."""
    forward = look_up(library.FORWARD, call.function) if handler_of(call.function) is not None else None
    if forward is not None:
        return forward(call)
    found = library_handled(call.function, call.wrt, call.args, call.keywords)
    return None if found is None else pushed(call, *found)


def replaced(call: Call) -> tuple[Any, Any] | None:
    """A function that `library` has in plain Python."""
    replacement = form_for(call.function, call.args)
    if replacement is None:
        return None
    check_call(call.function, replacement, call.args, call.keywords)
    return call.run(function=replacement)


def with_rule(call: Call) -> tuple[Any, Any] | None:
    """A function with a rule is called by a function of one line, which is differentiated like any other."""
    rule = lookup(call.function)
    if rule is None:
        return None
    keywords = {key: value for key, value in call.keywords.items()
                if not key.startswith("overwrite_") and not (key == "out" and value is None)}
    outs = check_outs(call.function, call.wrt, call.args, keywords)
    if rule.kind == "zero" and not outs:
        ans, ans_dot = call.plain()
        return checked(call.function, ans), ans_dot
    caller = caller_of(len(call.args), tuple(keywords), call.function)
    names, named = parameters_of(len(call.args), tuple(keywords))
    values = dict(zip([*names, *named.values()], [*call.args, *keywords.values()], strict=True))
    dots = dict(zip(names, call.dots, strict=True)) | {name: call.keyword_dots[key] for key, name in named.items()}
    active = [name for place, name in enumerate(names) if place in call.wrt]
    active += [name for key, name in named.items() if key in call.wrt]
    ans, ans_dot = _run(call, caller, values, tuple(active), (), dots)
    if rule.user:
        check_memory(call.function, ans, [values[key] for key in active])
    return ans, ans_dot


def inert(call: Call) -> tuple[Any, Any] | None:
    """Logging, printing, timing: nothing to do with derivatives."""
    return call.plain() if is_inert(call.function) else None


def refused(call: Call) -> None:
    """Generated code that calls the engine itself is not followed."""
    if is_engine(call.function):
        raise UnsupportedError(
            "the derivative of this derivative is not supported: it calls functions that are looked up when it runs, or keeps "
            "adjoints in a table.\nWrite the function without calls, views, lists and objects that carry active values.")


def checkpointed(call: Call) -> tuple[Any, Any] | None:
    """What `checkpoint` made: nothing is recorded in forward mode anyway."""
    if call.function is checkpoint:
        return call.plain()
    inner = checkpointed_function(call.function)
    return None if inner is None else call.run(function=inner)


def called(call: Call) -> tuple[Any, Any] | None:
    """A function written in Python; with "*" in `wrt`, what it captured and its defaults are active too."""
    function = call.function
    if not isinstance(function, types.FunctionType):
        return None
    looks = None if call.keywords else looks_of(function, call.args)
    known = None if looks is None else known_for("tangent", function, call.wrt, looks)
    found = None if known is None else known_call(call, known)
    return found or _looked_up(call, function, looks)


def known_call(call: Call, known: Known) -> tuple[Any, Any] | None:
    """A call like one before; None if it turns out that it is not."""
    given, active, held = known.arguments(call.function, call.wrt, call.args)
    found = known.values_for(given, active)
    if found is None:
        return None
    values, parts = found
    dots = dict(zip(given, call.dots, strict=False))
    for label, owner, key in [*held, *parts]:
        dots[label] = call.tangents.held(owner, key, values[label])
    return _pushed(call, known.made, known.wanted, call.function, values, known.active, dots)


def _looked_up(call: Call, function: types.FunctionType, looks: Looks | None) -> tuple[Any, Any]:
    """A call of which nothing is known; what is found is kept for others with these looks."""
    values, active, captured, places, named = active_places(function, call.wrt, call.args, call.keywords)
    held = holders_of(function, values, captured, set(named) | {name for name, _ in places}) if "*" in call.wrt else []
    if active and not held and not captured and (plain := as_it_is(function, values, call.args, call.keywords)) is not None:
        return plain[0], call.tangents.bind(plain[0], None)
    tangents = call.tangents
    dots: dict[str, Any] = {}
    for place, dot in [*zip(places, call.dots, strict=True), *((named[key], call.keyword_dots[key]) for key in call.keywords)]:
        name, key = place
        if key is None:
            dots[name] = dot
        else:
            tangents.hold(values[name], key, values[name][key], dot)
    active |= {name for name, _, _ in held}
    whole = function
    function, values, parts, plan = without_objects(function, values, active)
    for name, holder, key in [*held, *parts]:
        dots[name] = tangents.held(holder, key, values[name])
    made, wanted = made_for("tangent", function, values, tuple(key for key in values if key in active), tuple(captured))
    if looks is not None:
        remember("tangent", whole, call.wrt, looks, made, wanted, plan, values, active, written_names(function), tuple(captured),
                 tuple(name for name, _, _ in held))
    return _pushed(call, made, wanted, function, values, active, dots)


def _run(call: Call, function: types.FunctionType, values: dict[str, Any], active: tuple[str, ...],
         captured: tuple[str, ...], dots: dict[str, Any]) -> tuple[Any, Any]:
    made, wanted = made_for("tangent", function, values, active, captured)
    return _pushed(call, made, wanted, function, values, set(active), dots)


@follows
def _pushed(call: Call, made: Made, wanted: tuple[str, ...], function: types.FunctionType, values: dict[str, Any],
            active: set[str], dots: dict[str, Any]) -> tuple[Any, Any]:
    check_stores(made, function, values, active)
    given = [call.tangents.bind(values[name], dots.get(name)) for name in wanted]
    table = [call.tangents] if made.contract.uses_table else []
    ans, ans_dot = next(iter(made.functions.values()))(*table, *values.values(), *given)
    return ans, ans_dot


def with_nothing_active(call: Call) -> tuple[Any, Any] | None:
    """Whatever it is, where no argument can carry a derivative."""
    if "*" in call.wrt and holds_nothing(call.function):
        call.wrt = tuple(key for key in call.wrt if key != "*")
    return None if call.carries() or hands_active(call.args, call.keywords, call.wrt) else call.plain()
