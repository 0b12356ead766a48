"""The tangent program of what a call comes to, and which value is which of its parameters."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable
from typing import Any

from tangentish import dispatch, library
from tangentish.analysis.code.inert import is_engine
from tangentish.dispatch.library_functions import caller_of, check_outs, handler_of
from tangentish.dispatch.methods import owner_of, replacement_of, wrapped_by
from tangentish.errors import UnsupportedError
from tangentish.frontend.callables import parameters
from tangentish.frontend.foreign import is_installed
from tangentish.frontend.source import GENERATED
from tangentish.library.copies import check_apart
from tangentish.nested.tangent_programs import Held
from tangentish.rules.registry import lookup, zero_derivative


def called_program(function: Any, wrt: Any, args: Any, keywords: Any) -> tuple[
        str, Any, bool, list[int], list[int], list[Any], list[Held], list[int], list[str]]:
    """The tangent program of what a call comes to, and where its parameters are among `[*args, *rest, *keywords, owner]`.

    First of all how the owner is found: that of a method, the object itself that is called, or "" for a function; last
    which arguments `*args` takes, and which `**keywords`.  What the function holds is looked up by the caller, so that it
    is followed: whether it was active before says nothing of whether it is now.
    """
    keywords = keywords or {}
    if wrt is ...:
        wrt = (*range(len(args)), *keywords, "*")
    owned, found, keywords = _resolved(function, wrt, args, keywords)
    owner = function.__self__ if owned == "method" else function
    given = (owner, *args) if owned else args
    active = (*((0,) if "*" in wrt else ()), *(k + 1 if isinstance(k, int) else k for k in wrt)) if owned else wrt
    values, wanted, captured, spots, named = dispatch.active_places(found, active, given, keywords)
    if owned and spots[0][1] is not None:
        raise UnsupportedError("the derivative of a derivative meets a method whose `self` is in `*args`, which is not followed "
                               "there.\nName the parameter.")
    packed = [k - (owned != "") for k, (_, key) in enumerate(spots) if key is not None]
    code, defaults = found.__code__, found.__defaults__ or ()
    own = {name: k for k, (name, _) in enumerate(spots)} | {name: -1 for name, _ in named.values()}  # `*args` is set below
    rest = [name for name in values if name not in own]
    count, seen = len(args), []
    first = code.co_argcount - len(defaults)
    listed = list(parameters(found).parameters)
    holds = found is function or found is getattr(function, "__func__", None)  # else it holds nothing of the user's
    for k, name in enumerate(rest):
        if not holds:
            continue
        if name in captured:
            seen.append((count + k, ("cell", code.co_freevars.index(name))))
        elif name in listed[:code.co_argcount] and dispatch.floats(values[name]):
            seen.append((count + k, ("default", listed.index(name) - first)))
        elif name in (found.__kwdefaults__ or {}) and dispatch.floats(values[name]):
            seen.append((count + k, ("keyword", name)))
    order = list(values)
    own = {name: (k - 1 if owned else k) for name, k in own.items()}
    size = count + len(rest)
    own |= {name: size + k for k, (name, _) in enumerate(named.values())}
    own |= {name: count + k for k, name in enumerate(rest)}
    if owned:
        own[spots[0][0]] = size + len(named)
    after = size + len(named) + (owned != "")
    if packed:
        own[spots[-1][0]] = after
    packed_names = [key for key, (_, inside) in named.items() if inside is not None]
    if packed_names:
        own[named[packed_names[0]][0]] = after + (packed != [])
    held = {rest[k - count] for k, _ in seen if dispatch.floats(values[rest[k - count]]) or isinstance(
        values[rest[k - count]], types.FunctionType)} if "*" in wrt else set()  # a function may hold what carries derivatives
    made, asked = dispatch.made_for("tangent", found, values, tuple(n for n in order if n in wanted | held), tuple(captured))
    if not (is_engine(found) or is_installed(found) or found.__code__.co_filename.startswith(GENERATED)):
        if made.writes:
            check_apart([values])
        dispatch.check_stores(made, found, values, wanted | held)
        dispatch.note_constant(found, values, wanted | held)
    entry = next(iter(made.functions.values()))
    return (owned, entry, made.contract.uses_table, [own[name] for name in order], [own[name] for name in asked],
            [values[name] for name in rest], seen, packed, packed_names)


def _resolved(function: Any, wrt: Any, args: Any, keywords: dict[str, Any]) -> tuple[str, types.FunctionType, dict[str, Any]]:
    """How the owner of a callable is found, the Python function that it comes to, and the keywords of that."""
    handler = handler_of(getattr(function, "__func__", function))
    if handler is not None and (getattr(function, "__module__", None) or "").startswith("scipy."):
        label = getattr(function, "__qualname__", function)
        raise UnsupportedError(f"the derivative of a derivative of {label} is not supported.\n"
                               "Give its first derivative as a rule of your own (tangentish.rules) that is plain code.")
    owned, found = "", library.replacement(function) or function
    if isinstance(found, types.FunctionType) and len(args) != 1 and found in library.SEVERAL:
        found = library.SEVERAL[found]
    form = library.form_for_entries(found)
    if form is not None:
        owned, found = "object", form
    elif isinstance(found, types.MethodType):
        owned, found = "method", library.replacement(found.__func__) or found.__func__
    elif type(found) is types.MethodWrapperType and found.__name__ == "__init__" and found.__objclass__ is object:
        owned, found = "method", made_already
    elif not isinstance(owner_of(found), types.ModuleType | None):
        of_keys = isinstance(found.__self__, dict) and found.__name__ == "keys"
        owned, found = "method", keys_of if of_keys else replacement_of(found.__self__, found.__name__)
        found = library.replacement(found) or found
    elif lookup(found) is None and plainly_wrapped(found) is not None:
        found = plainly_wrapped(found)
    elif not isinstance(found, types.FunctionType | type) and lookup(found) is None:
        owned, found = "object", inspect.getattr_static(type(found), "__call__", None)
        found = library.replacement(found) or found
    if found is not None and lookup(found) is not None:
        count = len(args) + (owned != "")
        check_outs(found, wrt, args, keywords)
        caller = caller_of(count, tuple(keywords), found)
        return owned, caller, {f"k_{key}": value for key, value in keywords.items()}
    if not isinstance(found, types.FunctionType):
        raise UnsupportedError(f"the derivative of a derivative meets a call of {getattr(function, '__qualname__', function)}, "
                               "which is not followed there.\nCall a Python function with named parameters.")
    return owned, found, keywords


def keys_of(table: Any) -> Any:
    """`table.keys()`: a key has no derivative, and none is looked for there."""
    return table.keys()


def made_already(owner: Any) -> None:
    """`super().__init__()` of a class that is derived from `object` alone."""


def plainly_wrapped(function: Any) -> Callable[..., Any] | None:
    """What a function of NumPy's wraps, or one of `functools.lru_cache`, if that holds nothing of what is differentiated."""
    wrapped = wrapped_by(function)
    return None if wrapped is None or "<locals>" in wrapped.__qualname__ else library.replacement(wrapped) or wrapped


def table_of(table: bool, tangents: Any) -> list[Any]:
    """The table as an argument, for a program that takes one."""
    return [tangents] if table else []


for _structural in (called_program, table_of):
    zero_derivative(_structural)
