"""Memory against time: the gradient of 10,000 nonlinear steps in place, with few snapshots: `python examples/checkpointing.py`.

A front spreads along a line (the equation of Fisher and Kolmogorov), by a solver that overwrites its array. Its gradient reads
what every step overwrote, in reverse order. Kept for all steps that fills the memory; with `checkpoint=20` twenty states are
kept, and the steps between them are run again, on a schedule that needs the fewest runs. The gradient is the same, bit by bit.
"""

from __future__ import annotations

import argparse
import time
import tracemalloc
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

import tangentish


def spread(u, growth, steps):
    """Where the front is after so many steps, which overwrite `u`."""
    for _ in range(steps):
        u[1:-1] += 0.2 * (u[2:] - 2.0 * u[1:-1] + u[:-2]) + growth * u[1:-1] * (1.0 - u[1:-1])
    return np.mean(u)


def measured(derivative, u, growth, steps, runs):
    """The derivative, the seconds that it takes (of several runs, the best), and the peak of the memory, in bytes."""
    seconds = []
    for _ in range(runs):
        start = time.perf_counter()
        derivative(u, growth, steps)
        seconds.append(time.perf_counter() - start)
    tracemalloc.start()
    bars = derivative(u, growth, steps)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return bars, min(seconds), peak


def compare(u, growth, steps, counts, runs=2):
    """For each number of snapshots (None: no checkpointing) the seconds and the peak; all gradients are the same."""
    found, first = {}, None
    for count in counts:
        derivative = tangentish.grad(spread, argnums=(0, 1), checkpoint=count)
        derivative(u, growth, 3)  # makes the program
        bars, seconds, peak = measured(derivative, u, growth, steps, runs)
        first = first or bars
        if not (np.array_equal(bars[0], first[0]) and bars[1] == first[1]):
            raise SystemExit(f"with {count} snapshots the gradient is another")
        found[count] = seconds, peak
    return found


def draw(path, found):
    """Time against memory, one point for each number of snapshots."""
    figure = Figure(figsize=(6.4, 4.4), layout="constrained")
    axes = figure.subplots()
    plain = found[None]
    counted = {count: value for count, value in found.items() if count is not None}
    axes.plot([peak / 1e6 for _, peak in counted.values()], [seconds / plain[0] for seconds, _ in counted.values()], "o-")
    for count, (seconds, peak) in counted.items():
        axes.annotate(f"{count} snapshots", (peak / 1e6, seconds / plain[0]), xytext=(6, 4), textcoords="offset points")
    axes.plot([plain[1] / 1e6], [1.0], "s", color="tab:red")
    axes.annotate("every step recorded", (plain[1] / 1e6, 1.0), xytext=(-6, 8), textcoords="offset points", ha="right")
    axes.set(xscale="log", xlabel="peak memory (MB)", ylabel="time, as a multiple of that without checkpoints",
             ylim=(0.0, None), title="The gradient of a long loop")
    axes.grid(alpha=0.3)
    figure.savefig(path, dpi=120)


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--points", type=int, default=1_000)
    parser.add_argument("--output", type=Path, default=Path("checkpointing.png"), help="the picture")
    options = parser.parse_args(argv)

    u = np.exp(-np.linspace(0.0, 30.0, options.points) ** 2)
    found = compare(u, 1e-3, options.steps, [None, 5, 10, 20, 50, 100])
    plain = found[None]
    print(f"{options.steps} steps of {options.points} points; the gradients are the same bit by bit")
    print("snapshots    time  (ratio)    peak memory")
    for count, (seconds, peak) in found.items():
        ratio, less = seconds / plain[0], plain[1] / peak
        print(f"{count or 'none':>9} {seconds:6.2f} s  ({ratio:4.2f})  {peak / 1e6:8.2f} MB, {less:6.1f} times less")
    draw(options.output, found)
    print(f"picture: {options.output}")
    print("\nThe reverse sweep, as it was written:\n")
    source = tangentish.grad(spread, argnums=(0, 1), checkpoint=20).source_for(u, 1e-3, options.steps)
    print(source[source.index("    # reverse sweep"):])


if __name__ == "__main__":
    main()
