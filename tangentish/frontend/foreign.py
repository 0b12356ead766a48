"""Modules whose code is not looked at, and those whose functions nobody replaces."""

from __future__ import annotations

import sys
import types
from typing import Any

from tangentish.class_attributes import dict_of, is_gone
from tangentish.slots import has_slots

_FOREIGN = frozenset(sys.stdlib_module_names - {"__main__"}).union(
    ("numpy", "scipy", "tangentish", "pytest", "_pytest", "threadpoolctl", "numba", "llvmlite", "sympy"))
_LASTING = frozenset(("builtins", "cmath", "math", "numpy", "operator", "tangentish"))


def is_foreign(module: str | None) -> bool:
    """Whether what a module defines is not looked at: Python's own, NumPy's, SciPy's, and what sets how many threads these use.

    pytest's too: where it has rewritten the assertions of a module, the code of any function with one of them names pytest.
    And those of Numba and SymPy: a function that is compiled, or code that asks whether a number may be an expression, leads to
    all of a compiler, or of algebra, which is nothing that a program reads.

    >>> is_foreign("numpy.linalg"), is_foreign(None), is_foreign("__main__"), is_foreign("numba.core.dispatcher")
    (True, True, False, True)
    >>> is_foreign("sympy.core"), is_foreign("sympyish")
    (True, False)
    """
    return (module or "builtins").partition(".")[0] in _FOREIGN


def is_lasting(module: str | None) -> bool:
    """Whether what a module has under a name is taken to stay there: a program does not look whether it was replaced.

    >>> is_lasting("numpy.linalg"), is_lasting("scipy.special")
    (True, False)
    """
    return (module or "builtins").partition(".")[0] in _LASTING


def is_installed(function: types.FunctionType) -> bool:
    """Whether a function belongs to Python or an installed package: what these keep in objects of theirs are settings."""
    return is_foreign(function.__module__) or "-packages" in function.__code__.co_filename


def is_compiled(value: Any) -> bool:
    """Whether a value is a function that Numba has compiled, or may: all there is to see of it is what it was compiled from."""
    return callable(value) and not isinstance(value, type) and str(type(value).__module__).partition(".")[0] == "numba"


def compiled_from(value: Any) -> types.FunctionType | None:
    """The function that such a value was compiled from, if it calls it as it is: ufuncs loop over the items of arrays."""
    wrapped = getattr(value, "__wrapped__", None)
    as_it_is = any(base.__module__ == "numba.core.dispatcher" for base in type(value).__mro__)
    return wrapped if as_it_is and isinstance(wrapped, types.FunctionType) else None


def is_users_object(value: Any) -> bool:
    """Whether a value is an object with attributes, of a class that is not a library's."""
    if is_gone(value):
        return False
    return (type(dict_of(value)) is dict or has_slots(type(value))) and not isinstance(
        value, types.FunctionType | types.ModuleType | type) and not is_foreign(type(value).__module__)
