"""The quick way from the arguments of a call to the program made for them, for calls like the one before.

Looking a program up takes longer than many derivatives of small arrays; so the checks for one signature are written out
as a function: same classes, shapes and dtypes, no memory shared, the same globals.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable
from typing import Any

import numpy as np

PLAIN = (float, int, np.float64)


def fast_call(entry: Callable[..., Any], args: tuple[Any, ...], guards: list[tuple[Callable[[], Any], Any]],
              places: list[int], bare: bool, slow: Callable[..., Any],
              tidy: Callable[[Any], Any]) -> Callable[..., Any] | None:
    """A function of the same arguments that calls `entry` where it can, else `slow`; None if the arguments are not plain.

    `places` are the positions of the arguments that the derivatives are of; a `bare` result is no tuple.  What `entry`
    returns goes through `tidy` unless every array in it has a memory of its own.

    >>> double = fast_call(lambda x: 2.0 * x, (np.zeros(2),), [], [0], True, lambda x: "slow", lambda bar: bar)
    >>> double(np.ones(2)), double(np.ones(3))
    (array([2., 2.]), 'slow')
    """
    if not all(type(a) in PLAIN or type(a) is np.ndarray for a in args):
        return None
    names = [f"a{k}" for k in range(len(args))]
    space: dict[str, Any] = {"entry": entry, "slow": slow, "tidy": tidy, "ndarray": np.ndarray, "share": np.may_share_memory}
    arrays = [k for k, a in enumerate(args) if type(a) is np.ndarray]
    tests = []
    for k, a in enumerate(args):
        space[f"c{k}"] = type(a)
        tests.append(f"a{k}.__class__ is c{k}")
        if k in arrays:
            space[f"d{k}"] = a.dtype
            tests.append(f"a{k}.shape == {a.shape!r} and a{k}.dtype is d{k}")
    for place, k in enumerate(arrays):
        for j in arrays[:place]:
            tests.append(f"a{j} is not a{k} and (a{j}.base is None is a{k}.base or not share(a{j}, a{k}))")
    for number, (look, value) in enumerate(guards):
        space[f"look{number}"], space[f"value{number}"] = look, value
        tests.append(f"look{number}() is value{number}")
    bars = [f"b{k}" for k in range(len(places))]
    owned = [f"{bar}.__class__ is not ndarray or {bar}.base is None" for bar, k in zip(bars, places, strict=True) if k in arrays]
    owned += [f"{bar} is not a{k}" for bar, place in zip(bars, places, strict=True) if place in arrays for k in arrays]
    owned += [f"{x} is not {y}" for n, x in enumerate(bars) for y in bars[:n] if places[n] in arrays]
    text = (f"def fast({', '.join(names)}):\n"
            f"    if {' and '.join(tests) or 'True'}:\n"
            f"        bars = entry({', '.join(names)})\n"
            + ("" if bare else f"        {', '.join(bars)}, = bars\n")
            + ("        b0 = bars\n" if bare else "")
            + f"        return bars if {' and '.join(f'({test})' for test in owned) or 'True'} else tidy(bars)\n"
            f"    return slow({', '.join(names)})\n")
    filename = f"<tangentish fast call {id(entry)}>"
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    exec(compile(text, filename, "exec"), space)
    made: Callable[..., Any] = space["fast"]
    return made
