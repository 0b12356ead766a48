"""The lines of the file that code was compiled from."""

from __future__ import annotations
import __future__

import functools
import linecache
import operator
import os
import types
from typing import Any

_FEATURES = __future__.all_feature_names
_TEXTS = ("_code", "__source__")
"""The attributes where packages keep the text that a function was made from: networkx, decorator."""


def lines_of(filename: str, module: dict[str, Any]) -> list[str]:
    """The lines of a file; a module, given by its globals, is asked for those of its own file, which may be in an archive.

    `linecache` asks it for any file that does not exist, and gives the text of the module for a name that was made up.

    >>> own = {"__name__": __name__, "__file__": __file__, "__loader__": __loader__}
    >>> len(lines_of(__file__, own)) > 10, lines_of("generated code", own)
    (True, [])
    """
    own = module.get("__file__")
    is_own = own is not None and os.path.basename(own) == os.path.basename(filename)
    if not is_own and len(linecache.cache.get(filename, ())) == 1:
        del linecache.cache[filename]  # left by a traceback, which asks a module too, when its lines are wanted
    linecache.checkcache(filename)
    lines = linecache.getlines(filename, module if is_own else None)
    if is_own or not lines or own is None:
        return lines
    entry = linecache.cache.get(filename, ())
    is_on_disk = len(entry) != 4 or entry[1] is not None
    return lines if is_on_disk or lines != linecache.getlines(own, module) else []


def lines_kept(function: types.FunctionType) -> list[str]:
    """The lines of the text that a function was made from by `exec` and that it has in an attribute, if it is no other text.

    >>> text, space = "def double(x):\\n    return 2.0 * x", {}
    >>> exec(text, space)
    >>> space["double"].__source__ = text
    >>> lines_kept(space["double"])
    ['def double(x):\\n', '    return 2.0 * x']
    """
    code = function.__code__
    for text in (vars(function).get(key) for key in _TEXTS):
        if isinstance(text, str) and code in _codes(text, code):
            return text.splitlines(keepends=True)
    return []


def _codes(text: str, like: types.CodeType) -> tuple[Any, ...]:
    """What a text defines, with the same statements `from __future__` in force."""
    flags = like.co_flags & functools.reduce(operator.or_, [getattr(__future__, key).compiler_flag for key in _FEATURES])
    try:
        return compile(text, like.co_filename, "exec", flags, dont_inherit=True).co_consts
    except (SyntaxError, ValueError):
        return ()
