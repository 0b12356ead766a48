"""While a program is made, functions may call each other more deeply.

The stages walk trees by calling themselves, several calls for each level of an expression.  `a + b + c + ...` is as deep as it
has terms, and formulas written by a computer algebra system have hundreds: more than Python's usual limit leaves room for.
"""

from __future__ import annotations

import contextlib
import functools
import os
import sys
import threading
import types
from collections.abc import Callable, Iterator
from typing import Any

from tangentish.errors import UnsupportedError

DEEPEST = 10_000
"""Calls within calls that are allowed meanwhile: the stack of a thread has room for them."""


class _Room:
    """Raises the limit for the first that asks, and puts it back after the last."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        self.lock = threading.Lock()
        self.users = 0
        self.usual = 0

    def begin(self) -> None:
        with self.lock:
            if not self.users:
                self.usual = sys.getrecursionlimit()
                sys.setrecursionlimit(max(self.usual, DEEPEST))
            self.users += 1

    def end(self) -> None:
        with self.lock:
            self.users -= 1
            if not self.users and sys.getrecursionlimit() == DEEPEST:  # nobody else has changed it meanwhile
                with contextlib.suppress(RecursionError):  # this thread is deeper down than the usual limit
                    sys.setrecursionlimit(self.usual)

    def after_fork(self) -> None:
        """In a new process the other threads are gone, and do not come to their `end`."""
        if self.users and sys.getrecursionlimit() == DEEPEST:
            with contextlib.suppress(RecursionError):
                sys.setrecursionlimit(self.usual)
        self.reset()


_room = _Room()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_room.after_fork)


@contextlib.contextmanager
def deep_recursion() -> Iterator[None]:
    """Allow deeper calls in all threads; uses may overlap and nest.

    >>> import sys
    >>> usual = sys.getrecursionlimit()
    >>> with deep_recursion():
    ...     sys.getrecursionlimit() >= DEEPEST
    True
    >>> sys.getrecursionlimit() == usual
    True
    """
    _room.begin()
    try:
        yield
    finally:
        _room.end()


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
    return run
