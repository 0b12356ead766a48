"""Calls of a gradient in a function that is differentiated itself.

The program of a gradient that is plain code is differentiated like any other.  Where it is not, because it keeps adjoints in a
table or looks calls up, the symmetry of second derivatives helps.  With `g` the gradient of `f`:

    v . g(x) has the gradient       d/dx (v . grad f)(x),  that of the tangent of `f` along `v`;
    g(x) along x_dot has the tangent  d/dx (x_dot . grad f)(x),  that of the tangent of `f` along `x_dot`.

So both come from reverse over forward mode, in one sweep each.  (Griewank and Walther, Evaluating Derivatives, 2008, ch. 5.)
"""

from __future__ import annotations

from typing import Any

from tangentish import dispatch
from tangentish.derivative import Derivative
from tangentish.derivative.pullback import by_pullback, copied_arguments
from tangentish.dispatch.derivatives import FOLLOWED
from tangentish.dispatch.forward.core import Call
from tangentish.dispatch.functions import holds_active
from tangentish.dispatch.records import Parts, Record
from tangentish.nested.copied_functions import Moved, copied_function
from tangentish.nested.tangent_programs import followed_jvp
from tangentish.nested.tangents_of_gradients import tangent_of, tangent_of_first
from tangentish.runtime import seed
from tangentish.runtime.runs import run_begins
from tangentish.shadows import Shadows

# the functions whose gradients these are: followed, so in plain Python


def along(fun: Any, tangents: Any, value_bar: Any, *args: Any) -> Any:
    """The tangent of `fun` at `args`, plus `value_bar` times its value."""
    ans, ans_dot = followed_jvp(fun, args, tangents)
    return ans_dot if value_bar is None else ans_dot + value_bar * ans


def along_first(fun: Any, tangents: Any, value_bar: Any, *args: Any) -> Any:
    """`along` for a function that returns its value and something else."""
    ans, ans_dot = followed_jvp(fun, args, tangents)
    return ans_dot[0] if value_bar is None else ans_dot[0] + value_bar * ans[0]


class GradientCall:
    """A call of a derivative: the arguments of `fun` in order, where each came from, and which are differentiated."""

    def __init__(self, derivative: Derivative, args: tuple[Any, ...], keywords: dict[str, Any]) -> None:
        self.derivative, self.args, self.keywords = derivative, args, keywords
        self.fun, self.with_value, self.aux = derivative.primal, derivative.form == "value_and_grad", derivative.has_aux
        self.values, self.sources, self.picks = derivative.arguments.in_order(args, keywords)
        self.bare = not isinstance(derivative.argnums, tuple)

    def active(self, wrt: Any) -> list[int]:
        """The places among `values` of what is active in the call."""
        return [k for k, source in enumerate(self.sources) if source is not None and source in wrt]

    def along(self) -> Any:
        """The function whose gradient has to do with the second derivative."""
        return along_first if self.aux else along

    def ordered(self, slopes: tuple[Any, ...], value: Any, aux: Any = None) -> Any:
        """What the call returns, from the derivatives and the value."""
        result = slopes[0] if self.bare else slopes
        if self.with_value:
            return ((value, aux), result) if self.aux else (value, result)
        return (result, aux) if self.aux else result


class OfGradient(Record):
    """A call of a derivative; its reverse is the gradient of a tangent.

    The arguments and what the function captured are kept as they were when it was called.
    """

    def __init__(self, call: GradientCall, wrt: Any, ans: Any) -> None:
        self.call, self.wrt, self.ans = call, wrt, ans
        self.values, _ = copied_arguments(call.values, {})
        self.fun: Any = call.fun
        self.moved: list[Moved] = []
        if "*" in wrt:
            self.fun, self.moved = copied_function(call.fun)

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        call, values = self.call, self.values
        value_bar, slope_bars = self._cotangents(shadows.result(self.ans, ans_bar))
        tangents = [None] * len(values)
        for k, bar in zip(call.picks, slope_bars, strict=True):
            tangents[k] = bar
        active, held = call.active(self.wrt), ("*",) if "*" in self.wrt else ()
        if any(bar is not None for bar in slope_bars):
            first = (0,) if held else ()
            ans, record = dispatch.primal(call.along(), (*first, *(k + 3 for k in active)), self.fun, tuple(tangents), value_bar,
                                          *values)
            parts = record.reverse(seed(1.0, ans), shadows).values[3:]
        elif value_bar is not None:
            run_begins()
            ans, record = dispatch.primal(self.fun, (*active, *held), *values)
            parts = record.reverse((value_bar, None) if call.aux else value_bar, shadows).values
        else:
            parts = [None] * len(values)
        for value, copy, cell, copied_cell in self.moved:
            shadows.deposit(cell, "cell_contents", value, shadows.collect(copy, shadows.take_slot(copied_cell, "cell_contents")))
        bars = {call.sources[k]: shadows.result(values[k], parts[k]) for k in active}
        return Parts([bars.get(k) for k in range(len(call.args))], {key: bars.get(key) for key in call.keywords})

    def _cotangents(self, bars: Any) -> tuple[Any, list[Any]]:
        """The cotangents of the value and of each derivative."""
        call, value_bar = self.call, None
        if call.with_value:
            value_bar, bars = bars
            value_bar = value_bar[0] if call.aux else value_bar
        elif call.aux:
            bars = bars[0]
        return value_bar, [bars] if call.bare else list(bars)


def recorded(derivative: Derivative, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record]:
    """Call a derivative and record what the reverse of that needs."""
    call = GradientCall(derivative, args, keywords)
    run_begins()
    ans = derivative(*args, **keywords)
    return ans, OfGradient(call, wrt, ans)


def pushed(derivative: Derivative, called: Call) -> tuple[Any, Any]:
    """Call a derivative: its result and the tangent of that, the gradient of the tangent of the function."""
    call = GradientCall(derivative, called.args, called.keywords)
    run_begins()
    ans = derivative(*called.args, **called.keywords)
    given = dict(enumerate(called.dots)) | called.keyword_dots
    dots = [called.tangents.structured(value, given.get(source)) if source is not None and source in called.wrt else None
            for value, source in zip(call.values, call.sources, strict=True)]
    wrt = (*call.active(called.wrt), *(("*",) if "*" in called.wrt else ()))
    value_dot, _, slope_dots = by_pullback(tangent_of_first if call.aux else tangent_of, [4], (
        call.fun, called.tangents, wrt, tuple(dots), tuple(call.values)), {}, False)
    return ans, called.tangents.bind(ans, call.ordered(tuple([slope_dots[0][k] for k in call.picks]), value_dot))


def is_plain(derivative: Derivative, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> bool:
    """Whether the program of a gradient can be differentiated like any other."""
    return not ("*" in wrt and holds_active(derivative.primal)) and derivative.plain_for(args, keywords, apart=False)


FOLLOWED.update(plain=is_plain, recorded=recorded, pushed=pushed)
