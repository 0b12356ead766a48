"""`Derivative`: picks or makes the program for each call."""

from __future__ import annotations

import functools
import types
import weakref
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from tangentish.analysis.kept_before import WATCHED, beginning, note_numbers
from tangentish.analysis.kinds import UNKNOWN
from tangentish.apart import Again, Apart, taken_apart
from tangentish.checkpointing import check_snapshots
from tangentish.derivative.alone import called_alone
from tangentish.derivative.arguments import Argnum, Arguments, Pick, check_value, label_of
from tangentish.derivative.binding import bound_as, is_class_method
from tangentish.derivative.pickling import dereference, reference
from tangentish.derivative.places import by_identity, with_own_places
from tangentish.derivative.programs import Programs, overlap, target_of
from tangentish.derivative.pullback import by_pullback
from tangentish.derivative.remembered import Remembered
from tangentish.derivative.results import tidy, tidy_second
from tangentish.derivative.towers import through
from tangentish.errors import RELOCATED, ArgumentError, ArgumentTypeError, OutputError, SourceError, UnsupportedError, relocated
from tangentish.request import Made
from tangentish.rules.registry import ON_CHANGE, generation

_MEMO = 512
_alive: weakref.WeakSet[Derivative] = weakref.WeakSet()


def _forget_all() -> None:
    """A rule has been registered: no derivative may go on with the program it used last."""
    for derivative in list(_alive):
        derivative._fast = None


ON_CHANGE.append(_forget_all)


class Called(NamedTuple):
    """The program for a call: the values of its parameters, and which argument each is, by position or keyword, or None.

    `again` finds the values of what the function reads once more.
    """

    made: Made
    values: list[Any]
    sources: list[Any]
    again: Again | None


