"""What users call: `grad`, `value_and_grad`, `vjp`, `stop_gradient`."""

from __future__ import annotations

import functools
import types
from collections.abc import Callable
from typing import Any, overload

import numpy as np

from tangentish import dispatch
from tangentish.analysis.around.surroundings import Surroundings
from tangentish.analysis.kept_before import WATCHED, beginning, continuing, go_on, known_before, note_numbers
from tangentish.checkpointing import check_snapshots
from tangentish.class_attributes import check_living, has_dict
from tangentish.derivative import Argnum, Derivative
from tangentish.derivative.arguments import label_of
from tangentish.derivative.cotangents import checked_cotangent
from tangentish.derivative.forward import Forward
from tangentish.derivative.places import with_own_places
from tangentish.derivative.programs import target_of
from tangentish.derivative.pullback import check_aux, copied_arguments
from tangentish.derivative.repeated import Repeated, check_same, differs, left_as_it_is
from tangentish.derivative.results import own
from tangentish.dispatch.derivatives import OPERATORS
from tangentish.errors import ArgumentError, relocating
from tangentish.nested import followed_jvp, followed_vjp, register
from tangentish.rules.registry import generation, zero_derivative
from tangentish.runtime import copied
from tangentish.runtime.runs import run_begins
from tangentish.shadows import Shadows
from tangentish.shadows.restoring import exchange

Argnums = Argnum | tuple[Argnum, ...]


@overload
def grad(fun: Callable[..., Any], argnums: Argnums = 0, *, has_aux: bool = False,
         checkpoint: int | None = None) -> Derivative: ...
@overload
def grad(fun: None = None, argnums: Argnums = 0, *, has_aux: bool = False,
         checkpoint: int | None = None) -> Callable[[Callable[..., Any]], Derivative]: ...
def grad(fun: Callable[..., Any] | None = None, argnums: Argnums = 0, *, has_aux: bool = False,
         checkpoint: int | None = None) -> Any:
    """The gradient of a function that returns one number.

    `argnums` says with respect to what: the position of an argument, the name of a parameter, or a tuple of these.
    An int or a name gives a bare derivative, a tuple gives a tuple.  Each derivative has the structure, the shape and
    the dtype of its argument.  With `has_aux` the function returns `(value, anything)`, and the gradient is returned
    with the second part.  With `checkpoint` the loops of the function over a `range` that are in no other loop keep that many
    snapshots in place of a record of every step, as `tangentish.checkpoint` says.  Works as `grad(f)`, `@grad` and
    `@grad(argnums=...)`, on methods too.

    >>> import numpy as np
    >>> def loss(w, x):
    ...     return np.sum((x @ w) ** 2)
    >>> grad(loss)(np.array([1.0, 2.0]), np.eye(2))
    array([2., 4.])

    Raises `OutputError` if the result is not a single number, `DerivativeTypeError` if the argument is an int or
    otherwise has no derivative, `ArgumentError` for bad `argnums`, and `UnsupportedError` where the function does
    something with an active value that cannot be differentiated.
    """
    if fun is None:
        return lambda function: Derivative(function, argnums, "grad", has_aux, checkpoint=checkpoint)
    return Derivative(fun, argnums, "grad", has_aux, checkpoint=checkpoint)


@overload
def value_and_grad(fun: Callable[..., Any], argnums: Argnums = 0, *, has_aux: bool = False,
                   checkpoint: int | None = None) -> Derivative: ...
@overload
def value_and_grad(fun: None = None, argnums: Argnums = 0, *, has_aux: bool = False,
                   checkpoint: int | None = None) -> Callable[[Callable[..., Any]], Derivative]: ...
def value_and_grad(fun: Callable[..., Any] | None = None, argnums: Argnums = 0, *, has_aux: bool = False,
                   checkpoint: int | None = None) -> Any:
    """The value of a function and its gradient, as `(value, gradient)`; with `has_aux`, `((value, aux), gradient)`.

    The arguments and the errors are those of `grad`.

    >>> def square(x):
    ...     return x * x
    >>> value_and_grad(square)(3.0)
    (9.0, 6.0)
    """
    if fun is None:
        return lambda function: Derivative(function, argnums, "value_and_grad", has_aux, checkpoint=checkpoint)
    return Derivative(fun, argnums, "value_and_grad", has_aux, checkpoint=checkpoint)


