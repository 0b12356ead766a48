"""The names that are looked for in classes and code of users, and what else is found there: each as a text.

Attributes and methods that arrays and lists have too are found by their own names; a property `mean` that acts when it is read, as
`acting("mean")`.
"""

from __future__ import annotations

import collections
import functools
from collections.abc import Iterable

import numpy as np

from tangentish.analysis.code.code_writes import MUTATORS
from tangentish.analysis.code.module_stores import INERT_ATTRIBUTES
from tangentish.rules.registry import METHODS

INERT_METHODS = frozenset("argmax argmin argsort argpartition any all searchsorted nonzero startswith endswith format join "
                          "index count keys is_integer lower upper strip".split())
PURE_METHODS = frozenset(METHODS) | frozenset(
    "items keys values get copy index count join split strip lower upper format startswith endswith any all argmax argmin "
    "argsort nonzero searchsorted tolist tobytes item astype is_integer conjugate view issubset union __getattribute__".split())
OPERATORS = frozenset(f"__{name}__" for name in (
    "add sub mul truediv pow mod floordiv matmul or and xor lshift rshift radd rsub rmul rtruediv rpow rmod rfloordiv rmatmul ror "
    "rand rxor rlshift rrshift neg pos abs invert getitem iadd isub imul itruediv ipow imod ifloordiv imatmul ior iand "
    "ixor").split())
ARITHMETIC = OPERATORS - {"__getitem__"}
STEPS = {f"__{name}__": "comparison" for name in ("lt", "le", "gt", "ge", "eq", "ne")} | {
    f"__{name}__": "rounding" for name in ("round", "floor", "ceil", "trunc")}
"""What has no derivative for numbers, but may have one for objects."""
SETTERS = "setters"
"""As what it is found that a class runs code where attributes are stored."""
MAKING_UP = "making up"
"""As what it is found that a class makes up attributes, in a `__getattr__`."""
MAKING_ANEW = "making anew"
"""The same where what it gives may be made then, and not be something that the object has."""
KEPT = "kept"
WRITING = "writing methods"
"""As what it is found that a function may meet a method by itself that writes into what it is of: `push = LOG.append`."""
CACHED = "cached"
OWN_ARRAYS = "own arrays"
"""As what it is found that a function may meet arrays of a class that says itself what NumPy does with them, as quantities do."""
"""As what it is found that a function keeps a container, or an array: as a default, in a closure, in a partial."""
MANAGING = frozenset(("__enter__", "__exit__"))
UNNAMED = OPERATORS | MANAGING | {name for name, step in STEPS.items() if step == "comparison"} | {f"__{name}__" for name in (
    "bool len contains str repr format iter next getattr float int index complex hash array abs round reversed floor ceil trunc "
    "dir fspath instancecheck subclasscheck divmod rdivmod length_hint bytes sizeof copy deepcopy reduce reduce_ex missing "
    "array_ufunc array_function get delete").split()}
"""The methods that code runs without their name."""
BY_ITEMS = "going through items"
"""As what a class is found that has no `__iter__` and writes in its `__getitem__`, by which its objects are gone through."""
IN_PLACE = {name for name in OPERATORS if name.startswith("__i") and name != "__invert__"}
"""Those that a statement shows to write: `a += b`."""
SHARED = OPERATORS | MANAGING | {"__setitem__", "__delitem__", "__iter__", "__float__", "flat"} | {
    name for name in INERT_ATTRIBUTES | INERT_METHODS | MUTATORS | PURE_METHODS if not name.startswith("__")}
CHANGEABLE = (list, dict, set, collections.deque, np.ndarray)


def later(key: str) -> str:
    """How an attribute is found whose content a program that runs already changes, after a function has read it."""
    return f"later {key}"


def refused_later(key: str) -> str:
    """The same of an attribute that is refused where it may be active, and nobody can keep it."""
    return f"refused later {key}"


def given_later(key: str) -> str:
    """How a parameter is found that is given something whose content a program that runs already changes, after the call."""
    return f"given later {key}"


def acting(key: str) -> str:
    """How a property, or `__contains__`, is found among own names if it writes."""
    return f"acting {key}"


def setting(key: str) -> str:
    """How it is found that a descriptor that somebody wrote sets the attribute; `setting("")`, that `__setattr__` sets any."""
    return f"setting {key}"


def running(key: str) -> str:
    """How a method is found that writes into something where Python runs it without its name: an operator, a test, a property."""
    return f"running {key}"


@functools.lru_cache(maxsize=1024)
def any_running(own: frozenset[str]) -> bool:
    """Whether there are such methods among own names.

    >>> any_running(frozenset(["sum", running("__bool__")])), any_running(frozenset(["sum"]))
    (True, False)
    """
    return any(mark.startswith(running("")) for mark in own)


def writing(key: str) -> str:
    """As what a method is found that writes into something, and is called by its name."""
    return f"writing {key}"


def asking(key: str, names: Iterable[str]) -> str:
    """As what a method, or a property, is found that is not seen to write itself, with the names of what it may call.

    >>> asking("loss", {"note", "history"})
    'asking loss history note'
    """
    return " ".join(["asking", key, *sorted(names)]) if key else "asking "


def telling(key: str) -> str:
    """As what it is found that a comparison of objects may give something else than whether it is so."""
    return f"telling {key}"


def computed(key: str) -> str:
    """How a property is found among own names: what it gives may change without a store into it."""
    return f"computed {key}"


def shared(key: str) -> str:
    """How a container, or an array, is found that a class has for all its objects, and that methods change the content of."""
    return f"shared {key}"


def giving(key: str) -> str:
    """How an attribute that code gives the value of is found among own names."""
    return f"giving {key}"
