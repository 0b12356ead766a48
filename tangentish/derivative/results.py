"""What the caller of a derivative gets: arrays of its own, picked and ordered as `argnums` says."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.derivative.arguments import Pick


def tidy(picks: list[Pick], single: bool, bars: Any) -> Any:
    """Give every array a memory of its own, and pick items of `*args`; `single`: the result is no tuple."""
    if single and picks[0][1] is None:
        return own(bars)
    wanted = list(dict.fromkeys(name for name, _ in picks))
    by_name = dict(zip(wanted, bars if len(wanted) > 1 or not single else (bars,), strict=True))
    out = tuple(own(by_name[name] if key is None else by_name[name][key]) for name, key in picks)
    for place, value in enumerate(out):
        if isinstance(value, np.ndarray) and any(value is other for other in out[:place]):
            out = (*out[:place], value.copy(), *out[place + 1 :])
    return out[0] if single else out


def tidy_second(picks: list[Pick], single: bool, result: tuple[Any, Any]) -> tuple[Any, Any]:
    """`tidy` for a value and its derivatives."""
    value, bars = result
    return value, tidy(picks, single, bars)


def own(value: Any) -> Any:
    """An array that can be written into and shares memory with nothing; other values as they are."""
    if isinstance(value, np.ndarray):
        return value if value.flags.owndata and value.flags.writeable else value.copy()
    return value
