"""The quick way from the arguments of a call to the program made for them, for calls like the one before.

Looking a program up takes longer than many derivatives of small arrays; so the checks for one signature are written out
as a function: same classes, shapes and dtypes, no memory shared, the same globals.  `fast_call` is for derivatives,
`fast_tangent` for tangents.
"""

from __future__ import annotations

import itertools
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish.apart import Again
from tangentish.shown import show

PLAIN = (float, int, np.float64)
_numbers = itertools.count(1)
Guards = list[tuple[Callable[[], Any], Any]]


def fast_call(entry: Callable[..., Any], args: tuple[Any, ...], guards: Guards,
              places: list[int], bare: bool, slow: Callable[..., Any],
              tidy: Callable[[Any], Any], again: Again | None = None, with_value: bool = False) -> Callable[..., Any] | None:
    """A function of the same arguments that calls `entry` where it can, else `slow`; None if the arguments are not plain.

    `places` are the positions of the arguments that the derivatives are of; a `bare` result is no tuple.  What `entry`
    returns goes through `tidy` unless every array in it has a memory of its own.  `again` gives further arguments, or None.
    `with_value`, it returns the value of the function too.

    >>> double = fast_call(lambda x: 2.0 * x, (np.zeros(2),), [], [0], True, lambda x: "slow", lambda bar: bar)
    >>> double(np.ones(2)), double(np.ones(3))
    (array([2., 2.]), 'slow')
    """
    if not _plain(args):
        return None
    names = [f"a{k}" for k in range(len(args))]
    space: dict[str, Any] = {"entry": entry, "slow": slow, "tidy": tidy, "ndarray": np.ndarray, "share": np.may_share_memory}
    arrays = [k for k, a in enumerate(args) if type(a) is np.ndarray]
    tests = [*_alike(names, args, space), *_apart([names[k] for k in arrays]), *_held(guards, space)]
    bars = [f"b{k}" for k in range(len(places))]
    owned = [f"{bar}.__class__ is not ndarray or {bar}.base is None" for bar, k in zip(bars, places, strict=True) if k in arrays]
    owned += [f"{bar} is not a{k}" for bar, place in zip(bars, places, strict=True) if place in arrays for k in arrays]
    owned += [f"{x} is not {y}" for n, x in enumerate(bars) for y in bars[:n] if places[n] in arrays]
    more = [f"c{k}" for k in range(len(again.values))] if again is not None else []
    held = [c for c, value in zip(more, again.values, strict=True) if type(value) is np.ndarray] if again is not None else []
    apart = _apart_from(held, [names[k] for k in arrays])
    owned += [f"{bar} is not {c}" for bar, place in zip(bars, places, strict=True) if place in arrays for c in held]
    test = " and ".join(tests) or "True"
    result, returned = ("result", "(result[0], bars)") if with_value else ("bars", "bars")
    call = (f"        {result} = entry({', '.join([*names, *more])})\n"
            + ("        bars = result[1]\n" if with_value else "")
            + ("" if bare else f"        {', '.join(bars)}, = bars\n")
            + ("        b0 = bars\n" if bare else "")
            + f"        return {returned} if {' and '.join(f'({test})' for test in owned) or 'True'} else tidy({result})\n")
    if again is not None:
        space["again"] = again
        test = f"({test}) and (more := again()) is not None"
        call = (f"        {', '.join(more)}, = more\n" * bool(more) + f"        if not ({' and '.join(apart) or 'True'}):\n"
                f"            return slow({', '.join(names)})\n" + call)
    text = (f"def fast({', '.join(names)}):\n    if {test}:\n{call}    return slow({', '.join(names)})\n")
    return _compiled(text, space)


