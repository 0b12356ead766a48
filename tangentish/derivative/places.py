"""Arguments that share memory: where nothing writes into them, each place in them has a derivative of its own."""

from __future__ import annotations

import contextlib
import types
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar, cast

import numpy as np

from tangentish.analysis.around.around_writes import written_parameters
from tangentish.analysis.writes.effects import effects_now, effects_of
from tangentish.derivative.programs import overlap, target_of
from tangentish.derivative.shared_objects import check_held_apart, lead_to_same
from tangentish.runtime import held_in, separated, shares_memory, tuples_apart

T = TypeVar("T")
REFUSING = (ValueError, TypeError)
"""The errors of NumPy, and of buffers, where an array cannot be written into."""


def share(values: Any) -> bool:
    """Whether arguments share memory, by themselves or by what they contain."""
    arrays = [v for v in values.values() if isinstance(v, np.ndarray)]
    return shares_memory(values) or overlap(arrays)


def tuples_once(args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Arguments among which no tuple occurs twice."""
    return cast(tuple[Any, ...], tuples_apart(args)) if shares_memory({"": args}) else args


def active_share(args: Any, active: Any) -> bool:
    """Whether an argument that is differentiated, or what it holds, shares memory with another one or with itself."""
    mine, own = held_in(args[k] for k in active)
    others, containers = held_in(arg for k, arg in enumerate(args) if k not in active)
    return len(set(own)) < len(own) or not set(own).isdisjoint(containers) or any(
        np.may_share_memory(a, b) for k, a in enumerate(mine) for b in [*mine[:k], *others])


def with_own_places(fun: Callable[..., Any], args: Any, keywords: dict[str, Any], run: Callable[..., T],
                    reads: bool = False) -> T:
    """`run(args, keywords)`; arguments that share memory are copies apart, if `fun` writes into none of them.

    Where neither its text says so, nor `reads`, it is run with copies that cannot be written into.
    """
    values = {**dict(enumerate(args)), **keywords}
    check_held_apart(fun, values, may_write)
    if not share(values):
        return run(args, keywords)
    args, keywords = tuples_apart((args, keywords))
    values = {**dict(enumerate(args)), **keywords}
    if not share(values):
        return run(args, keywords)
    function = target_of(fun)
    inner = _differentiated(fun)
    given = [one for one in [*values.values(), *([] if inner is fun else [inner])] if isinstance(
        one, types.FunctionType | types.MethodType)]
    read = all(only_reads(target_of(one)) for one in given)  # it may call them
    plain = read and (reads or only_reads(function))
    if plain or (read and may_only_read(function, values)):
        try:
            return run(tuple([separated(arg, writeable=plain) for arg in args]),
                       {key: separated(value, writeable=plain) for key, value in keywords.items()})
        except REFUSING as error:
            if plain or not is_of_writing(error):
                raise
    return run(args, keywords)


def may_only_read(function: types.FunctionType | None, values: dict[Any, Any]) -> bool:
    """Whether a function may write into none of its arguments: it is not seen to, and no list or dict is given twice."""
    _, containers = held_in(values.values())
    return len(set(containers)) == len(containers) and not (function is not None and written_parameters(function))


@contextlib.contextmanager
def only_reading(function: types.FunctionType | None, values: Sequence[Any], refusal: Callable[[], Exception]) -> Iterator[None]:
    """A call with arguments that cannot be written into; `refusal` is raised where the function writes into them."""
    if not may_only_read(function, dict(enumerate(values))):
        raise refusal()
    try:
        yield
    except REFUSING as error:
        if is_of_writing(error):
            raise refusal() from None
        raise


def is_of_writing(error: Exception) -> bool:
    """Whether an error says that an array cannot be written into."""
    return "read-only" in str(error)


def _differentiated(fun: Any) -> Any:
    """The function that a derivative is of, or a derivative of that."""
    while not isinstance(fun, types.FunctionType | types.MethodType | type) and callable(getattr(fun, "primal", None)):
        fun = fun.primal
    return fun


def by_identity(fun: Callable[..., Any], values: list[Any], args: tuple[Any, ...] = ()) -> bool:
    """Whether a call has to be recorded, as that tells objects by who they are: arguments lead to the same one, and it may change.

    It is checked, too, that objects and others of the `args` share no data.
    """
    if args:
        check_held_apart(fun, dict(enumerate(args)), may_write)
    return lead_to_same(values) and may_write(target_of(fun))


def may_write(function: types.FunctionType | None) -> bool:
    """Whether a function may write into an argument, what one holds, or what it captured."""
    return function is None or (effects_of(function).any_writes and not only_reads(function))


def only_reads(function: types.FunctionType | None) -> bool:
    """Whether a function writes into none of its arguments, nor into what it captured, as far as it can be told."""
    if function is None:
        return False
    effects = effects_now(function)
    return not (effects.opaque or effects.writes or effects.around.intersection(function.__code__.co_freevars))
