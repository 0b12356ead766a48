"""What the functions that users give to `custom_vjp` and `custom_jvp` may do to what they are called with."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from tangentish.analysis.writes.effects import effects_of
from tangentish.custom import Custom

Rule = Callable[..., Any]


def stands_by_itself(custom: Custom) -> bool:
    """Whether generated code may call the rules of a custom function as they are, with the arguments by position."""
    try:
        listed = inspect.signature(custom.fun).parameters.values()
    except (TypeError, ValueError):
        return False
    if not all(p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in listed):
        return False
    rules = [getattr(custom, name, None) for name in ("fwd", "bwd", "rule")]
    return not any(written_places(rule, len(custom.nondiff) + len(listed) + 2) for rule in rules if rule is not None)


@functools.lru_cache(maxsize=1024)
def written_places(rule: Rule, count: int) -> tuple[int, ...]:
    """Which of its first arguments a function may write into."""
    effects = effects_of(rule)
    if not effects.opaque and not effects.writes:
        return ()
    try:
        listed = list(inspect.signature(rule).parameters.values())
    except (TypeError, ValueError):
        return tuple(range(count))
    labels = [p.name for p in listed if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    rest = next((p.name for p in listed if p.kind is p.VAR_POSITIONAL), "")
    labels += [rest] * (count - len(labels))
    return tuple(k for k in range(count) if effects.opaque or labels[k] in effects.writes)
