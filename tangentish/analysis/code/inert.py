"""Functions that have nothing to do with derivatives: loggers and clocks, what generated code calls, builtin classes."""

from __future__ import annotations

import itertools
import types
from pathlib import Path
from typing import Any

import numpy as np

from tangentish.whereabouts import is_from_elsewhere

INERT_MODULES = frozenset(
    "logging warnings time datetime os posix posixpath sys io pprint traceback inspect gc abc enum re string "
    "textwrap pathlib tempfile shutil uuid platform signal atexit json csv locale unittest pdb bdb tracemalloc "
    "resource weakref hashlib zlib importlib secrets threadpoolctl".split())
"""What is called there looks at values, at most: no derivative ever comes out of it, but for what is named below."""

_GIVE_BACK = frozenset(
    "getcallargs Signature BoundArguments Parameter getattr_static _check_instance getmembers getmembers_static _getmembers "
    "getclosurevars getgeneratorlocals get_referents makeLogRecord LogRecord register timedelta WeakKeyDictionary "
    "WeakValueDictionary WeakSet ReferenceType proxy finalize Formatter".split())
"""Functions and classes of these modules that hand out what they are given."""

_ENGINE = tuple(f"tangentish.{module}" for module in (
    "dispatch", "schedule", "shadows", "snapshots", "derivative", "pipeline", "fast_call", "api", "numeric"))
"""What generated code calls, and nobody follows."""

_PACKAGE = str(Path(__file__).parents[1])

PURE_TYPES = {float, int, complex, bool, str, list, tuple, dict, set, range, enumerate, zip, map, reversed, slice,
              np.ndarray, frozenset, filter, super, itertools.accumulate, itertools.chain, itertools.pairwise,
              itertools.product, itertools.zip_longest, itertools.islice, itertools.starmap,
              itertools.takewhile, itertools.dropwhile, itertools.filterfalse, itertools.compress, itertools.repeat,
              itertools.groupby, itertools.combinations, itertools.combinations_with_replacement, itertools.permutations,
              *([itertools.batched] if hasattr(itertools, "batched") else [])}
"""Classes that write into nothing when an object of them is made."""


def is_engine(function: Any) -> bool:
    """Whether a function belongs to the machinery that generated code calls.

    A Python function is asked for its file too: what an example in a docstring defines takes the name of the module it
    stands in.
    """
    if not (getattr(function, "__module__", None) or "").startswith(_ENGINE):
        return False
    code = getattr(function, "__code__", None)
    return code is None or code.co_filename.startswith(_PACKAGE)


def is_inert(function: Any) -> bool:
    """Whether calling `function` can have nothing to do with derivatives: logging, printing, timing, warnings ..."""
    if isinstance(function, type) and issubclass(function, BaseException):
        return True
    module = getattr(function, "__module__", None)
    if not isinstance(module, str):
        return False
    top = module.split(".")[0]
    if top == "functools":
        return getattr(function, "__qualname__", "") == "singledispatch.<locals>.dispatch"  # a class to a function
    if top == "builtins":
        return function in (print, input, open, type, id, repr, hash, callable, hasattr, issubclass, dir)
    if top.lstrip("_") not in INERT_MODULES:
        return False  # before anything else is asked of an object that is called
    if isinstance(function, types.FunctionType) and function.__globals__.get("__name__") != module:
        return False  # what `functools.wraps` gave the name of another
    return getattr(function, "__qualname__", "").split(".")[0] not in _GIVE_BACK and not is_from_elsewhere(function)

