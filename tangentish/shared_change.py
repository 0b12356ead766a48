"""A change to the whole process that overlapping uses share: the first makes it, the last takes it back."""

from __future__ import annotations

import os
import threading
from contextlib import ContextDecorator


class SharedChange(ContextDecorator):
    """While it is used, as a context or around a function, there is the change, in all threads; uses may overlap and nest.

    >>> class Announced(SharedChange):
    ...     def make(self): print("made")
    ...     def take_back(self): print("taken back")
    >>> announced = Announced()
    >>> with announced, announced:
    ...     print("used")
    made
    used
    taken back
    """

    def __init__(self) -> None:
        self._reset()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._after_fork)

    def make(self) -> None:
        """Remember what there is, and change it."""
        raise NotImplementedError

    def take_back(self) -> None:
        """Put back what there was."""
        raise NotImplementedError

    def __enter__(self) -> None:
        with self._lock:
            if not self._users:
                self.make()
            self._users += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._users -= 1
            if not self._users:
                self.take_back()

    def _reset(self) -> None:
        self._lock = threading.Lock()
        self._users = 0

    def _after_fork(self) -> None:
        """In a new process the other threads are gone, and do not come to the end of their uses."""
        if self._users:
            self.take_back()
        self._reset()
