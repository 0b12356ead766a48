"""While a program is made, functions may call each other more deeply.

The stages walk trees by calling themselves, several calls for each level of an expression.  `a + b + c + ...` is as deep as it
has terms, and formulas written by a computer algebra system have hundreds: more than Python's usual limit leaves room for.
"""

from __future__ import annotations

import contextlib
import functools
import sys
import types
from collections.abc import Callable
from typing import Any

from tangentish.errors import UnsupportedError
from tangentish.shared_change import SharedChange

DEEPEST = 10_000
"""Calls within calls that are allowed meanwhile: the stack of a thread has room for them."""

FRAMES = 1 << 16
"""What the outermost frame of the stages claims, in words, so that the frames of what it calls lie in one piece of memory.

CPython keeps frames in chunks of 16 kB, which it asks the system for, and gives back as soon as they are empty.  Where a loop calls
functions across the end of a chunk, each of these calls does both; making a program took up to 1.4 times as long, as chance
had it.  A frame of half a megabyte gets a chunk of a megabyte, and the others find room in it.
"""


class _Room(SharedChange):
    """A higher limit."""

    usual = 0

    def make(self) -> None:
        self.usual = sys.getrecursionlimit()
        sys.setrecursionlimit(max(self.usual, DEEPEST))

    def take_back(self) -> None:
        if sys.getrecursionlimit() == DEEPEST:  # nobody else has changed it meanwhile
            with contextlib.suppress(RecursionError):  # this thread is deeper down than the usual limit
                sys.setrecursionlimit(self.usual)


_room = _Room()


def deep_recursion() -> SharedChange:
    """Allow deeper calls in all threads; uses may overlap and nest.

    >>> import sys
    >>> usual = sys.getrecursionlimit()
    >>> with deep_recursion():
    ...     sys.getrecursionlimit() >= DEEPEST
    True
    >>> sys.getrecursionlimit() == usual
    True
    """
    return _room


def deeply(stage: Callable[..., Any]) -> Callable[..., Any]:
    """Let what works on the source of a function call itself more deeply; if even that is too little, say where."""
    @functools.wraps(stage)
    def run(function: types.FunctionType, *args: Any) -> Any:
        try:
            with deep_recursion():
                return stage(function, *args)
        except RecursionError:
            code = function.__code__
            raise UnsupportedError(f"{code.co_filename}:{code.co_firstlineno}: an expression in {function.__name__} is nested "
                                   "too deeply to be differentiated.\nGive names to parts of it.") from None
    run.__code__ = run.__code__.replace(co_stacksize=FRAMES)
    return run
