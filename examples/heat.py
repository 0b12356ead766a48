"""Recover the temperature a plate had at first from what it has later: `python examples/heat.py`.

The solver overwrites its array step by step, as such solvers do. `tangentish.value_and_grad` gives the gradient with
respect to all the initial temperatures at once, and SciPy's minimiser does the rest.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure
from scipy.optimize import minimize

import tangentish


def diffuse(u, steps):
    """Advance the temperatures `u` in place; the rim of the plate keeps its temperature."""
    for _ in range(steps):
        u[1:-1, 1:-1] += 0.2 * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4.0 * u[1:-1, 1:-1])


def misfit(initial, measured, steps, smoothing):
    """How far `initial` ends up from what was measured, plus a little for roughness."""
    u = initial.reshape(measured.shape)
    roughness = np.sum(np.diff(u, axis=0) ** 2) + np.sum(np.diff(u, axis=1) ** 2)
    diffuse(u, steps)
    return np.sum((u - measured) ** 2) + smoothing * roughness


def plate(n):
    """A warm ring and two hot spots on a cold plate."""
    y, x = np.mgrid[-1.0 : 1.0 : n * 1j, -1.0 : 1.0 : n * 1j]
    ring = np.exp(-(((np.hypot(x, y) - 0.65) / 0.1) ** 2))
    spots = np.exp(-((x - 0.2) ** 2 + (y + 0.1) ** 2) / 0.012) + np.exp(-((x + 0.2) ** 2 + (y - 0.1) ** 2) / 0.012)
    return ring + 1.5 * spots


def recover(measured, steps, smoothing=1e-7, iterations=300):
    """The initial temperatures whose final ones fit those measured, and SciPy's report."""
    found = minimize(
        tangentish.value_and_grad(misfit), np.zeros(measured.size), args=(measured, steps, smoothing),
        jac=True, method="L-BFGS-B", options={"maxiter": iterations},
    )
    return found.x.reshape(measured.shape), found


def draw(path, pictures):
    """Save a row of pictures with one scale of colours."""
    figure = Figure(figsize=(4.0 * len(pictures), 4.0), layout="constrained")
    axes = figure.subplots(1, len(pictures))
    for ax, (title, picture) in zip(axes, pictures.items(), strict=True):
        image = ax.imshow(picture, cmap="inferno", vmin=0.0, vmax=1.5)
        ax.set(title=title, xticks=[], yticks=[])
    figure.colorbar(image, ax=axes, shrink=0.8, label="temperature")
    figure.savefig(path, dpi=120)


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--size", type=int, default=48, help="points along each side of the plate")
    parser.add_argument("--steps", type=int, default=30, help="time steps between the first and the last temperature")
    parser.add_argument("--output", type=Path, default=Path("heat.png"), help="the picture")
    options = parser.parse_args(argv)

    truth = plate(options.size)
    measured = truth.copy()
    diffuse(measured, options.steps)
    recovered, found = recover(measured, options.steps)

    before, after = (np.linalg.norm(u - truth) / np.linalg.norm(truth) for u in (measured, recovered))
    print(f"{found.nit} iterations, {found.nfev} gradients of {truth.size} temperatures")
    print(f"relative error: {before:.1%} if the final temperature is taken for the first, {after:.1%} recovered")
    draw(options.output, {"at first (unknown)": truth, "measured": measured, "recovered": recovered})
    print(f"picture: {options.output}")
    return before, after


if __name__ == "__main__":
    main()
