"""Tangents: the program for a call of a function with values and tangents of its arguments."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish import dispatch
from tangentish.analysis.kept_before import WATCHED, beginning, note_numbers
from tangentish.analysis.kinds import UNKNOWN, kinds_of
from tangentish.apart import Apart, taken_apart
from tangentish.batched import Batched, batched
from tangentish.class_attributes import check_living
from tangentish.derivative.alone import called_alone
from tangentish.derivative.arguments import label_of
from tangentish.derivative.derivative import Derivative
from tangentish.derivative.operator import restored
from tangentish.derivative.pickling import reference
from tangentish.derivative.places import active_share, by_identity, only_reading, only_reads, tuples_once
from tangentish.derivative.plans import Plan
from tangentish.derivative.programs import overlap, target_of
from tangentish.derivative.pullback import copied_arguments
from tangentish.derivative.shared_objects import objects_among
from tangentish.derivative.tangents import checked_tangents
from tangentish.errors import RELOCATED, ArgumentTypeError, SourceError, UnsupportedError, relocated
from tangentish.fast_call import fast_tangent
from tangentish.frontend.callables import captured_names, parameters
from tangentish.pipeline import make
from tangentish.request import Made, Request
from tangentish.rules.registry import lookup
from tangentish.runtime import separated, shares_memory
from tangentish.tangents import Tangents
from tangentish.tangents.not_known import check_known, count_unknown

_MEMO = 512
_PLAIN = (float, int, np.float64, np.ndarray)  # classes of which shapes and dtypes say all that a program depends on


class Forward:
    """Calls the tangent program of `primal`; its form is "jvp", or "slope" for one that returns the tangent alone."""

    def __init__(self, primal: Callable[..., Any], form: str = "jvp") -> None:
        self.primal, self.form = primal, form
        self._last: Made | Batched | None = None
        self._memo: dict[Any, Plan] = {}
        self._quick: dict[Any, tuple[Plan | None, Callable[..., Any] | None]] = {}
        self._fast: Callable[..., Any] | None = None  # for calls like the last one
        self._of_entry: dict[Any, Forward] = {}  # of the programs of a gradient
        self._function = target_of(primal)
        self._owner = (primal.__self__,) if self._function is not primal and hasattr(primal, "__self__") else ()
        functools.update_wrapper(self, primal, updated=())

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (type(self), reference(self.primal), self.form)

    def __call__(self, primals: tuple[Any, ...], tangents: tuple[Any, ...]) -> tuple[Any, Any]:
        """The result and its tangent; None among the tangents is for an argument that stays as it is."""
        found = self.quickly(primals, tangents)
        if found is None:
            dots = checked_tangents(primals, tangents)
            found = self.along(tuple(primals), dots)
        return found

    def quickly(self, args: Any, dots: Any) -> tuple[Any, Any] | None:
        """The result and its tangent if this call is like the last one, tangents that fit and all; else None."""
        fast = self._fast
        return None if fast is None else self._located(fast, args, dots)

    def along(self, args: tuple[Any, ...], dots: tuple[Any, ...]) -> tuple[Any, Any]:
        """The result and its tangent, for tangents that are known to fit."""
        return self._located(self._call, args, dots)

    @beginning
    def _located(self, call: Callable[..., Any], args: Any, dots: Any) -> Any:
        if WATCHED:
            note_numbers()
        known = count_unknown()
        try:
            found = call(args, dots)
            if self.form == "jvp" and count_unknown() > known:
                check_known(known, *found)
            return found
        except RELOCATED as error:
            better = relocated(error)
            if better is error:
                raise
            raise better from None

    def _call(self, args: tuple[Any, ...], dots: tuple[Any, ...]) -> tuple[Any, Any]:
        key = self.key(args, dots)
        plan = self._plan(key, args, dots)
        if plan is None:
            return self._by_dispatch(args, dots)
        made = self._last = plan.made
        if by_identity(self.primal, [*args, *plan.rest], args):
            return self._by_dispatch(args, dots)
        given = [*args, *dots, *plan.rest]
        values = [given[k] for k in plan.places]
        beside = made.writes and len(plan.rest) > 0  # may be the arguments themselves, which are copied together with it
        self._fast = None if beside else self._fast_for(key, plan, args, dots)
        if key is None or beside:
            count = len(values) - sum(len(args) <= k < 2 * len(args) for k in plan.places)
            values[:count] = tuples_once(tuple(values[:count]))
            if shares_memory({"": tuple(values[:count])}):
                if not made.writes or only_reads(self._function):
                    values = [*map(separated, values[:count]), *values[count:]]
                elif active_share(values[:count], [n for n, k in enumerate(plan.places[:count])
                                                   if k < len(args) and dots[k] is not None]):
                    with only_reading(self._function, values[:count], self._no_own_tangents):
                        values = [*(separated(value, writeable=False) for value in values[:count]), *values[count:]]
                        return _apart_from(given, *self._entry_of(plan, dots)(*values))
        return _apart_from(given, *self._entry_of(plan, dots)(*values))

    def _fast_for(self, key: Any, plan: Plan, args: tuple[Any, ...], dots: tuple[Any, ...]) -> Callable[..., Any] | None:
        """The quick way for calls like this one, made once for each kind of call; None for those that are to be looked at."""
        if key is None or not plan.fixed:
            return None
        if key not in self._quick:
            self._quick[key] = None, None  # this may be the only call
            return None
        known, fast = self._quick[key]
        if known is None or known.made is not plan.made:
            guards = [(plan.holds, True)] if plan.gradient is None else [(plan.gradient.holds, True), (plan.made.holds, True)]
            fast = fast_tangent(self._entry_of(plan, dots), args, dots, plan.places, plan.rest, guards, plan.again)
            self._quick[key] = plan, fast
        return fast

    def _entry_of(self, plan: Plan, dots: tuple[Any, ...]) -> Callable[..., Any]:
        """The program of a call, given copies of what is differentiated where that might be read by another name."""
        return called_alone(plan.made, next(iter(plan.made.functions.values())), [
            place for place, k in enumerate(plan.places) if k < len(dots) and dots[k] is not None])

    def batched(self, args: tuple[Any, ...], dots: tuple[Any, ...]) -> tuple[Batched, list[Any]] | None:
        """The program for many tangents at once of arguments like these, and its arguments; None if there is none."""
        key = self.key(args, dots)
        plan = None if key is None and shares_memory({"": args}) else self._plan(key, args, dots)
        if plan is None:
            return None
        given = [*args, *dots, *plan.rest]
        values = [given[k] for k in plan.places]
        kinds = tuple(kinds_of(dict(enumerate(values))).values())
        rows = frozenset(k for k, place in enumerate(plan.places) if len(args) <= place < 2 * len(args))
        found = batched(plan.made, kinds, rows)
        self._last = found or self._last
        return None if found is None else (found, values)

    def remembers(self, args: tuple[Any, ...], dots: tuple[Any, ...]) -> bool:
        """Whether calls like this one have been made before."""
        return self._remembered(self.key(args, dots), args) is not None

    def _plan(self, key: Any, args: tuple[Any, ...], dots: tuple[Any, ...]) -> Plan | None:
        """How to make a call, found or made; None where it has to be looked up."""
        plan = self._remembered(key, args)
        if plan is None:
            plan = self._of_derivative(args, dots) if isinstance(self.primal, Derivative) else self._of_function(args, dots)
            if plan is not None and key is not None and plan.fixed and len(self._memo) < _MEMO:
                self._memo[key] = plan
        return plan

    def _remembered(self, key: Any, args: tuple[Any, ...]) -> Plan | None:
        plan = None if key is None else self._memo.get(key)
        return plan.renewed(args) if plan is not None and plan.holds() else None

    def key(self, args: tuple[Any, ...], dots: tuple[Any, ...]) -> Any:
        """What tells calls for which one program does; None where more than shapes and dtypes has to be looked at."""
        if not all(type(a) in _PLAIN for a in args) or overlap([a for a in args if type(a) is np.ndarray]):
            return None
        return (tuple([(a.shape, a.dtype) if type(a) is np.ndarray else type(a) for a in args]),
                tuple([dot is None for dot in dots]), *dispatch.settings())

    def _of_function(self, args: tuple[Any, ...], dots: tuple[Any, ...]) -> Plan | None:
        found = self._program(args, dots, apart=True)
        if found is None:
            return None
        made, places, rest, parted = found
        again = None if parted is None else parted.again(self._owner)
        assert self._function is not None
        return Plan(made, places, rest, fixed=len(rest) == (0 if again is None else len(again.values)), again=again,
                    function=self._function, code=self._function.__code__)

    def _of_derivative(self, args: tuple[Any, ...], dots: tuple[Any, ...]) -> Plan | None:
        """Forward over reverse: the tangent program of the program of a derivative, if that is plain code."""
        if not self.primal.plain_for(args, {}):
            return None
        made, values, sources, again = self.primal.program_of(args, {})
        inner = self._of_entry.setdefault(made.entry, Forward(made.entry))
        found = inner.program(tuple(values), tuple(None if k is None else dots[k] for k in sources))
        if found is None:
            return None
        tangent, places, rest = found
        # `places` are in [*values, *their dots, *rest]: the values are arguments, and defaults, which come before the rest
        defaults = [value for value, source in zip(values, sources, strict=True) if source is None]
        after = iter(range(2 * len(args), 2 * len(args) + len(defaults)))
        where = [next(after) if source is None else source for source in sources]
        where += [-1 if source is None else len(args) + source for source in sources]
        where += range(2 * len(args) + len(defaults), 2 * len(args) + len(defaults) + len(rest))
        fixed = len(defaults) == (0 if again is None else len(again.values)) and not captured_names(made.entry)
        return Plan(tangent, [where[k] for k in places], [*defaults, *rest], fixed, made, again)

    def program(self, args: tuple[Any, ...], dots: tuple[Any, ...]) -> tuple[Made, list[int], list[Any]] | None:
        """The program for a call, which of `[*args, *dots, *rest]` its parameters are, and that rest; None if there is none."""
        found = self._program(args, dots, apart=False)
        return None if found is None else found[:3]

    def _program(self, args: tuple[Any, ...], dots: tuple[Any, ...],
                 apart: bool) -> tuple[Made, list[int], list[Any], Apart | None] | None:
        """`program`; with `apart` it may be that of a function of what is read, which is part of the rest then."""
        active = tuple(k for k, dot in enumerate(dots) if dot is not None)
        if self._function is None or not active:
            return None
        shift = len(self._owner)
        try:
            values, wanted, captured, places, _ = dispatch.active_places(
                self._function, tuple(k + shift for k in active), (*self._owner, *args), {})
        except TypeError as error:  # the arguments do not fit the parameters
            raise ArgumentTypeError(f"{label_of(self.primal)}: {error}") from None
        check_living(values)
        if any(places[k + shift][1] is not None for k in active):
            return None
        function = self._function
        parted = taken_apart(function, values, free=True) if apart else None
        if parted is not None and not wanted <= parted.values.keys():
            parted = None
        if parted is not None:
            function, values = parted.function, parted.values
        made, order = dispatch.made_for(self.form, function, values, tuple(n for n in values if n in wanted),
                                        tuple(n for n in captured if n in values),
                                        constant=() if parted is None else parted.plan.new)
        self._last = made
        own = {name: k for k, (name, key) in enumerate(places[shift:]) if key is None}
        others = [name for name in values if name not in own]
        count = len(args)
        found = [own[name] if name in own else 2 * count + others.index(name) for name in values]
        return made, [*found, *(count + own[name] for name in order)], [values[name] for name in others], parted

    def _by_dispatch(self, args: tuple[Any, ...], dots: tuple[Any, ...]) -> tuple[Any, Any]:
        """Through a call that is looked up: callables without source of their own, items of `*args`."""
        active = tuple(k for k, dot in enumerate(dots) if dot is not None)
        args = tuples_once(args)
        if active and shares_memory({"": args}):
            if not self._writes(args, active):
                args = tuple(map(separated, args))
            elif active_share(args, active):
                with only_reading(self._function, args, self._no_own_tangents):
                    return self._pushed_forward(tuple([separated(arg, writeable=False) for arg in args]), dots, active)
        return self._pushed_forward(args, dots, active)

    def _pushed_forward(self, args: tuple[Any, ...], dots: tuple[Any, ...], active: tuple[int, ...]) -> tuple[Any, Any]:
        args, _ = copied_arguments(args, {})
        tangents, wrt = Tangents(), (*sorted({*active, *objects_among(dict(enumerate(args)))}),)
        ans, ans_dot = dispatch.pushforward(self.primal, tangents, wrt, args, dots)
        return ans, tangents.structured(ans, ans_dot)

    def _writes(self, args: tuple[Any, ...], active: tuple[int, ...]) -> bool:
        """Whether a function may write into its arguments; one with a rule does not."""
        if self._function is None:
            return lookup(self.primal) is None
        shift = len(self._owner)
        values, wanted, captured, _, _ = dispatch.active_places(
            self._function, tuple(k + shift for k in active), (*self._owner, *args), {})
        made, _ = dispatch.made_for("jvp", self._function, values, tuple(n for n in values if n in wanted), tuple(captured))
        return made.writes and not only_reads(self._function)

    def _no_own_tangents(self) -> UnsupportedError:
        return UnsupportedError(f"{label_of(self.primal)}: arguments that share memory, and that it writes into, have no tangents "
                                "of their own.\nPass copies.")

    @property
    def used(self) -> str | None:
        """The generated code of the program last used; None if there was none."""
        return None if self._last is None else self._last.text

    @property
    def source(self) -> str:
        """The generated code: of the program last used, or, before any call, of the one for unknown kinds."""
        if self._last is not None:
            return self._last.text
        if self._function is None:
            raise SourceError(f"{label_of(self.primal)} is not a Python function, so there is no generated code to show.")
        kinds = dict.fromkeys(parameters(self._function).parameters, UNKNOWN)
        wanted = tuple(kinds)[len(self._owner) :]
        return make(self._function, Request("jvp", tuple(kinds.items()), wanted), dispatch.EXTERNS).text


def forward_of(gradient: Derivative) -> Forward:
    """The tangents of a derivative: the same object with every call, as it remembers its programs."""
    found: Forward | None = gradient.__dict__.get("_forward")
    if found is None:
        found = gradient.__dict__["_forward"] = Forward(gradient)
    return found


def _apart_from(given: list[Any], ans: Any, ans_dot: Any) -> tuple[Any, Any]:
    """The result and its tangent, which shares no memory with what was given."""
    if type(ans_dot) is np.ndarray and any(type(x) is np.ndarray and np.may_share_memory(x, ans_dot) for x in given):
        ans_dot = ans_dot.copy()
    return ans, ans_dot
