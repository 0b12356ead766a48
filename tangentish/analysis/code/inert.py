"""Functions that have nothing to do with derivatives: loggers and clocks, what generated code calls, builtin classes."""

from __future__ import annotations

import itertools
import types
from pathlib import Path
from typing import Any

import numpy as np

from tangentish.whereabouts import is_from_elsewhere

INERT_MODULES = frozenset(
    "logging warnings time datetime os posix posixpath pprint traceback abc enum textwrap pathlib tempfile shutil uuid platform "
    "signal atexit csv locale pdb bdb tracemalloc resource hashlib importlib secrets threadpoolctl".split())
"""What is called there looks at values, at most: no derivative ever comes out of it, but for what is named below."""

_GIVE_BACK = frozenset(
    "makeLogRecord LogRecord LoggerAdapter register timedelta getenv fspath member nonmember property abstractmethod "
    "update_abstractmethods PrettyPrinter".split())
"""Functions and classes of these modules that hand out, or call, what they are given."""

_LOOKING = {
    "inspect": frozenset(
        "isabstract isasyncgen isasyncgenfunction isawaitable isbuiltin isclass iscode iscoroutine iscoroutinefunction "
        "isdatadescriptor isframe isfunction isgenerator isgeneratorfunction isgetsetdescriptor ismemberdescriptor ismethod "
        "ismethoddescriptor ismethodwrapper ismodule isroutine istraceback getsource getsourcelines getsourcefile getfile "
        "getabsfile getmodule getmodulename getdoc getcomments cleandoc getmro currentframe signature getfullargspec".split()),
    "sys": frozenset(
        "getsizeof getrefcount getrecursionlimit setrecursionlimit getdefaultencoding getfilesystemencoding getswitchinterval "
        "setswitchinterval exit is_finalizing audit getallocatedblocks".split()),
    "gc": frozenset("collect enable disable isenabled freeze unfreeze get_count get_stats get_threshold set_threshold is_tracked "
                    "is_finalized".split()),
    "json": frozenset(("dumps", "dump")), "zlib": frozenset(("crc32", "adler32")),
    "weakref": frozenset(("getweakrefcount",)), "re": frozenset(("escape", "purge")),
    "string": frozenset(("Template", "substitute", "safe_substitute", "capwords"))}
"""Functions of modules that hand out what they are given by others: these look at it, or make a text of it."""

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


def is_of_inert_module(function: Any) -> bool:
    """Whether a function is of a module in whose functions, if nothing else is said of them, no derivative begins.

    >>> import re
    >>> is_of_inert_module(re.sub), is_inert(re.sub), is_of_inert_module(max)
    (True, False, False)
    """
    module = getattr(function, "__module__", None)
    top = module.split(".")[0].lstrip("_") if isinstance(module, str) else ""
    return top in INERT_MODULES or top in _LOOKING


def picks_by_class(function: Any) -> bool:
    """Whether a function tells which one `functools.singledispatch` calls for a class.

    >>> import functools
    >>> picks_by_class(functools.singledispatch(len).dispatch), picks_by_class(len)
    (True, False)
    """
    return getattr(function, "__qualname__", "") == "singledispatch.<locals>.dispatch" and function.__module__ == "functools"


def is_inert(function: Any) -> bool:
    """Whether calling `function` can have nothing to do with derivatives: logging, printing, timing, warnings ..."""
    if isinstance(function, type) and issubclass(function, BaseException):
        return True
    module = getattr(function, "__module__", None)
    if not isinstance(module, str):
        return False
    top = module.split(".")[0]
    if top == "functools":
        return picks_by_class(function)
    if top == "builtins":
        return function in (print, input, open, type, id, repr, hash, callable, hasattr, issubclass, dir)
    top = top.lstrip("_")
    if top not in INERT_MODULES and (top not in _LOOKING or getattr(function, "__name__", None) not in _LOOKING[top]):
        return False  # without a question to objects of classes that make attributes up
    if isinstance(function, types.FunctionType) and function.__globals__.get("__name__") != module:
        return False  # what `functools.wraps` gave the name of another
    return getattr(function, "__qualname__", "").split(".")[0] not in _GIVE_BACK and not is_from_elsewhere(function)