class Derivative:
    """A derivative of `primal` with respect to `argnums`; called with the arguments of `primal`."""

    def __init__(self, fun: Callable[..., Any], argnums: Argnum | tuple[Argnum, ...], form: str, has_aux: bool,
                 kinds: bool = True, optimise: bool = True, checkpoint: int | None = None) -> None:
        if not callable(fun):
            raise ArgumentTypeError(f"fun must be callable, not {type(fun).__name__}")
        self.primal = fun
        self.argnums = argnums
        self.form, self.has_aux = form, has_aux
        self._known, self._optimise, self.checkpoint = kinds, optimise, checkpoint
        if checkpoint is not None:
            check_snapshots(checkpoint)
        self._setup()
        if isinstance(fun, types.FunctionType):
            self.__dict__.update({k: v for k, v in vars(fun).items() if k not in self.__dict__})

    def _setup(self) -> None:
        self._memo: dict[Any, Remembered] = {}
        self._fast: Callable[..., Any] | None = None  # for calls like the last one
        self._fast_count = 0
        self._last: Made | None = None
        self._apart: dict[types.FunctionType, Programs] = {}
        self.arguments = Arguments(self.primal, self.argnums)
        self._found: tuple[int, Programs | None] = -1, None
        functools.update_wrapper(self, self.primal, updated=())
        _alive.add(self)

    @property
    def _programs(self) -> Programs | None:
        """The programs for the primal; None where it is not followed, as what has a rule is not, which may come later."""
        rules = generation()
        if self._found[0] != rules:
            function = target_of(self.primal)
            self._found = rules, None if function is None else Programs(
                function, self.form, isinstance(self.argnums, tuple), self._known, self._optimise, self._forget, self.checkpoint)
        return self._found[1]

    @property
    def _alone(self) -> bool:
        """Whether one derivative is asked for, which is given by itself, not in a tuple."""
        return not isinstance(self.argnums, tuple)

    @property
    def _with_value(self) -> bool:
        return self.form == "value_and_grad"

    # calling

    @beginning
    def __call__(self, *args: Any, **keywords: Any) -> Any:
        if WATCHED:
            note_numbers()
        try:
            fast = self._fast
            if fast is not None and not keywords and len(args) == self._fast_count:
                return fast(*args)
            return self._call(args, keywords)
        except OutputError as error:
            raise type(error)(f"{label_of(self.primal)}: {error}") from None
        except RELOCATED as error:
            better = relocated(error)
            if better is error:
                raise
            raise better from None

    def _looked_at(self, *args: Any) -> Any:
        """A call that is not quite like the last one."""
        return self._call(args, {})

    def _call(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        if args and is_class_method(self, args[0]):
            return self.of(types.MethodType(self.primal, args[0]), self.argnums)._call(args[1:], keywords)
        key = None
        if not keywords:
            key = tuple([(a.shape, a.dtype) if type(a) is np.ndarray else type(a) for a in args])
            found = self._memo.get(key)
            # shapes do not say whether arguments share memory, so that is looked at with every call
            if found is not None and found.made.holds():
                rest = () if found.again is None else found.again()
                arrays = [a for a in args if type(a) is np.ndarray]
                if rest is not None and not overlap(arrays) and not any(
                        np.may_share_memory(a, b) for a in arrays for b in rest if type(b) is np.ndarray):
                    self._fast, self._fast_count = found.fast(args, self._looked_at, self._alone, self._with_value), len(args)
                    return found.finish(found.entry(*args, *rest))
        if self._programs is None or self.has_aux:
            tower = through(self, args, keywords)
            return self._by_pullback(args, keywords) if tower is None else tower[0]._call(tuple(tower[1].values), {})
        values, picks = self.arguments.bind(args, keywords)
        if by_identity(self.primal, [*values.values()]):
            return self._by_pullback(args, keywords)
        apart = self._taken_apart(values, picks)
        programs, values = self._programs_for(apart, values)
        rest = [] if apart is None else apart.plan.new
        made = programs.for_values(values, picks, rest)
        order, given = list(values), {label: value for label, value in values.items() if label not in rest}
        entry = called_alone(made, made.entry, [order.index(name) for name, _ in picks])

        def run(_: Any, own: dict[str, Any]) -> Any:
            return entry(*[own.get(name, values[name]) for name in order])

        result = with_own_places(programs.function, (), given, run, not made.writes)
        self._last = made
        finish = functools.partial(tidy_second if self._with_value else tidy, picks, self._alone)
        if key is not None and len(self._memo) < _MEMO and _one_by_one(args, order, values, rest) and (
                _is_simple([*args, *(values[label] for label in rest)])):
            again = apart.again(self.arguments.owner) if apart is not None else None
            self._memo[key] = Remembered(made, entry, order, picks, finish, again)
        return finish(result)

    def _taken_apart(self, values: dict[str, Any], picks: list[Pick]) -> Apart | None:
        """The call of a function that takes what this one reads of objects and of what is around it, if there is one."""
        assert self._programs is not None
        apart = taken_apart(self._programs.function, values, free=True)
        return None if apart is None or any(name not in apart.values for name, _ in picks) else apart

    def _programs_for(self, apart: Apart | None, values: dict[str, Any]) -> tuple[Programs, dict[str, Any]]:
        """The programs for a call, and the values of their parameters."""
        assert self._programs is not None
        if apart is None:
            return self._programs, values
        if apart.function not in self._apart:
            self._apart[apart.function] = self._programs.of(apart.function)
        return self._apart[apart.function], apart.values

    def _forget(self) -> None:
        """Programs have been made anew: what others relied on may have changed."""
        self._memo.clear()
        self._fast = None

    def _by_pullback(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        if self.checkpoint is not None:
            raise ArgumentError(f"checkpoint= is for a Python function and without has_aux; in {label_of(self.primal)} write\n"
                                "    for k in tangentish.checkpoint(range(n), snapshots=...):")
        wrt: list[Argnum] = []
        for num in self.arguments.nums:
            place, name = self.arguments.place(num, args, keywords)
            if isinstance(place, int) and place >= len(args):  # a default
                keywords, place = {**keywords, name: self.arguments.default(name, num)}, name
            check_value(args[place] if isinstance(place, int) else keywords[place], num, name)
            wrt.append(place)
        value, aux, bars = by_pullback(self.primal, wrt, args, keywords, self.has_aux)
        result = bars[0] if self._alone else bars
        if self._with_value:
            return ((value, aux), result) if self.has_aux else (value, result)
        return (result, aux) if self.has_aux else result

    def as_python(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, list[Any], list[Any]]:
        """The generated function for a call, the values of its parameters, and which argument each of them is.

        What the function captured is read where it is, as it may carry derivatives.
        """
        called = self.program_of(args, keywords, apart=False)
        return called.made.entry, called.values, called.sources

    def program_of(self, args: tuple[Any, ...], keywords: dict[str, Any], apart: bool = True) -> Called:
        """The program for a call, the values of its parameters, and which arguments they are.

        With `apart`, what is read of objects and of what is around the function is among the values.
        """
        tower = through(self, args, keywords, apart)
        if tower is not None:
            outer = tower[0].program_of(tuple(tower[1].values), {}, apart)
            return outer._replace(sources=[None if k is None else tower[1].sources[k] for k in outer.sources], again=None)
        if self._programs is None or self.has_aux:
            raise UnsupportedError(f"the derivative of {self!r} is not supported.\nWrap what it differentiates in a function.")
        values, picks = self.arguments.bind(args, keywords)
        if any(key is not None for _, key in picks):
            raise UnsupportedError("the derivative of a derivative with respect to items of *args or **keywords is not "
                                   "supported.\nName the parameters.")
        parted = self._taken_apart(values, picks) if apart else None
        sources = dict(zip(self.arguments.signature.parameters, self.arguments.sources(args, keywords), strict=True))
        programs, values = self._programs_for(parted, values)
        made = programs.for_values(values, picks, [] if parted is None else parted.plan.new)
        again = None if parted is None else parted.again(self.arguments.owner)
        return Called(made, list(values.values()), [sources.get(label) for label in values], again)

    def plain_for(self, args: tuple[Any, ...], keywords: dict[str, Any], apart: bool = True) -> bool:
        """Whether the program for a call is plain Python and NumPy: keeps no table, and looks no calls up."""
        tower = through(self, args, keywords, apart)
        if tower is not None:
            return tower[0].plain_for(tuple(tower[1].values), {}, apart)
        if self._programs is None or self.has_aux or self.arguments.are_packed(args, keywords):
            return False
        _, picks = self.arguments.bind(args, keywords)
        return not any(key is not None for _, key in picks) and self.program_of(args, keywords, apart).made.is_plain()

    # looking at it

    @property
    def source(self) -> str:
        """The generated code: of the program last used, or, before any call, of the one for unknown kinds."""
        if self._last is not None:
            return self._last.text
        kinds = dict.fromkeys(self.arguments.signature.parameters, UNKNOWN)
        return self._with_source().for_kinds(kinds, self.arguments.picks_of_any_call(), False).text

    def source_for(self, *args: Any, **keywords: Any) -> str:
        """The generated code for arguments like these."""
        self._with_source()
        values, picks = self.arguments.bind(args, keywords)
        if by_identity(self.primal, [*values.values()]):
            return self._by_pullback(args, keywords)
        apart = self._taken_apart(values, picks)
        programs, values = self._programs_for(apart, values)
        return programs.for_values(values, picks, [] if apart is None else apart.plan.new).text

    def _with_source(self) -> Programs:
        if self._programs is None:
            raise SourceError(f"{label_of(self.primal)} has no Python source of its own")
        return self._programs

    def __repr__(self) -> str:
        return f"<{self.form} of {label_of(self.primal)} with respect to {self.argnums!r}>"

    # as a method, and in a pickle

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        primal = bound_as(self.primal, instance, owner)
        return self if primal is self.primal else self.of(primal, self.argnums)

    def of(self, primal: Callable[..., Any], argnums: Argnum | tuple[Argnum, ...]) -> Derivative:
        """The same of another function."""
        return Derivative(primal, argnums, self.form, self.has_aux, self._known, self._optimise, self.checkpoint)

    def __getstate__(self) -> dict[str, Any]:
        kept = ("argnums", "form", "has_aux", "_known", "_optimise", "checkpoint")
        return {**{key: self.__dict__[key] for key in kept}, "primal": reference(self.primal)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.primal = dereference(state["primal"])
        self._setup()


def _one_by_one(args: Sequence[Any], order: list[str], values: dict[str, Any], rest: list[str]) -> bool:
    """Whether the program takes the arguments as they come, none of them among those of ``*args``, and then the rest."""
    return order[len(args) :] == rest and len(order) == len(args) + len(rest) and all(
        values[label] is arg for label, arg in zip(order, args, strict=False))


def _is_simple(args: Sequence[Any]) -> bool:
    """Whether shapes, dtypes and types say all that a program depends on."""
    arrays = [a for a in args if type(a) is np.ndarray]
    return all(type(a) in (float, int, np.float64, np.ndarray) for a in args) and not overlap(arrays)
