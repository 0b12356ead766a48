"""Functions of libraries: those with a rule, those with a Python equivalent, and those that derivatives pass by."""

from __future__ import annotations

import functools
import linecache
import operator
import types
from typing import Any

from tangentish import library
from tangentish.analysis.effects import is_inert
from tangentish.dispatch.arguments import carries
from tangentish.dispatch.core import look_up, primal
from tangentish.dispatch.pairs import PairRecord, pair_for
from tangentish.dispatch.records import Nothing, Record
from tangentish.rules.registry import lookup


def itemgetter_called(function: Any, wrt: Any, args: tuple[Any, ...],
                      keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """An `operator.itemgetter`."""
    if not isinstance(function, operator.itemgetter):
        return None
    return primal(library.get_items, wrt, *args, *function.__reduce__()[1])


def replaced(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """A function that `library` has in plain Python."""
    replacement = look_up(library.REPLACED, function)
    return None if replacement is None else primal(replacement, wrt, *args, **keywords)


def with_rule(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """A function with a rule is called by a function of one line, which is differentiated like any other."""
    rule = lookup(function)
    if rule is None:
        return None
    if rule.kind == "zero":
        return function(*args, **keywords), Nothing(len(args))
    # what SciPy overwrites could not be read again
    keywords = {key: value for key, value in keywords.items() if not key.startswith("overwrite_")}
    caller = _caller(len(args), tuple(keywords), function)
    names, named = _parameters(len(args), tuple(keywords))
    values = dict(zip([*names, *named.values()], [*args, *keywords.values()], strict=True))
    active = [name for place, name in enumerate(names) if place in wrt]
    active += [name for key, name in named.items() if key in wrt]
    made, wanted = pair_for(caller, values, tuple(active), ())
    ans, record = next(iter(made.functions.values()))(*values.values())
    return ans, PairRecord(made, ans, record, wanted, values, [(name, None) for name in names],
                           {key: (name, None) for key, name in named.items()}, [])


def _parameters(count: int, keywords: tuple[str, ...]) -> tuple[list[str], dict[str, str]]:
    """The parameters of a caller: of the positional arguments, and of the keywords."""
    return [f"a{k}" for k in range(count)], {key: f"k_{key}" for key in keywords}


@functools.lru_cache(maxsize=1024)
def _caller(count: int, keywords: tuple[str, ...], function: Any) -> types.FunctionType:
    """`def call(a0, k_axis): return function(a0, axis=k_axis)`, with its source where it is looked for."""
    names, named = _parameters(count, keywords)
    given = [*names, *(f"{key}={name}" for key, name in named.items())]
    text = f"def call({', '.join([*names, *named.values()])}):\n    return function({', '.join(given)})\n"
    how = ", ".join([*names, *named])  # all that the text depends on
    filename = f"<tangentish call of {getattr(function, '__name__', 'function')}({how})>"
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    space: dict[str, Any] = {"function": function}
    exec(compile(text, filename, "exec"), space)
    made: types.FunctionType = space["call"]
    return made


def inert(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """Logging, printing, timing: nothing to do with derivatives."""
    return (function(*args, **keywords), Nothing(len(args))) if is_inert(function) else None


def with_nothing_active(function: Any, wrt: Any, args: tuple[Any, ...],
                        keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """Whatever it is, where no argument can carry a derivative."""
    return None if carries(args, keywords, wrt) else (function(*args, **keywords), Nothing(len(args)))
