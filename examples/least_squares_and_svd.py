"""Gradients through `lstsq` and `svd`: `python examples/least_squares_and_svd.py`.

First: decay rates from a noisy sum of exponentials. For given rates the amplitudes are a linear least-squares problem, so
the misfit is a function of the rates alone (variable projection), and its gradient goes through `np.linalg.lstsq`.
Second: the missing entries of a matrix that is known to have low rank. They are those for which the singular values beyond
the rank vanish, and the gradient of these goes through `np.linalg.svd`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure
from scipy.optimize import minimize

import tangentish


def model(log_rates, times):
    """A column exp(-rate t) for each rate."""
    columns = np.empty((len(times), len(log_rates)))
    for k in range(len(log_rates)):
        columns[:, k] = np.exp(-np.exp(log_rates[k]) * times)
    return columns


def misfit(log_rates, times, measured):
    """The sum of squares that is left with the best amplitudes."""
    columns = model(log_rates, times)
    amplitudes = np.linalg.lstsq(columns, measured, rcond=None)[0]
    return np.sum((columns @ amplitudes - measured) ** 2)


def fit_rates(times, measured, guess):
    found = minimize(tangentish.value_and_grad(misfit), np.log(guess), args=(times, measured), jac=True, method="BFGS")
    log_rates = np.sort(found.x)
    return np.exp(log_rates), np.linalg.lstsq(model(log_rates, times), measured, rcond=None)[0], found.nit


def excess(values, known, missing, rank):
    """The sum of the squares of the singular values beyond `rank`, with `values` for the missing entries."""
    filled = known.copy()
    filled[missing] = values
    s = np.linalg.svd(filled, compute_uv=False)
    return np.sum(s[rank:] ** 2)


def complete(known, missing, rank):
    """The matrix with its missing entries filled in, and how many iterations that took."""
    found = minimize(tangentish.value_and_grad(excess), np.zeros(np.sum(missing)), args=(known, missing, rank), jac=True,
                     method="L-BFGS-B", options={"maxiter": 2000, "maxfun": 4000, "ftol": 1e-15, "gtol": 1e-9})
    filled = known.copy()
    filled[missing] = found.x
    return filled, found.nit


def draw(path, times, measured, fitted, parts, pictures):
    """The decay with its parts; the matrix as it was, as it was known and as it was completed."""
    figure = Figure(figsize=(14.0, 3.6), layout="constrained")
    first, *others = figure.subplots(1, 4, width_ratios=[1.6, 1.0, 1.0, 1.0])
    first.plot(times, measured, ".", markersize=3, color="grey", label="measured")
    first.plot(times, fitted, label="fitted")
    for part in parts:
        first.plot(times, part, "--", linewidth=1.0)
    first.set(xlabel="time", title="rates through lstsq")
    first.legend()
    scale = np.max(np.abs(pictures["truth"]))
    for ax, (title, picture) in zip(others, pictures.items(), strict=True):
        ax.imshow(picture, cmap="RdBu", vmin=-scale, vmax=scale)
        ax.set(title=title, xticks=[], yticks=[])
    figure.savefig(path, dpi=120)


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--size", type=int, default=40, help="rows and columns of the matrix")
    parser.add_argument("--missing", type=float, default=0.5, help="the part of its entries that is not known")
    parser.add_argument("--output", type=Path, default=Path("least_squares_and_svd.png"), help="the picture")
    options = parser.parse_args(argv)
    rng = np.random.default_rng(0)

    rates, amplitudes = np.array([0.5, 3.0]), np.array([1.0, 2.0])
    times = np.linspace(0.0, 5.0, 300)
    measured = model(np.log(rates), times) @ amplitudes + 0.02 * rng.normal(size=times.size)
    fitted_rates, fitted_amplitudes, iterations = fit_rates(times, measured, np.array([0.1, 10.0]))
    print(f"rates {fitted_rates.round(3)} for {rates}, amplitudes {fitted_amplitudes.round(3)} for {amplitudes}, "
          f"after {iterations} iterations")

    truth = rng.normal(size=(options.size, 3)) @ rng.normal(size=(3, options.size))
    missing = rng.random(truth.shape) < options.missing
    known = np.where(missing, 0.0, truth)
    completed, iterations = complete(known, missing, rank=3)
    error = np.linalg.norm((completed - truth)[missing]) / np.linalg.norm(truth[missing])
    print(f"{np.sum(missing)} of {truth.size} entries filled in after {iterations} iterations, relative error {error:.1e}")

    columns = model(np.log(fitted_rates), times)
    draw(options.output, times, measured, columns @ fitted_amplitudes, (columns * fitted_amplitudes).T,
         {"truth": truth, "known": np.where(missing, np.nan, truth), "completed through svd": completed})
    print(f"picture: {options.output}")


if __name__ == "__main__":
    main()
