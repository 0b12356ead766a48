"""What tangents, products with the Hessian, Hessians and Jacobians cost: `python -m benchmarks.derivatives`.

Ratios: a tangent against the program itself, a product with the Hessian against the gradient. Then all second derivatives of
SciPy's Rosenbrock function, and a Jacobian from 100 arguments to 1 to 10,000 results, forwards and backwards, for all columns or
rows at once and for one after the other. As in `benchmarks.overhead` the contestants run in turn, and a figure is the median of
a call.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.programs import PROGRAMS, Program
from benchmarks.timing import duration, interleaved, show, with_numpy

JVP_TARGET, HVP_TARGET = 2.5, 3.0
ARGUMENTS, MOST_RESULTS = 100, 10_000
Call = Callable[[], Any]


def rosenbrock(x: Any) -> Any:
    """SciPy's function of the same value, as it was before it asked which array library it is given."""
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2.0) ** 2.0 + (1 - x[:-1]) ** 2.0)


def mixed(x: Any, weights: Any) -> Any:
    """From n arguments to as many results as there are rows of weights."""
    y = weights @ np.tanh(x)
    return y * np.cos(y)


def written(program: Program, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments, with copies of those that the program writes into."""
    return tuple(arg.copy() if k in program.writes else arg for k, arg in enumerate(args))


def directions(program: Program, args: tuple[Any, ...], nums: tuple[int, ...]) -> tuple[Any, ...]:
    """A tangent for each of the arguments that are differentiated, None for the others."""
    rng = np.random.default_rng(1)
    return tuple((rng.normal(size=arg.shape) if isinstance(arg, np.ndarray) else 1.0) if k in nums else None
                 for k, arg in enumerate(args))


def with_others(program: Program, add: Callable[[dict[str, Call]], None], add_jax: Callable[[dict[str, Call]], None],
                calls: dict[str, Call]) -> None:
    """Add autograd and JAX where they are installed and the program, as it stands, is one that they can differentiate."""
    if program.writes:
        return
    for one in (add, add_jax):
        try:
            one(calls)
        except ImportError:
            continue


def tangent_calls(program: Program, args: tuple[Any, ...]) -> dict[str, Call]:
    """The program, and its tangent along all arguments that it is differentiated with respect to."""
    import tangentish

    dots = directions(program, args, program.argnums)
    forward = tangentish.jvp(program.fun)

    def add_autograd(calls: dict[str, Call]) -> None:
        import autograd

        fun = with_numpy(program.fun, autograd.numpy)
        inner = autograd.make_jvp(lambda parts: fun(*merged(args, program.argnums, parts)))
        parts, parts_dot = (tuple(values[k] for k in program.argnums) for values in (args, dots))
        along = inner(parts)
        calls["autograd"] = lambda: along(parts_dot)

    def add_jax(calls: dict[str, Call]) -> None:
        jax, jnp = jax_and_numpy()
        fun = with_numpy(program.fun, jnp)
        parts, parts_dot = (tuple(values[k] for k in program.argnums) for values in (args, dots))
        compiled = jax.jit(lambda parts, parts_dot: jax.jvp(
            lambda *parts: fun(*merged(args, program.argnums, parts)), parts, parts_dot))
        calls["JAX jit"] = lambda: jax.block_until_ready(compiled(parts, parts_dot))

    calls: dict[str, Call] = {"primal": lambda: program.fun(*written(program, args)), "tangentish": lambda: forward(args, dots)}
    with_others(program, add_autograd, add_jax, calls)
    return checked(calls, lambda result: result[1], "primal")


def product_calls(program: Program, args: tuple[Any, ...]) -> dict[str, Call]:
    """The gradient with respect to the first argument that is differentiated, and the product of that Hessian with a vector."""
    import tangentish

    num = program.argnums[0]
    v = directions(program, args, (num,))[num]
    gradient, product = tangentish.grad(program.fun, num), tangentish.hvp(program.fun, num)

    def add_autograd(calls: dict[str, Call]) -> None:
        import autograd

        inner = autograd.hessian_vector_product(with_numpy(program.fun, autograd.numpy), num)
        calls["autograd"] = lambda: inner(*args, v)

    def add_jax(calls: dict[str, Call]) -> None:
        jax, jnp = jax_and_numpy()
        fun = with_numpy(program.fun, jnp)
        compiled = jax.jit(lambda x, v: jax.jvp(jax.grad(lambda x: fun(*merged(args, (num,), (x,)))), (x,), (v,))[1])
        calls["JAX jit"] = lambda: jax.block_until_ready(compiled(args[num], v))

    calls: dict[str, Call] = {"gradient": lambda: gradient(*args), "tangentish": lambda: product(*args, v)}
    with_others(program, add_autograd, add_jax, calls)
    return checked(calls, lambda result: result, "gradient")


def hessian_calls(size: int) -> dict[str, Call]:
    """All second derivatives of the Rosenbrock function; SciPy has them by hand."""
    from scipy.optimize import rosen, rosen_hess

    import tangentish

    x = np.linspace(0.5, 1.5, size)
    calls: dict[str, Call] = {"by hand": lambda: rosen_hess(x)}
    for label, fun in (("tangentish, scipy's own", rosen), ("tangentish", rosenbrock)):
        whole = tangentish.hessian(fun)
        try:
            whole(x)
        except tangentish.UnsupportedError as error:
            print(f"{label}: refused: {str(error).splitlines()[0]}")
            continue
        calls[label] = lambda whole=whole: whole(x)
    try:
        import autograd

        inner = autograd.hessian(with_numpy(rosenbrock, autograd.numpy))
        calls["autograd"] = lambda: inner(x)
    except ImportError:
        pass
    try:
        jax, jnp = jax_and_numpy()
        compiled = jax.jit(jax.hessian(with_numpy(rosenbrock, jnp)))
        calls["JAX jit"] = lambda: jax.block_until_ready(compiled(x))
    except ImportError:
        pass
    return checked(calls, lambda result: result, None)


def jacobian_calls(results: int) -> dict[str, Call]:
    """The Jacobian of a function from 100 arguments, by either mode; also with one sweep for each argument or result."""
    import tangentish
    from tangentish.blocks import looped_rows

    rng = np.random.default_rng(0)
    x, weights = rng.normal(size=ARGUMENTS), rng.normal(size=(results, ARGUMENTS)) / 10.0
    forward, reverse, program = tangentish.jacfwd(mixed), tangentish.jacrev(mixed), tangentish.jvp(mixed)
    calls: dict[str, Call] = {
        "forward": lambda: forward(x, weights),
        "by columns": lambda: np.stack([program((x, weights), (unit, None))[1] for unit in np.eye(ARGUMENTS)], axis=1),
        "reverse": lambda: reverse(x, weights),
        "by rows": lambda: looped_rows(mixed, (x, weights), [0])[1][0]}
    try:
        import autograd

        inner = autograd.jacobian(with_numpy(mixed, autograd.numpy))
        calls["autograd"] = lambda: inner(x, weights)
    except ImportError:
        pass
    try:
        jax, jnp = jax_and_numpy()
        for label, mode in (("JAX forward", jax.jacfwd), ("JAX reverse", jax.jacrev)):
            compiled = jax.jit(mode(with_numpy(mixed, jnp)))
            calls[label] = lambda compiled=compiled: jax.block_until_ready(compiled(x, weights))
    except ImportError:
        pass
    return calls


def merged(args: tuple[Any, ...], nums: tuple[int, ...], parts: Any) -> list[Any]:
    """The arguments with some of them replaced."""
    replaced = dict(zip(nums, parts, strict=True))
    return [replaced.get(k, arg) for k, arg in enumerate(args)]


def jax_and_numpy() -> tuple[Any, Any]:
    """JAX in double precision, and its NumPy; raises ImportError where it is not installed."""
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_enable_x64", True)
    return jax, jnp


def checked(calls: dict[str, Call], part: Callable[[Any], Any], base: str | None) -> dict[str, Call]:
    """The calls, all of which have been seen to give the same (`base` apart, which is what they are compared with)."""
    found = {label: part(call()) for label, call in calls.items() if label != base}
    want = next(iter(found.values()))
    for label, value in found.items():
        np.testing.assert_allclose(value, want, rtol=1e-8, atol=1e-8 * np.max(np.abs(want)), err_msg=label)
    return calls


def row_of(program: Program, calls: dict[str, Call], base: str, target: float, seconds: float) -> list[str]:
    """The medians of one program, each with how many times the base that is."""
    medians = interleaved(calls, (), seconds)

    def cell(label: str) -> str:
        return f"{duration(medians[label])} ({medians[label] / medians[base]:.2f})" if label in medians else "-"

    return [f"({program.key}) {program.title}", duration(medians[base]), *map(cell, ("tangentish", "autograd", "JAX jit")),
            f"{target:.1f}"]


def once(call: Call) -> float:
    """Seconds for a call: the median of the second to the fourth, or of a single one that takes longer than a second."""
    times = []
    while len(times) < 4 and max(times, default=0.0) < 1.0:
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return statistics.median(times[1:] or times)


def jacobian_times(counts: list[int], limit: float) -> dict[str, dict[int, float]]:
    """Seconds for a Jacobian by each way; none is tried again that took longer than the limit with fewer results."""
    times: dict[str, dict[int, float]] = {}
    for m in counts:
        for label, call in jacobian_calls(m).items():
            known = times.setdefault(label, {})
            if not known or max(known.values()) < limit:
                known[m] = once(call)
    return times


def crossover(forward: dict[int, float], reverse: dict[int, float]) -> float | None:
    """Where the two curves meet, as read between the points of a logarithmic plot; None if they do not.

    >>> crossover({10: 2.0, 1000: 2.0}, {10: 1.0, 1000: 4.0})
    100.0
    """
    shared = sorted(set(forward) & set(reverse))
    gaps = [float(np.log(reverse[m] / forward[m])) for m in shared]
    for k in range(1, len(shared)):
        if gaps[k - 1] < 0.0 <= gaps[k]:
            part = gaps[k - 1] / (gaps[k - 1] - gaps[k])
            return round(float(shared[k - 1] * (shared[k] / shared[k - 1]) ** part), 3)
    return None


def draw(path: str, times: dict[str, dict[int, float]]) -> None:
    """Seconds against the number of results."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.0, 4.5), layout="constrained")
    ax = figure.subplots()
    for label, known in times.items():
        ax.loglog(list(known), [1e3 * seconds for seconds in known.values()], "o-", label=label)
    ax.axvline(ARGUMENTS, color="grey", linewidth=0.5)
    ax.set(xlabel=f"results (of {ARGUMENTS} arguments)", ylabel="milliseconds for the Jacobian")
    ax.legend()
    figure.savefig(path, dpi=120)


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.derivatives", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--only", default="abcdef", metavar="KEYS", help="the programs to run, as in: bd")
    parser.add_argument("--seconds", type=float, default=5.0, help="how long to measure each program")
    parser.add_argument("--variables", type=int, default=50, help="of the Rosenbrock function; 0 for none")
    parser.add_argument("--results", type=int, default=MOST_RESULTS, help="at most, for Jacobians; 0 for none")
    parser.add_argument("--plot", metavar="FILE", help="save a picture of the times for Jacobians")
    options = parser.parse_args(argv)

    header = ["tangentish", "autograd", "JAX jit", "target"]
    programs = [program for program in PROGRAMS if program.key in options.only]
    # a product of three matrices is two products, and its tangent along all three is four more
    rows = [row_of(p, tangent_calls(p, p.args()), "primal", JVP_TARGET, options.seconds) for p in programs]
    if rows:
        show("A value and its tangent, per call (times the program itself)", ["program", "primal", *header], rows)
    rows = [row_of(p, product_calls(p, p.args()), "gradient", HVP_TARGET, options.seconds) for p in programs if p.key != "f"]
    if rows:
        show("A product with the Hessian, per call (times the gradient)", ["program", "gradient", *header], rows)
    if options.variables:
        medians = interleaved(hessian_calls(options.variables), (), options.seconds)
        show(f"The Hessian of the Rosenbrock function of {options.variables} variables", ["by", "per call"],
             [[label, duration(seconds)] for label, seconds in medians.items()])
    counts = [m for m in (1, 3, 10, 30, 100, 300, 1000, 3000, 10_000) if m <= options.results]
    if counts:
        times = jacobian_times(counts, limit=30.0)
        show(f"The Jacobian of a function of {ARGUMENTS} arguments", ["results", *times],
             [[str(m), *(duration(known[m]) if m in known else "-" for known in times.values())] for m in counts])
        for forward, reverse, how in (("forward", "reverse", "all at once"), ("by columns", "by rows", "one after the other")):
            meet = crossover(times[forward], times[reverse])
            where = f"take the same time at about {meet} results" if meet else "do not take the same time anywhere here"
            print(f"reverse and forward mode, {how}, {where}")
        if options.plot:
            draw(options.plot, times)


if __name__ == "__main__":
    main()
