"""Whether a test says of a point what it says of no other one near it, as `x != self.x` does where `self.x` is that point."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.rules.registry import zero_derivative
from tangentish.runtime.kept_values import is_other_than_kept, refuse_kept

STEP = 1e-7
"""How far a point is moved, relative to its size; where numbers are less exact, by some of the last places that they have."""


def _moved(x: Any, sign: int) -> Any:
    step = max(STEP, 4.0 * float(np.finfo(x.dtype).eps))
    return x + (sign * step * (np.abs(x) + step)).astype(x.dtype)


def nudged(x: Any, sign: int) -> Any:
    """Numbers, or what containers have of them, moved a little up or down; anything else as it is.

    >>> nudged(2.0, 1) > 2.0, nudged([0.0, "a"], -1)[0] < 0.0, nudged(3, 1)
    (True, True, 3)
    >>> nudged(np.float32(2.0), 1) > 2.0, nudged(np.ones(2, np.float32), -1).dtype
    (np.True_, dtype('float32'))
    """
    if isinstance(x, np.ndarray):
        return _moved(x, sign) if x.dtype.kind in "fc" else x
    if isinstance(x, float | complex | np.inexact):
        return type(x)(_moved(np.asarray(x), sign)[()])
    if type(x) in (list, tuple):
        return type(x)([nudged(item, sign) for item in x])
    return {key: nudged(item, sign) for key, item in x.items()} if type(x) is dict else x


def _is_alone(said: Any, up: Any, down: Any) -> bool:
    return bool(said) != bool(up) and bool(said) != bool(down)


def check_not_isolated(said: Any, up: Any, down: Any, attr: str) -> None:
    """Raise where a test says of a point neither what it says a little above it nor what it does a little below.

    >>> check_not_isolated(True, True, False, "value")
    """
    if _is_alone(said, up, down):
        refuse_kept(attr)


def is_isolated(said: Any, up: Any, down: Any, same: bool) -> bool:
    """Whether it does so, and says what it says where a point is the `same` as the one that is kept.

    >>> is_isolated(True, False, False, True), is_isolated(True, True, False, True), is_isolated(True, False, False, False)
    (True, False, False)
    """
    return bool(said) == same and _is_alone(said, up, down)


def still_isolated(before: bool | None, said: Any, up: Any, down: Any) -> bool:
    """Whether it does so, and has all along: `before` it is None where nothing was asked.

    >>> still_isolated(None, True, False, False), still_isolated(False, True, False, False)
    (True, False)
    """
    return before is not False and _is_alone(said, up, down)


def check_kept(before: tuple[Any, ...], after: tuple[Any, ...], label: str) -> None:
    """Raise where containers hold something else than before, now that they were brought up to date for the same point again.

    >>> check_kept((np.ones(2),), (np.ones(2),), "last")
    """
    if is_other_than_kept(before, after):
        refuse_kept(label)


zero_derivative(nudged, check_not_isolated, is_isolated, still_isolated, check_kept)