def fast_tangent(entry: Callable[..., Any], args: tuple[Any, ...], dots: tuple[Any, ...], places: list[int],
                 rest: list[Any], guards: Guards, again: Again | None = None) -> Callable[..., Any] | None:
    """A function of arguments and their tangents that gives what `entry` returns, or None for calls that are not like this one.

    The parameters of `entry` are the items of `[*args, *dots, *rest]` at `places`; the rest is the same for every call, but for
    the first of it, which `again` finds.  There is no such function if the arguments are not plain.

    >>> fast = fast_tangent(lambda x, x_dot: (x * x, 2.0 * x * x_dot), (3.0,), (1.0,), [0, 1], [], [])
    >>> fast((3.0,), (2.0,)), fast((3.0,), (None,)), fast((np.ones(2),), (np.ones(2),))
    ((9.0, 12.0), None, None)
    """
    active = [k for k, dot in enumerate(dots) if dot is not None]
    if not _plain(args) or any(type(args[k]) is int for k in active):
        return None
    names, dot_names = [f"a{k}" for k in range(len(args))], [f"a{k}_dot" for k in range(len(args))]
    space: dict[str, Any] = {"entry": entry, "ndarray": np.ndarray, "share": np.may_share_memory}
    arrays = [k for k, a in enumerate(args) if type(a) is np.ndarray]
    held = [names[k] for k in arrays] + [dot_names[k] for k in arrays if k in active]
    tests = [*_alike(names, args, space), *_alike([dot_names[k] for k in active], tuple(args[k] for k in active), space),
             *[f"{name} is None" for k, name in enumerate(dot_names) if k not in active], *_apart(held), *_held(guards, space)]
    space |= {f"rest{k}": value for k, value in enumerate(rest) if again is None or k >= len(again.values)}
    more = [f"rest{k}" for k in range(len(rest))]
    given = [*names, *dot_names, *more]
    if again is not None:
        space["again"] = again
        found = more[: len(again.values)]
        arrays_of_rest = [label for label, value in zip(more, rest, strict=True) if type(value) is np.ndarray]
        tests += ["(more := again()) is not None", *[f"({label} := more[{k}]) is {label}" for k, label in enumerate(found)],
                  *_apart_from(arrays_of_rest, held)]
        held = [*held, *arrays_of_rest]
    new = " and ".join(["ans_dot.base is None", *[f"ans_dot is not {name}" for name in held]])
    text = (f"def fast(args, dots):\n"
            f"    if len(args) == len(dots) == {len(args)}:\n"
            f"        {', '.join(names)}, = args\n"
            f"        {', '.join(dot_names)}, = dots\n"
            f"        if {' and '.join(tests)}:\n"
            f"            ans, ans_dot = entry({', '.join([given[k] for k in places])})\n"
            f"            return ans, ans_dot if ans_dot.__class__ is not ndarray or ({new}) else ans_dot.copy()\n"
            f"    return None\n")
    return _compiled(text, space)


def _plain(args: tuple[Any, ...]) -> bool:
    return all(type(a) in PLAIN or type(a) is np.ndarray for a in args)


def _alike(names: list[str], values: tuple[Any, ...], space: dict[str, Any]) -> list[str]:
    """Tests that names hold values of the classes, shapes and dtypes of these."""
    tests = []
    for name, value in zip(names, values, strict=True):
        space[f"{name}_class"] = type(value)
        tests.append(f"{name}.__class__ is {name}_class")
        if type(value) is np.ndarray:
            space[f"{name}_dtype"] = value.dtype
            tests.append(f"{name}.shape == {value.shape!r} and {name}.dtype is {name}_dtype")
    return tests


def _apart(names: list[str]) -> list[str]:
    """Tests that no two of these arrays share memory."""
    return [f"{x} is not {y} and ({x}.base is None is {y}.base or not share({x}, {y}))"
            for place, y in enumerate(names) for x in names[:place]]


def _apart_from(names: list[str], others: list[str]) -> list[str]:
    """Tests that none of these arrays shares memory with any of the others."""
    return [f"{x} is not {y} and ({x}.base is None is {y}.base or not share({x}, {y}))" for x in names for y in others]


def _held(guards: Guards, space: dict[str, Any]) -> list[str]:
    """Tests that what the program relied on is as it was."""
    tests = []
    for number, (look, value) in enumerate(guards):
        space[f"look{number}"], space[f"value{number}"] = look, value
        tests.append(f"look{number}() is value{number}")
    return tests


def _compiled(text: str, space: dict[str, Any]) -> Callable[..., Any]:
    filename = f"<tangentish fast call {next(_numbers)}>"
    exec(compile(text, filename, "exec"), space)
    made: types.FunctionType = space.pop("fast")
    show(filename, text, made)
    return made
