"""What a function holds: the cells of variables that it shares with the function around it, and the defaults of parameters."""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Any


def cells_of(function: types.FunctionType) -> dict[str, types.CellType]:
    """The cells of the variables that a function captured, by their names."""
    return dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))


def codes_in(code: types.CodeType) -> Iterator[types.CodeType]:
    """The code of a function, and of what is defined in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from codes_in(constant)


_SETTING = frozenset(("setattr", "delattr"))


BY_TEXT = frozenset(("getattr", "setattr", "delattr"))
"""Functions that are given the name of an attribute."""
_NAMING = BY_TEXT | {"globals"}


def texts_of(code: types.CodeType) -> list[str]:
    """The texts in code itself that may be names."""
    return [part for part in code.co_consts if isinstance(part, str) and part.isidentifier()]


def named_in(code: types.CodeType) -> tuple[str, ...]:
    """The names in code itself, and the texts where some of these are names: `getattr(state, "rows")`, `globals()["rows"]`.

    >>> named_in((lambda state: getattr(state, "rows")).__code__), named_in((lambda state: state.rows).__code__)
    (('getattr', 'rows'), ('rows',))
    """
    return code.co_names if _NAMING.isdisjoint(code.co_names) else (*code.co_names, *texts_of(code))


def set_by_texts(code: types.CodeType) -> list[str]:
    """The texts in code that sets attributes by calls, which may be their names: `setattr(self, "rows", x)`.

    >>> set_by_texts((lambda self, x: setattr(self, "rows", x)).__code__), set_by_texts((lambda self: "rows").__code__)
    (['rows'], [])
    """
    return [] if _SETTING.isdisjoint(code.co_names) else texts_of(code)


_spaces: dict[int, dict[str, Any]] = {}


def meaning_of(function: types.FunctionType) -> tuple[types.CodeType, int]:
    """A key for what is found out about a function: its code, with the globals that this means.

    The code of two functions in two modules may be equal.  The globals are kept, so that no others get their place in memory.

    >>> first, second = ({"w": w} for w in (1.0, 2.0))
    >>> for space in (first, second):
    ...     exec("def scale(x): return space['w'] * x", space)
    >>> first["scale"].__code__ == second["scale"].__code__, meaning_of(first["scale"]) == meaning_of(second["scale"])
    (True, False)
    """
    space = function.__globals__
    _spaces[id(space)] = space
    return function.__code__, id(space)


def positional_defaults(function: types.FunctionType) -> dict[str, Any]:
    """The defaults of parameters that may be given by position, by their names.

    A wrapper may have been handed the defaults of what it wraps, as the package `decorator` does; those that are too many
    for its own parameters are nobody's.

    >>> def wrapper(*args): pass
    >>> wrapper.__defaults__ = (2.0,)
    >>> positional_defaults(wrapper)
    {}
    """
    named = function.__code__.co_varnames[: function.__code__.co_argcount]
    return dict(reversed(list(zip(reversed(named), reversed(function.__defaults__ or ()), strict=False))))


def content(cell: types.CellType, empty: Any) -> Any:
    """What a cell holds now; `empty` if its variable is not bound.

    >>> content(types.CellType(2.0), None), content(types.CellType(), None)
    (2.0, None)
    """
    try:
        return cell.cell_contents
    except ValueError:
        return empty
