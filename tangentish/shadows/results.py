"""The derivatives at the end: one value with the structure of the argument, from shadows and slots."""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np

from tangentish.own_containers import sequence_like
from tangentish.records import fields_held, record_like
from tangentish.runtime import accumulate, filled, zeros_like
from tangentish.runtime.unknown_slopes import check_taken
from tangentish.shadows.memory import is_stretched
from tangentish.shadows.slots import LEAVES, Slots


class Results(Slots):
    """Collects what the table holds of a value."""

    def result(self, x: Any, x_bar: Any) -> Any:
        """The derivative with respect to an argument: zeros where nothing was contributed."""
        total = self.collect(x, x_bar)
        return zeros_like(x) if total is None and isinstance(x, np.ndarray | float | complex | np.inexact) else total

    def collect(self, x: Any, x_bar: Any) -> Any:
        """The whole cotangent of an argument, with the structure of the argument."""
        if isinstance(x, np.ndarray):
            return self._collect_array(x, x_bar)
        if isinstance(x, LEAVES):
            check_taken(x_bar)
            return x_bar.item() if x.__class__ in (float, complex) and isinstance(x_bar, np.generic) else x_bar
        if isinstance(x, list | tuple | deque):
            slots = self.slots(x)
            outer = [None] * len(x) if x_bar is None or _is_nothing(x_bar) else list(x_bar)
            outer += [None] * (len(slots) - len(outer))
            items = [self.result(x[k] if k < len(x) else 0.0, accumulate(slots[k], outer[k])) for k in range(len(slots))]
            return sequence_like(x, items)
        if isinstance(x, dict):
            slots, named = self.slots(x), x_bar or {}
            return {key: self.result(item, accumulate(slots.get(key), named.get(key))) for key, item in x.items()}
        if hasattr(x, "__dataclass_fields__"):
            slots = self.slots(x)
            return record_like(x, {key: self.result(item, slots.get(key)) for key, item in fields_held(x).values()})
        return x_bar

    def _collect_array(self, x: Any, x_bar: Any) -> Any:
        if x.dtype.kind not in "fc":
            return None
        if not self.knows(x):
            return x_bar
        shadow = self.of(x)
        if x_bar is None or (isinstance(x_bar, np.ndarray) and np.may_share_memory(shadow, x_bar)):
            return shadow.copy()
        return x_bar + shadow

    def items_of(self, x: Any, x_bar: Any) -> list[Any]:
        """The cotangents of all items of a tuple, zero where there is none, which the table holds no longer."""
        outer = x_bar if isinstance(x_bar, list | tuple) else [None] * len(x)
        return [filled(self.held(x, place, item, part), item) for place, (item, part) in enumerate(zip(x, outer, strict=True))]

    def items(self, x: Any, *sources: Any) -> list[Any]:
        """The cotangents of the items of a list or tuple: None where there is none, shadows of arrays.

        An item that shares memory with one of `sources` has its adjoint in the shadow of that, and gets None here.
        """
        if isinstance(x, np.ndarray):  # one result only, and not in a list
            return self.of(x)  # type: ignore[return-value]  # as there is one alone
        slots = self.slots(x)
        found = []
        for place, item in enumerate(x):
            part = slots[place]
            if isinstance(item, np.ndarray):
                # a stretched view has a shadow of its own, unless it is the source itself, given on as it was
                shown = any(item is s for s in sources) if is_stretched(item) else any(
                    isinstance(s, np.ndarray) and np.may_share_memory(item, s) for s in sources)
                part = self.of(item) if item.dtype.kind in "fc" and self.knows(item) and not shown else None
                if part is not None and is_stretched(item):
                    part = part.copy()
                    self.moved(item)  # given on from here, not again when what it shows is settled
            found.append(check_taken(part))
        return found


def _is_nothing(x_bar: Any) -> bool:
    """Whether a cotangent is the zero that a container has when all that is known of it is in the slots of its items."""
    return isinstance(x_bar, float) and x_bar == 0.0
