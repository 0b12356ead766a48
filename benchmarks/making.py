"""What the first call of a derivative costs: `python -m benchmarks.making` (needs SciPy).

Functions of SciPy of 25 to 33 lines, as they are, and the dense 30 lines of `benchmarks.overhead`, where each line has five
operations on arrays.  Each is made anew, ten times, from a text of its own; what is printed is the median of the time that
making the program takes, without the run itself.
"""

from __future__ import annotations

import ast
import inspect
import itertools
import linecache
import statistics
import textwrap
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.programs import thirty_lines
from tangentish import grad

_numbers = itertools.count()


def fresh_copy(fun: Callable[..., Any]) -> Callable[..., Any]:
    """The same function made anew from a source of its own, so that nothing is known of it."""
    name, text = f"<made anew {next(_numbers)}>", textwrap.dedent(inspect.getsource(fun))
    text = text[text.index("def ") :]  # without decorators
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    namespace = dict(fun.__globals__)
    exec(compile(text, name, "exec"), namespace)
    made: Callable[..., Any] = namespace[fun.__name__]
    return made


def lines_of(fun: Callable[..., Any]) -> int:
    """The lines of a function with code on them, the first one too."""
    text = textwrap.dedent(inspect.getsource(fun))
    body = ast.parse(text[text.index("def ") :]).body[0].body  # type: ignore[attr-defined]  # a function
    code = [node for node in body if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))]
    return 1 + len({part.lineno for node in code for part in ast.walk(node) if hasattr(part, "lineno")})


def subjects() -> list[tuple[Callable[..., Any], tuple[int, ...], tuple[Any, ...]]]:
    """Functions, what they are differentiated by, and arguments."""
    from scipy import signal
    from scipy.signal import _filter_design, _spline_filters, _waveforms
    from scipy.stats import _stats_py

    rng = np.random.default_rng(0)
    t = np.linspace(0.1, 1.0, 12)
    fields = [0.1 * rng.normal(size=(8, 8)) for _ in range(4)]
    b, a = np.array([1.0, 0.5, 0.2]), np.array([1.0, -0.3, 0.1])
    return [
        (_waveforms._chirp_phase, (0, 1), (t, 1.0, 2.0, 3.0, "linear", True)),
        (signal.gausspulse, (0,), (t,)),
        (signal.lfilter_zi, (0, 1), (b, a)),
        (signal.cspline1d_eval, (0, 1), (rng.normal(size=8), 5.0 * t)),
        (_spline_filters._cubic_smooth_coeff, (0,), (rng.normal(size=12), 2.0)),
        (_filter_design.findfreqs, (0, 1), (b, a, 20)),
        (_stats_py._cdf_distance, (1, 2), (2, rng.normal(size=5), rng.normal(size=6))),
        (thirty_lines, (0, 1, 2, 3), (*fields, 0.1, 1.2, 2)),
    ]


def milliseconds(fun: Callable[..., Any], argnums: tuple[int, ...], args: tuple[Any, ...], repeats: int = 10) -> float:
    """The median time to make the derivative of a function."""
    times = []
    for _ in range(repeats):
        derivative = grad(fresh_copy(fun), argnums)
        start = time.perf_counter()
        derivative.source_for(*args)
        times.append(time.perf_counter() - start)
    return 1e3 * statistics.median(times[1:])


def main() -> None:
    """Print a line for each function."""
    for fun, argnums, args in subjects():
        print(f"{fun.__module__}.{fun.__name__}, {lines_of(fun)} lines: {milliseconds(fun, argnums, args):.1f} ms")


if __name__ == "__main__":
    main()
