"""Forward or reverse mode for a Jacobian: `python examples/jacobian_modes.py`.

A Jacobian of m results and n arguments takes n sweeps forwards, or m sweeps backwards. `jacobian` with `mode="auto"` chooses
by counting. A sweep backwards takes longer than one forwards, so the curves cross before m = n. `jacfwd` takes its n sweeps at
once, with one row of an array for each, where the program allows it, as it does here: the arithmetic is the same, and what
Python takes for each statement it takes once.
"""

from __future__ import annotations

import argparse
import time
from functools import partial
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

import tangentish


def mixed(x, weights):
    """A function from n numbers to m: two layers, the second one in place."""
    y = weights @ np.tanh(x)
    y *= np.cos(y)
    return y


def by_hand(x, weights):
    """Its Jacobian on paper."""
    y = weights @ np.tanh(x)
    return (np.cos(y) - y * np.sin(y))[:, None] * weights * (1.0 - np.tanh(x) ** 2)


def column_by_column(program, x, weights):
    """The Jacobian by one sweep after the other."""
    return np.stack([program((x, weights), (unit, None))[1] for unit in np.eye(len(x))], axis=1)


def best_time(call, repeats=3):
    """The shortest of some runs, in seconds."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


def draw(path, ratios, at_once, forward, reverse):
    figure = Figure(figsize=(6.0, 4.0), layout="constrained")
    ax = figure.subplots()
    ax.loglog(ratios, 1e3 * np.array(at_once), "o-", label="forward: all arguments at once")
    ax.loglog(ratios, 1e3 * np.array(forward), "o-", label="forward: a sweep for each argument")
    ax.loglog(ratios, 1e3 * np.array(reverse), "o-", label="reverse: a sweep for each result")
    ax.axvline(1.0, color="grey", linewidth=0.5)
    ax.set(xlabel="m / n (results for each argument)", ylabel="milliseconds for the Jacobian")
    ax.legend()
    figure.savefig(path, dpi=120)


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--arguments", type=int, default=64, help="n")
    parser.add_argument("--ratios", type=float, nargs="+", default=[2.0 ** k for k in range(-6, 7)], help="m / n")
    parser.add_argument("--output", type=Path, default=Path("jacobian_modes.png"), help="the picture")
    options = parser.parse_args(argv)

    rng = np.random.default_rng(0)
    n = options.arguments
    x = rng.normal(size=n)
    by_forward, by_reverse, chosen = tangentish.jacfwd(mixed), tangentish.jacrev(mixed), tangentish.jacobian(mixed)
    by_columns = partial(column_by_column, tangentish.jvp(mixed))
    at_once, forward, reverse, error = [], [], [], 0.0
    print("     m    n  at once ms  forward ms  reverse ms  chosen")
    for ratio in options.ratios:
        m = max(1, round(ratio * n))
        weights = rng.normal(size=(m, n)) / np.sqrt(n)
        expected = by_hand(x, weights)
        for way in (by_forward, by_columns, by_reverse, chosen):
            error = max(error, np.max(np.abs(way(x, weights) - expected)))
        at_once.append(best_time(lambda w=weights: by_forward(x, w)))
        forward.append(best_time(lambda w=weights: by_columns(x, w)))
        reverse.append(best_time(lambda w=weights: by_reverse(x, w)))
        print(f"{m:6d} {n:4d} {1e3 * at_once[-1]:11.2f} {1e3 * forward[-1]:11.2f} {1e3 * reverse[-1]:11.2f}  {chosen.mode}")
    print(f"largest error of an entry: {error:.1e}")
    draw(options.output, options.ratios, at_once, forward, reverse)
    print(f"picture: {options.output}")


if __name__ == "__main__":
    main()
