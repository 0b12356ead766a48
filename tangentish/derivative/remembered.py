"""How a call was made, and the quick way for calls like it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tangentish.apart import Again
from tangentish.derivative.arguments import Pick
from tangentish.fast_call import fast_call
from tangentish.request import Made


class Remembered:
    """How a call was made, for calls like it; the quick way is written when there is a second one."""

    def __init__(self, made: Made, entry: Callable[..., Any], order: list[str], picks: list[Pick], finish: Callable[[Any], Any],
                 again: Again | None) -> None:
        self.made, self.entry, self.order, self.picks, self.finish, self.again = made, entry, order, picks, finish, again
        self._fast: Callable[..., Any] | None = None
        names = {name for name, _ in picks}
        self._plain = bool(picks) and all(key is None for _, key in picks) and len(names) == len(picks)

    def fast(self, args: tuple[Any, ...], slow: Callable[..., Any], alone: bool, with_value: bool) -> Callable[..., Any] | None:
        """The quick way for calls like this one, which gives those that are not to the `slow` one; None if there is none."""
        if self._fast is None and self._plain:
            places = [self.order.index(name) for name, _ in self.picks]
            self._fast = fast_call(self.entry, args, self.made.guards, places, alone, slow, self.finish, self.again, with_value)
            self._plain = self._fast is not None
        return self._fast
