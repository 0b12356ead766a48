"""Functions under `checkpoint`: what they computed is computed again when it is reversed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish.checkpointing import checkpoint, checkpointed_function
from tangentish.dispatch.core import primal
from tangentish.dispatch.records import Nothing, Parts, Record
from tangentish.errors import UnsupportedError
from tangentish.leaves import leaves
from tangentish.shadows import Shadows
from tangentish.snapshots import Snapshot


def called(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """A function that `checkpoint` made: run as it is, with copies of what it may read."""
    if function is checkpoint:  # what the function holds gets its part where it is held
        return checkpoint(*args, **keywords), Nothing(len(args))
    inner = checkpointed_function(function)
    if inner is None:
        return None
    if not wrt:
        return inner(*args, **keywords), Nothing(len(args))
    snapshot = Snapshot(inner, args, keywords)
    outside = snapshot.outside()
    ans = inner(*args, **keywords)
    snapshot.check_repeatable()
    outside.check_repeatable()
    return ans, Recomputed(inner, wrt, args, keywords, ans, (snapshot, outside))


class Recomputed(Record):
    """A call that is made again, from the same objects with the same content, when it is reversed."""

    def __init__(self, function: Callable[..., Any], wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any], ans: Any,
                 before: tuple[Snapshot, Snapshot]) -> None:
        self.function, self.wrt, self.args, self.keywords = function, wrt, args, keywords
        self.ans, self.digest, (self.snapshot, self.outside) = ans, digest(ans), before

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        now, known = Snapshot(*self.outside.values), shadows.known()
        self.snapshot.put_back(shadows)
        self.outside.put_back()
        hidden = self.snapshot.exchange_hidden(), self.outside.exchange_hidden()
        try:
            parts = self.again(ans_bar, shadows)
        finally:  # what it reads and writes beside its arguments is left alone
            for one in hidden:
                one.exchange_hidden()
            now.put_back()
        self.snapshot.put_back()
        shadows.forget(known, [array for array, _ in self.snapshot.arrays])  # of what was there for this call alone
        return parts

    def again(self, ans_bar: Any, shadows: Shadows) -> Parts:
        """Make the call, recording, and reverse it."""
        ans, record = primal(self.function, self.wrt, *self.args, **self.keywords)
        if not same_digest(self.digest, digest(ans)):
            name = getattr(self.function, "__name__", "the function")
            raise UnsupportedError(f"`{name}`, which is checkpointed, gave another result when it was run again.\n"
                                   "Let it depend on its arguments alone.")
        shadows.renew(self.ans, ans)
        return record.reverse(ans_bar, shadows)


def digest(ans: Any) -> list[tuple[Any, ...]]:
    """A few numbers that tell results apart: of each array in it, the shape, the dtype, and sums of its entries."""
    found: list[tuple[Any, ...]] = []
    for path, leaf in leaves(ans):
        if isinstance(leaf, np.ndarray):
            size = float(np.sum(np.abs(leaf))) if leaf.dtype.kind in "iufcb" else 0.0
            found.append((path, leaf.shape, leaf.dtype, size))
        elif isinstance(leaf, float | complex | np.inexact):
            found.append((path, (), type(leaf), abs(leaf)))
    return found


def same_digest(left: list[tuple[Any, ...]], right: list[tuple[Any, ...]]) -> bool:
    """Whether two results may be the same but for rounding."""
    return len(left) == len(right) and all(
        a[:3] == b[:3] and np.isclose(a[3], b[3], rtol=1e-3, atol=0.0, equal_nan=True)
        for a, b in zip(left, right, strict=True))