def vjp(fun: Callable[..., Any], *primals: Any, has_aux: bool = False, checkpoint: int | None = None) -> Any:
    """The result of a function and its pullback, from cotangents of the result to cotangents of the arguments.

    Returns `(ans, pullback)`, or `(ans, pullback, aux)` with `has_aux`.  `pullback(ans_bar)` takes a cotangent with the
    structure of `ans` and returns a tuple, one cotangent for each of `primals`; it may be called more than once.  For
    a function that returns nothing but writes into its arguments, these are its results: a tuple of them in the order
    of the parameters if there are several.  With `checkpoint` the loops of a Python function over a `range` that are in no
    other loop keep that many snapshots in place of a record of every step, as with `grad`.

    `primals` are copied, so that they may be written into before `pullback` is called, and so is what the function reads besides
    of its module, its closure or objects: where that was changed or bound anew since, it is put back for as long as `pullback`
    runs.  While other threads run, that is refused; pass what changes as an argument then.

    >>> import numpy as np
    >>> def scale(x, a):
    ...     return x * a
    >>> ans, pullback = vjp(scale, np.array([1.0, 2.0]), 3.0)
    >>> pullback(np.array([1.0, 10.0]))
    (array([ 3., 30.]), 21.0)

    Raises what `grad` raises; an int among `primals` is allowed and gets the cotangent None.  `ArgumentError` for fewer than
    one snapshot, and for snapshots of what is no Python function.
    """
    if not callable(fun):
        raise ArgumentError(f"fun must be callable, not {type(fun).__name__}")
    check_living(dict(enumerate(primals)))
    active = tuple(k for k, value in enumerate(primals) if dispatch.floats(value))
    return pulled_back(fun, primals, active, has_aux, checkpoint, later=True)


@beginning
def pulled_back(fun: Callable[..., Any], primals: tuple[Any, ...], active: tuple[int, ...], has_aux: bool = False,
                checkpoint: int | None = None, later: bool = False, runs: Repeated | None = None) -> Any:
    """`vjp` with respect to some of the arguments; the others get the cotangent None.

    If the pullback is called `later`, what the function reads around it may have changed by then.  `runs` are told of each run.
    """
    if WATCHED:
        note_numbers()
    return with_own_places(fun, primals, {}, lambda args, _: _pulled_back(
        fun, args, active, has_aux, checkpoint, later, runs))


def _pulled_back(fun: Callable[..., Any], primals: tuple[Any, ...], active: tuple[int, ...], has_aux: bool,
                 checkpoint: int | None, later: bool, runs: Repeated | None) -> Any:
    originals, _ = copied_arguments(primals, {})
    recorded = _recorded(fun, checkpoint)

    writes = True  # into its arguments, until it is known that it does not

    def run() -> tuple[tuple[Any, ...], Any, Any]:
        args = copied_arguments(originals, {})[0] if writes else originals
        if runs is not None:
            runs.begins()
        with relocating():
            ans, record = recorded(active, args)
        if has_aux:
            check_aux(ans)
        if ans is None:
            written = [a for a, b in zip(args, originals, strict=True)
                       if isinstance(a, np.ndarray | list | dict) and not _equal(a, b)]
            ans = tuple(written) if len(written) != 1 else written[0]
        return args, ans, record

    args, ans, record = run()
    around = Surroundings(fun, *[arg for arg in originals if not isinstance(arg, np.ndarray)]) if later else None
    before = known_before() if WATCHED else {}
    state: list[Any] = [(args, ans, record)]
    made = getattr(record, "made", None)
    writes = made is None or made.writes
    # a reverse sweep that puts content back into arrays leaves nothing for another: the program has to run again
    once = made is None or any(program.restores for program in made.family({}).values())
    aux = ans[1] if has_aux else None
    found_there: list[tuple[Any, str, Any]] = []  # what was changed around the function, as the first run found it
    shown = copied_arguments([ans], {})[0][0]
    first = copied_arguments([ans], {})[0][0] if once else None  # `shown` is the user's, who may write into it

    @beginning
    @continuing
    def pullback(ans_bar: Any) -> tuple[Any, ...]:
        """Cotangents of the arguments from a cotangent of the result."""
        if WATCHED:
            go_on(before)
        if state or runs is not None:
            return swept(ans_bar)
        return left_as_it_is(fun, originals, lambda: swept(ans_bar))  # the function runs again

    def swept(ans_bar: Any) -> tuple[Any, ...]:
        left_there: list[tuple[Any, str, Any]] = []
        if once and not state:
            run_begins()
            left_there = exchange(found_there)
            try:
                state.append(run())
            except StopIteration as error:  # of an iterator that the first run has used up
                raise differs(fun) from error
            check_same(fun, first, state[0][1])
        own_args, own_ans, own_record = state.pop() if once else state[0]
        shadows = Shadows()
        target = own_ans[0] if has_aux else own_ans
        full = checked_cotangent(ans_bar, target)
        if has_aux:
            shadows.add(own_ans, None, (full, *[None] * (len(own_ans) - 1)))
            start = None
        elif isinstance(own_ans, np.ndarray):
            start = shadows.add(own_ans, shadows.start(own_ans), full)
        elif isinstance(own_ans, list | tuple | dict) or has_dict(own_ans):
            shadows.add(own_ans, None, full)
            start = None
        else:
            start = full
        with relocating():
            parts = own_record.reverse(start, shadows)
        found = tuple(own(shadows.result(value, parts[k])) if k in active else None for k, value in enumerate(own_args))
        if once and not found_there:
            found_there.extend(shadows.found())
        shadows.finish()
        exchange(left_there)
        return found

    pull = pullback if around is None else around.around(pullback)
    return (shown[0], pull, aux) if has_aux else (shown, pull)


