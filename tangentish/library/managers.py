"""Context managers made from generators, as objects whose methods are followed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class GeneratorManager:
    """What a function made by `contextlib.contextmanager` gives; the three functions do the parts of the generator."""

    def __init__(self, enter: Callable[..., Any], leave: Callable[..., Any], failed: Callable[..., Any], args: Any,
                 keywords: Any) -> None:
        self.enter, self.leave, self.failed, self.args, self.keywords = enter, leave, failed, args, keywords
        self.state: Any = ()

    def __enter__(self) -> Any:
        value, state = self.enter(*self.args, **self.keywords)
        self.state = state
        return value

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if kind is None:
            self.leave(*self.state)
        else:
            self.failed(*self.state)


def managed(enter: Callable[..., Any], leave: Callable[..., Any], failed: Callable[..., Any], /, *args: Any,
            **keywords: Any) -> Any:
    """What is called in place of such a function, with the three functions in front of its arguments."""
    return GeneratorManager(enter, leave, failed, args, keywords)
