"""Functions of libraries: those with a rule, those with a Python equivalent, and those that derivatives pass by."""

from __future__ import annotations

import functools
import linecache
import operator
import types
from typing import Any

import numpy as np

from tangentish import library
from tangentish.analysis.code.inert import is_inert
from tangentish.class_attributes import bound_object, has_dict
from tangentish.dispatch.arguments import carries, floats
from tangentish.dispatch.core import primal
from tangentish.dispatch.functions import hands_active
from tangentish.dispatch.pairs import PairRecord, pair_for
from tangentish.dispatch.records import Nothing, Parts, Record
from tangentish.errors import CALLER, UnsupportedError
from tangentish.frontend.out_arguments import out_place
from tangentish.library.by_arguments import check_call, form_for
from tangentish.library.comparisons import checked
from tangentish.rules.registry import look_up, lookup
from tangentish.runtime.cotangents import filled_number
from tangentish.shadows import Shadows


def itemgetter_called(function: Any, wrt: Any, args: tuple[Any, ...],
                      keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """An `operator.itemgetter`, `attrgetter` or `methodcaller`."""
    if not isinstance(function, operator.itemgetter | operator.attrgetter | operator.methodcaller):
        return None
    called, more, named = taken_apart(function)
    return primal(called, wrt, *args, *more, **named)


def taken_apart(function: Any) -> tuple[Any, tuple[Any, ...], dict[str, Any]]:
    """The function of `library` that does what such an object does, and what that takes beside the object it is used on."""
    made, given = function.__reduce__()[:2]
    if isinstance(function, operator.methodcaller):  # with keywords it is made by a partial of its class
        return library.call_method, (*getattr(made, "args", ()), *given), dict(getattr(made, "keywords", {}))
    return library.get_items if isinstance(function, operator.itemgetter) else library.get_attributes, tuple(given), {}


def handler_of(function: Any) -> Any:
    """What handles a function, an object that is called, or a method of a library's object; None if nothing does."""
    handler = library.handled(function)
    if handler is None and library.handled(type(function)) is not None:
        called = library.HANDLED.get((type(function), "__call__"))
        handler = None if called is None else functools.partial(called, function)
    owner = bound_object(function)
    if handler is None and library.HANDLED and owner is not None and not isinstance(owner, types.ModuleType):
        method = look_up(library.HANDLED, (type(owner), getattr(function, "__name__", "")))
        handler = None if method is None else functools.partial(method, function)
    return handler


def handled(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """A function, or an object of a class, that a module here handles."""
    handler = handler_of(function)
    if handler is not None:
        return handler(wrt, args, keywords)
    if getattr(function, "__module__", None) == "_operator":
        for arg in args:
            library.handled(type(arg))  # loads what there is for its library
        for operators in library.OPERATOR_HANDLERS:
            found = operators(function, wrt, args, keywords)
            if found is not None:
                return found
    return None


def replaced(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """A function that `library` has in plain Python."""
    replacement = form_for(function, args)
    if replacement is None:
        return None
    check_call(function, replacement, args, keywords)
    return primal(replacement, wrt, *args, **keywords)


def with_rule(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """A function with a rule is called by a function of one line, which is differentiated like any other."""
    rule = lookup(function)
    if rule is None:
        return None
    if keywords.get("out", ...) is None:
        keywords = {key: value for key, value in keywords.items() if key != "out"}
    outs = check_outs(function, wrt, args, keywords)
    if rule.kind == "zero" and not outs:
        return checked(function, function(*args, **keywords)), Nothing(len(args))
    # what SciPy overwrites could not be read again
    keywords = {key: value for key, value in keywords.items() if not key.startswith("overwrite_")}
    caller = caller_of(len(args), tuple(keywords), function)
    names, named = parameters_of(len(args), tuple(keywords))
    values = dict(zip([*names, *named.values()], [*args, *keywords.values()], strict=True))
    active = [name for place, name in enumerate(names) if place in wrt and floats(args[place])]
    active += [name for key, name in named.items() if key in wrt and floats(keywords[key])]
    made, wanted = pair_for(caller, values, tuple(active), ())
    ans, record = next(iter(made.functions.values()))(*values.values())
    if rule.user:
        check_memory(function, ans, [values[key] for key in active])
    plain = PairRecord if rule.user or outs else RuleRecord
    kind = OperatorRecord if getattr(function, "__module__", None) == "_operator" else plain
    return ans, kind(made, ans, record, wanted, values, [(name, None) for name in names],
                     {key: (name, None) for key, name in named.items()}, [])


class RuleRecord(PairRecord):
    """A call of a function with a rule; where nothing flows back, nothing does even if its slope is infinite or nan."""

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        if _is_zero(ans_bar):
            return Parts([None] * len(self.places), dict.fromkeys(self.named))
        return super().reverse(ans_bar, shadows)


class OperatorRecord(RuleRecord):
    """A call of an operator; refused where it gave an object, as that of an array that holds one does."""

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        return super().reverse(filled_number(ans_bar, self.ans), shadows)


def _is_zero(cotangent: Any) -> bool:
    """Whether a cotangent is zero everywhere; the first entry tells it of most that are not.

    None says nothing: the cotangents of what a tuple or a list holds are in the table.
    """
    if isinstance(cotangent, np.ndarray):
        return cotangent.dtype.kind in "fc" and not (cotangent.size and cotangent.flat[0]) and not cotangent.any()
    return isinstance(cotangent, float) and cotangent == 0.0


def check_outs(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> bool:
    """Whether the result is written into an array; refused if nobody saw that beforehand, as its adjoint would be lost."""
    place = out_place(function)
    count = function.nout if isinstance(function, np.ufunc) else 1
    places = [] if place is None else [k for k in range(place, min(place + count, len(args))) if args[k] is not None]
    lost = [args[k] for k in places if k not in wrt]
    lost += [keywords["out"]] if "out" in keywords and "out" not in wrt else []
    if any(isinstance(part, np.ndarray) and part.dtype.kind in "fcO" for out in lost
           for part in (out if isinstance(out, tuple) else (out,))):
        raise UnsupportedError(f"the `out` of `{getattr(function, '__name__', function)}` was not seen where it is called.\n"
                               "Call it by its name, as np.sum(x, out=y).")
    return bool(places) or "out" in keywords


def check_memory(function: Any, ans: Any, inside: list[Any]) -> None:
    """Refuse a result of a function with a user's rule that shares memory with its active arguments."""
    if any(np.may_share_memory(a, b) for a in _arrays(ans) for b in _arrays(inside)):
        raise UnsupportedError(f"`{getattr(function, '__name__', function)}`, which has a rule of its own, returned the "
                               "memory of its argument.\nLet it return a copy.")


def _arrays(value: Any, depth: int = 4) -> list[np.ndarray[Any, Any]]:
    """The arrays that a value holds."""
    if isinstance(value, np.ndarray):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    elif has_dict(value) and not isinstance(value, type | types.FunctionType | types.ModuleType):
        value = list(vars(value).values())
    if not isinstance(value, list | tuple) or not depth:
        return []
    return [array for item in value for array in _arrays(item, depth - 1)]


def parameters_of(count: int, keywords: tuple[str, ...]) -> tuple[list[str], dict[str, str]]:
    """The parameters of a caller: of the positional arguments, and of the keywords."""
    return [f"a{k}" for k in range(count)], {key: f"k_{key}" for key in keywords}


def caller_of(count: int, keywords: tuple[str, ...], function: Any) -> types.FunctionType:
    """A function that does nothing but call another, with so many arguments and these keywords."""
    try:
        return _caller(count, keywords, function)
    except TypeError:  # not hashable: made anew each time
        return _caller.__wrapped__(count, keywords, function)


@functools.lru_cache(maxsize=1024)
def _caller(count: int, keywords: tuple[str, ...], function: Any) -> types.FunctionType:
    """`def call(a0, k_axis): return function(a0, axis=k_axis)`, with its source where it is looked for."""
    names, named = parameters_of(count, keywords)
    given = [*names, *(f"{key}={name}" for key, name in named.items())]
    text = f"def call({', '.join([*names, *named.values()])}):\n    return function({', '.join(given)})\n"
    how = ", ".join([*names, *named])  # all that the text depends on
    filename = f"{CALLER} {getattr(function, '__name__', 'function')}({how})>"
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    space: dict[str, Any] = {"function": function}
    exec(compile(text, filename, "exec"), space)
    made: types.FunctionType = space["call"]
    return made


def inert(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """Logging, printing, timing: nothing to do with derivatives."""
    return (function(*args, **keywords), Nothing(len(args))) if is_inert(function) else None


def holds_nothing(function: Any) -> bool:
    """Whether a function is one of a library that is not written in Python: no closure, no owner, nothing of the user's."""
    if type(function).__name__ == "cython_function_or_method":
        return not getattr(function, "__closure__", None)
    return isinstance(function, types.BuiltinFunctionType) and isinstance(function.__self__, types.ModuleType | types.NoneType)


def with_nothing_active(function: Any, wrt: Any, args: tuple[Any, ...],
                        keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """Whatever it is, where no argument can carry a derivative, by itself or as a function that holds something."""
    if "*" in wrt and holds_nothing(function):
        wrt = tuple(key for key in wrt if key != "*")
    if carries(args, keywords, wrt) or hands_active(args, keywords, wrt):
        return None
    return function(*args, **keywords), Nothing(len(args))