def _recorded(fun: Callable[..., Any], checkpoint: int | None) -> Callable[..., Any]:
    """How to call a function, with its places of active arguments and arguments, so that it is recorded."""
    if checkpoint is None:
        owned = ("*",) if isinstance(fun, types.MethodType) and not isinstance(fun.__self__, type) else ()  # it may store there
        return lambda active, args: dispatch.primal(fun, (*active, *owned), *args)
    check_snapshots(checkpoint)
    function = target_of(fun)
    if function is None:
        raise ArgumentError(f"checkpoint= is for a Python function; in {label_of(fun)} write\n"
                            "    for k in tangentish.checkpoint(range(n), snapshots=...):")
    owner = (fun.__self__,) if isinstance(fun, types.MethodType) else ()
    return lambda active, args: dispatch.with_snapshots(function, owner, active, args, checkpoint)


@overload
def jvp(fun: Callable[..., Any], primals: tuple[Any, ...], tangents: tuple[Any, ...]) -> tuple[Any, Any]: ...
@overload
def jvp(fun: Callable[..., Any], primals: None = None, tangents: None = None) -> Forward: ...
def jvp(fun: Callable[..., Any], primals: Any = None, tangents: Any = None) -> Any:
    """The result of a function and its tangent: the derivative of the result along `tangents`.

    Returns `(ans, ans_dot)`.  `tangents` has one item for each of `primals`, of the same structure, shape and dtype;
    None stands for the zero tangent of an argument that stays as it is.  The result's tangent has the structure of the result.
    One sweep, in which each statement is followed by that for its tangent; nothing is recorded.

    >>> import numpy as np
    >>> def scale(x, a):
    ...     return x * a
    >>> ans, ans_dot = jvp(scale, (np.array([1.0, 2.0]), 3.0), (np.array([0.0, 1.0]), 1.0))
    >>> ans_dot
    array([1., 5.])

    `jvp(fun)` alone is a callable of `(primals, tangents)` that has the generated code as `.source`.  For a function that
    returns nothing but writes into its arguments, these are its results, as with `vjp`.

    Raises `ArgumentError` for tangents that do not fit, `DerivativeTypeError` for the tangent of an int, and
    `UnsupportedError` as `grad` does.
    """
    if not callable(fun):
        raise ArgumentError(f"fun must be callable, not {type(fun).__name__}")
    if primals is None and tangents is None:
        return Forward(fun)
    # what a function captured, and an object, may be large: they are not kept
    kept = isinstance(fun, types.FunctionType) and not (fun.__closure__ or fun.__defaults__ or fun.__kwdefaults__)
    forward = _forward_of(fun, generation()) if kept else Forward(fun)
    return forward(primals, tangents)


@functools.lru_cache(maxsize=32)
def _forward_of(fun: Callable[..., Any], rules: int) -> Forward:
    """The tangents of a function, kept for the next call with it and the same rules."""
    return Forward(fun)


def _equal(left: Any, right: Any) -> bool:
    if isinstance(left, np.ndarray):
        return bool(np.array_equal(left, right))
    return bool(left == right)


def stop_gradient(x: Any) -> Any:
    """The value of `x`, through which no derivative flows, in either mode.

    Of an array, and of lists, tuples and dicts with what they hold, a copy: what is written into the one is not seen in the
    other, so that it is clear which of the two it is that depends on what is differentiated.  Other objects are passed on as
    they are; do not write into them.

    >>> def f(x):
    ...     return x * stop_gradient(x)
    >>> grad(f)(3.0)
    3.0
    """
    return x.copy() if isinstance(x, np.ndarray) else copied(x)


zero_derivative(stop_gradient)
register(jvp, followed_jvp)
register(vjp, followed_vjp)
OPERATORS.update((grad, value_and_grad))

__all__ = ["grad", "jvp", "stop_gradient", "value_and_grad", "vjp"]
