"""Second derivatives of whole programs in every order of modes: `python -m tests.forward.second_order --count 200`.

The oracle differentiates the gradient by central differences.  Two programs with exact second derivatives are left out where a
branch at one point has another second derivative than what lies around it.
"""

from __future__ import annotations

import argparse
import copy
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish import TangentishError, grad, hvp, jvp, vhp
from tests.oracle import directional, inner, random_like
from tests.programs.catalogue import PROGRAMS, Program
from tests.random_programs.harness import fit_source
from tests.random_programs.modules import loaded

BRANCH_AT_A_POINT = {"bundle_adjustment[no rotation]"}
REFUSED = {"truss[sparse]", "crank_nicolson", "crank_nicolson[no steps]"}
"""Programs with functions of SciPy's that have no second derivative."""


def paired(bar: Any, v: Any) -> Any:
    """`tests.oracle.inner`, to be differentiated."""
    if v is None:
        return 0.0
    if isinstance(v, dict):
        return sum([paired(bar[key], v[key]) for key in list(v)])
    if isinstance(v, list | tuple):
        return sum([paired(bar[k], v[k]) for k in range(len(v))])
    return np.real(np.sum(bar * v))


def second_derivatives(fun: Callable[..., Any], args: tuple[Any, ...], nums: tuple[int, ...]) -> dict[str, Any]:
    """The second derivative along two random directions by each order of modes, and "want" by differences.

    What is refused has the error as its value.
    """
    rng = np.random.default_rng(0)
    v, w = (tuple(random_like(args[k], rng) for k in nums) for _ in range(2))
    v_dots, w_dots = (tuple(dict(zip(nums, along, strict=True)).get(k) for k in range(len(args))) for along in (v, w))
    gradient = grad(fun, nums)

    def tangent(*given: Any) -> Any:
        return jvp(fun, given, v_dots)[1]

    def slope(*given: Any) -> Any:
        bars = gradient(*given)
        return sum([paired(bars[k], v[k]) for k in range(len(nums))])

    def attempt(compute: Callable[[], Any]) -> Any:
        try:
            return float(np.real(compute()))
        except TangentishError as error:
            return error

    return {
        "want": directional(lambda *given: sum(map(inner, gradient(*given), v)), args, nums, w),
        "reverse over forward": attempt(lambda: sum(map(inner, grad(tangent, nums)(*args), w))),
        "forward over forward": attempt(lambda: jvp(tangent, args, w_dots)[1]),
        "reverse over reverse": attempt(lambda: sum(map(inner, grad(slope, nums)(*args), w))),
        "forward over reverse": attempt(lambda: jvp(slope, args, w_dots)[1]),
    }


def failures(fun: Callable[..., Any], args: tuple[Any, ...], nums: tuple[int, ...]) -> dict[str, Any]:
    """The orders of modes that are not right, with what they gave."""
    found = second_derivatives(fun, args, nums)
    want = found.pop("want")
    bound = 1e-7 + 2e-5 * max(abs(want), 1.0)
    return {order: (got, want) for order, got in found.items() if not isinstance(got, float) or not abs(got - want) <= bound}


def product_failures(fun: Callable[..., Any], args: tuple[Any, ...], num: int) -> dict[str, Any]:
    """The products of a Hessian with a vector, made in one call, that are not right: `hvp` and `vhp`, called twice."""
    if not isinstance(args[num], float | np.ndarray):
        return {}
    rng = np.random.default_rng(1)
    v, w = random_like(args[num], rng), random_like(args[num], rng)
    want = directional(lambda *given: inner(grad(fun, num)(*given), w), args, (num,), (v,))
    bound = 1e-7 + 2e-5 * max(abs(want), 1.0)
    found: dict[str, Any] = {}
    for operator in (hvp, vhp):
        product = operator(fun, num)
        for time in ("first", "second"):
            try:
                got = inner(product(*copy.deepcopy(args), v), w)
            except TangentishError as error:
                found[operator.__name__] = error, want
                break
            if not abs(got - want) <= bound:
                found[f"{operator.__name__}, {time} call"] = got, want
    return found


def failures_of_program(program: Program) -> dict[str, Any]:
    """All of these for a program of the catalogue."""
    nums = as_tuple(program.argnums)
    return failures(program.fun, program.arguments(), nums) | product_failures(program.fun, program.arguments(), nums[0])


def failures_of_seed(seed: int) -> dict[str, Any]:
    """The same for a random program."""
    text, _, _ = fit_source(seed)
    if text is None:
        return {}
    with loaded(text, f"seed{seed}") as module:
        nums = as_tuple(module.ARGNUMS)
        return failures(module.program, module.ARGS, nums) | product_failures(module.program, module.ARGS, nums[0])


def as_tuple(nums: Any) -> tuple[int, ...]:
    return nums if isinstance(nums, tuple) else (nums,)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.forward.second_order", description=__doc__)
    parser.add_argument("--count", type=int, default=100, help="how many random programs, after those of the catalogue")
    parser.add_argument("--seed", type=int, default=0, help="the first of them")
    options = parser.parse_args()
    count = 0
    for program in PROGRAMS:
        if str(program) not in BRANCH_AT_A_POINT | REFUSED:
            wrong = failures_of_program(program)
            count += bool(wrong)
            print(program, wrong or "right", flush=True)
    for seed in range(options.seed, options.seed + options.count):
        wrong = failures_of_seed(seed)
        count += bool(wrong)
        print(f"seed {seed}", wrong or "right", flush=True)
    print(f"{count} failed")
    return int(count > 0)


if __name__ == "__main__":
    raise SystemExit(main())
