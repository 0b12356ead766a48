"""The trace of a Hessian that nobody forms: `python examples/hutchinson.py`.

The energy of a chain of pendulums, swung in place step by step, as a function of where they start. Hutchinson's estimate of
the trace is the mean of v . H v over random signs v; each needs one product with the Hessian, from `hvp`. For comparison the
whole Hessian is formed once, column by column.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

import tangentish


def swing(start, steps):
    """Advance coupled pendulums from rest, in place; the sum of squares of their angles at the end."""
    angles = start.copy()
    speeds = np.zeros_like(start)
    for _ in range(steps):
        speeds -= 0.1 * np.sin(angles)
        speeds[1:] -= 0.1 * (angles[1:] - angles[:-1])
        speeds[:-1] += 0.1 * (angles[1:] - angles[:-1])
        angles += 0.1 * speeds
    return np.sum(angles ** 2)


def draw(path, estimates, errors, trace):
    """The estimate and its standard error as the samples come in."""
    figure = Figure(figsize=(7.0, 4.0), layout="constrained")
    ax = figure.subplots()
    count = np.arange(1, len(estimates) + 1)
    ax.axhline(trace, color="black", label="trace of the whole Hessian")
    ax.plot(count, estimates, label="Hutchinson's estimate")
    ax.fill_between(count[1:], (estimates - errors)[1:], (estimates + errors)[1:], alpha=0.3, label="standard error")
    ax.set(xscale="log", xlabel="products with the Hessian", ylabel="trace")
    ax.legend()
    figure.savefig(path, dpi=120)


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--size", type=int, default=400, help="pendulums")
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--samples", type=int, default=200)
    parser.add_argument("--output", type=Path, default=Path("hutchinson.png"), help="the picture")
    options = parser.parse_args(argv)

    rng = np.random.default_rng(0)
    start = rng.uniform(-2.0, 2.0, size=options.size)
    product = tangentish.hvp(swing)
    product(start, options.steps, np.ones_like(start))  # writes the program

    begin = time.perf_counter()
    signs = rng.choice([-1.0, 1.0], size=(options.samples, options.size))
    samples = np.array([v @ product(start, options.steps, v) for v in signs])
    seconds = time.perf_counter() - begin
    count = np.arange(1, options.samples + 1)
    estimates = np.cumsum(samples) / count
    errors = np.sqrt(np.maximum(np.cumsum(samples ** 2) / count - estimates ** 2, 0.0) / np.maximum(count - 1, 1))

    begin = time.perf_counter()
    trace = np.trace(tangentish.hessian(swing)(start, options.steps))
    whole = time.perf_counter() - begin

    print(f"trace of the Hessian, {options.size} x {options.size}: {trace:.3f} ({whole:.1f} s)")
    print(f"estimate from {options.samples} products: {estimates[-1]:.3f} +- {errors[-1]:.3f} ({seconds:.1f} s)")
    draw(options.output, estimates, errors, trace)
    print(f"picture: {options.output}")


if __name__ == "__main__":
    main()
