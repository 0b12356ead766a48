"""How long a derivative takes, against the adjoint written by hand: `python -m benchmarks.overhead`.

Every row is one program of `benchmarks/programs.py`. Its contestants are called in turn, round after round, so that
a slow moment of the machine strikes them all; the table shows medians per call, and in brackets how many times the
handwritten adjoint that is. Then: how long it takes to make a derivative, and to import the package.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks import handwritten
from benchmarks.making import fresh_copy
from benchmarks.programs import PROGRAMS, Program, thirty_lines
from benchmarks.timing import duration, interleaved, show, with_numpy

CONTESTANTS = ("primal", "handwritten", "tangentish", "autograd", "JAX jit")
MAKE_TARGET, IMPORT_TARGET = 20.0, 60.0  # milliseconds


def primal(program: Program) -> Callable[..., Any]:
    """The program itself, given its own copy of what it writes into."""
    if not program.writes:
        return program.fun
    return lambda *args: program.fun(*(arg.copy() if k in program.writes else arg for k, arg in enumerate(args)))


def by_tangentish(program: Program) -> Callable[..., Any]:
    import tangentish

    return tangentish.grad(program.fun, program.argnums)


def by_autograd(program: Program) -> Callable[..., Any] | None:
    """The same code with autograd's NumPy in the place of NumPy; None if the program writes into arrays."""
    import autograd

    if program.writes:
        return None
    return autograd.grad(with_numpy(program.fun, autograd.numpy), program.argnums)


def by_jax(program: Program) -> Callable[..., Any] | None:
    """The same code with JAX's NumPy; rewritten for JAX where it writes into arrays or would be unrolled."""
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_enable_x64", True)

    def recurrence(x: Any, steps: int) -> Any:
        return jax.lax.fori_loop(0, steps, lambda _, x: 0.999 * x + 1e-3 * jnp.sin(x), x)

    def heat(u: Any, steps: int) -> Any:
        def step(_: int, u: Any) -> Any:
            return u.at[1:-1].add(0.1 * (u[2:] - 2.0 * u[1:-1] + u[:-2]))

        return jnp.sum(jax.lax.fori_loop(0, steps, step, u) ** 2)

    if program.fun.__name__ == "gauss_seidel":
        return None  # a fresh 40 x 40 array for each of the 28,880 elements stored
    fun = {"recurrence": recurrence, "heat": heat}.get(program.fun.__name__) or with_numpy(program.fun, jnp)
    args = program.args()
    integers = tuple(k for k, arg in enumerate(args) if isinstance(arg, int))
    compiled = jax.jit(jax.grad(fun, program.argnums), static_argnums=integers)
    return lambda *args: jax.block_until_ready(compiled(*args))


def contestants(program: Program) -> dict[str, Callable[..., Any]]:
    """What can run here, by name; each has been checked to give what the handwritten adjoint gives."""
    found: dict[str, Callable[..., Any]] = {
        "primal": primal(program), "handwritten": getattr(handwritten, program.fun.__name__)}
    if program.fun.__name__ == "k3mm":
        found["handwritten, products"] = handwritten.k3mm_products
    for name, make in (("tangentish", by_tangentish), ("autograd", by_autograd), ("JAX jit", by_jax)):
        try:
            fun = make(program)
        except ImportError:
            continue
        if fun is not None:
            found[name] = fun
    want = found["handwritten"](*program.args())
    for name, fun in found.items():
        if name != "primal":
            for left, right in zip(fun(*program.args()), want, strict=True):
                np.testing.assert_allclose(left, right, rtol=1e-8, atol=1e-10, err_msg=f"{program.key}: {name}")
    return found


def time_to_make(repeats: int = 15) -> float:
    """Median milliseconds from `grad(f)` to the end of its first call, less what a second call takes."""
    import tangentish

    rng = np.random.default_rng(0)
    fields = [0.1 * rng.normal(size=(8, 8)) for _ in range(4)]
    times = []
    for _ in range(repeats):
        fun = fresh_copy(thirty_lines)
        start = time.perf_counter()
        derivative = tangentish.grad(fun, (0, 1, 2, 3))
        derivative(*fields, 0.1, 1.2, 2)
        first = time.perf_counter()
        derivative(*fields, 0.1, 1.2, 2)
        times.append((first - start) - (time.perf_counter() - first))
    return 1e3 * statistics.median(times)


def time_to_import(repeats: int = 9) -> float:
    """Median milliseconds that `import tangentish` takes in a process that has imported NumPy."""
    code = ("import numpy, time; start = time.perf_counter(); import tangentish; "
            "print(time.perf_counter() - start)")
    times = [float(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout)
             for _ in range(repeats)]
    return 1e3 * statistics.median(times)


def row_of(program: Program, seconds: float) -> list[str]:
    medians = interleaved(contestants(program), program.args(), seconds)
    hand = medians["handwritten"]

    def cell(name: str) -> str:
        if name not in medians:
            return "-"
        ratio = "" if name in ("primal", "handwritten") else f" ({medians[name] / hand:.2f})"
        return duration(medians[name]) + ratio

    if "handwritten, products" in medians:
        print(f"({program.key}) by hand with products of matrices kept: {cell('handwritten, products')}")
    return [f"({program.key}) {program.title}", *map(cell, CONTESTANTS), f"{program.target:.2f}"]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.overhead", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--only", default="abcdef", metavar="KEYS", help="the programs to run, as in: bd")
    parser.add_argument("--seconds", type=float, default=8.0, help="how long to measure each program")
    options = parser.parse_args()
    rows = [row_of(program, options.seconds) for program in PROGRAMS if program.key in options.only]
    show("A gradient, per call (times the handwritten adjoint)", ["program", *CONTESTANTS, "target"], rows)
    print(f"making the derivative of a 30-line function: {time_to_make():.1f} ms (target: under {MAKE_TARGET:.0f})")
    print(f"import tangentish, beyond NumPy: {time_to_import():.1f} ms (target: under {IMPORT_TARGET:.0f})")


if __name__ == "__main__":
    main()
