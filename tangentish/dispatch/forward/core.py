"""`pushforward`: the way into every call that is looked up when it happens, and what describes one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tangentish.dispatch.arguments import carries, from_end, from_start, shifted
from tangentish.dispatch.core import no_rule
from tangentish.tangents import Tangents


@dataclass
class Call:
    """A call with tangents: `dots` and `keyword_dots` are as variables hold them, `wrt` names the active arguments."""

    function: Any
    tangents: Tangents
    wrt: tuple[Any, ...]
    args: tuple[Any, ...]
    dots: tuple[Any, ...]
    keywords: dict[str, Any] = field(default_factory=dict)
    keyword_dots: dict[str, Any] = field(default_factory=dict)
    owner_dot: Any = None  # of the number or array whose method is called

    def run(self, **changed: Any) -> tuple[Any, Any]:
        """Make this call, with some of what describes it changed."""
        call = Call.__new__(Call)
        call.__dict__.update(self.__dict__, **changed)
        return called(call)

    def of_owner(self, function: Any, owner: Any) -> tuple[Any, Any]:
        """`function(owner, ...)`, for a caller who wrote `owner.function(...)`."""
        return self.run(function=function, wrt=shifted(self.wrt), args=(owner, *self.args),
                        dots=(self.tangents.bind(owner, self.owner_dot), *self.dots), owner_dot=None)

    def carries(self) -> bool:
        """Whether any active argument can really carry a derivative."""
        return carries(self.args, self.keywords, self.wrt)

    def plain(self) -> tuple[Any, Any]:
        """The call without a derivative."""
        ans = self.function(*self.args, **self.keywords)
        return ans, self.tangents.bind(ans, None)


Step = Callable[[Call], tuple[Any, Any] | None]

STEPS: list[Step] = []
"""Tried in this order; the first that does not give None has made the call.  The package fills it."""


def called(call: Call) -> tuple[Any, Any]:
    """The result of a call and its tangent."""
    for step in STEPS:
        done = step(call)
        if done is not None:
            return done
    raise no_rule(call.function)


def pushforward(function: Any, tangents: Tangents, wrt: Any, args: tuple[Any, ...], dots: tuple[Any, ...],
            keywords: dict[str, Any] | None = None, keyword_dots: dict[str, Any] | None = None,
            owner_dot: Any = None) -> tuple[Any, Any]:
    """Call a function: its result and the tangent of that, as a variable holds it.

    `wrt` names the active arguments by position (from the end, if negative) or keyword (`...`: all); "*" stands for what is
    not in the call: what the function holds, as a closure, a partial or a method does.
    """
    keywords, keyword_dots = keywords or {}, keyword_dots or {}
    if wrt is ...:
        wrt = (*range(len(args)), *keywords, "*")
    elif from_end(wrt):
        wrt = from_start(wrt, len(args))
    dots = tuple(tangents.bind(arg, dot) for arg, dot in zip(args, dots, strict=True))
    keyword_dots = {key: tangents.bind(value, keyword_dots.get(key)) for key, value in keywords.items()}
    wrt = tuple(key for key in wrt if key == "*" or not (
        _stays(args[key], dots[key]) if isinstance(key, int) else _stays(keywords.get(key), keyword_dots.get(key))))
    return called(Call(function, tangents, wrt, args, dots, keywords, keyword_dots, owner_dot))


def _stays(value: Any, dot: Any) -> bool:
    """Whether an argument is a number that is constant here: even an infinite partial derivative counts for nothing then."""
    return isinstance(value, float | np.floating) and (dot is None or (type(dot) is float and dot == 0.0))
