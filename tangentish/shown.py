"""The text of generated code, for tracebacks and pdb: no temporary files."""

from __future__ import annotations

import linecache
import types
import weakref
from collections import deque
from collections.abc import Callable


def show(filename: str, text: str, function: types.FunctionType, forget: Callable[[str], object] | None = None) -> None:
    """Let the lines of a file that is none be found, as long as the code of a function in it is there.

    When it is gone, `forget` is called with the name of the file.

    >>> text = "def one():\\n    return 1\\n"
    >>> space = {}
    >>> exec(compile(text, "<one>", "exec"), space)
    >>> show("<one>", text, space["one"])
    >>> linecache.getline("<one>", 2)
    '    return 1\\n'
    >>> space.clear()
    >>> linecache.getline("<one>", 2)
    ''
    """
    while _emptied:
        linecache.cache.pop(_emptied.popleft(), None)
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    weakref.finalize(function.__code__, _gone, filename, forget).atexit = False


_emptied: deque[str] = deque()
"""Files that are gone, whose names are not: code may go at any moment, also while `linecache` goes through all names."""


def _gone(filename: str, forget: Callable[[str], object] | None) -> None:
    if filename in linecache.cache:
        linecache.cache[filename] = (0, None, [], filename)
        _emptied.append(filename)
    if forget is not None:
        forget(filename)
