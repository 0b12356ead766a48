"""A map from the distances between cities alone: `python examples/mds.py`.

Multidimensional scaling places ten American cities in the plane so that their distances come out right. The same descent
(Adam) runs with the gradient and with two estimates of it that need values of the function only, and random search is
tried too. All start from the same places and have the same budget, in which a gradient counts for five values. There are
local minima, with a city on the wrong side of others, so each has several starts.
"""

from __future__ import annotations

import argparse
import functools
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

import tangentish

CITIES = ["Atlanta", "Chicago", "Denver", "Houston", "Los Angeles", "Miami", "New York", "San Francisco", "Seattle",
          "Washington"]
MILES = [  # as the crow flies
    [587],
    [1212, 920],
    [701, 940, 879],
    [1936, 1745, 831, 1374],
    [604, 1188, 1726, 968, 2339],
    [748, 713, 1631, 1420, 2451, 1092],
    [2139, 1858, 949, 1645, 347, 2594, 2571],
    [2182, 1737, 1021, 1891, 959, 2734, 2408, 678],
    [543, 597, 1494, 1220, 2300, 923, 205, 2442, 2329],
]
EAST_NORTH = [  # degrees of longitude and latitude, only to turn the finished map the right way round
    [-84.4, 33.7], [-87.6, 41.9], [-105.0, 39.7], [-95.4, 29.8], [-118.2, 34.1], [-80.2, 25.8], [-74.0, 40.7], [-122.4, 37.8],
    [-122.3, 47.6], [-77.0, 38.9]]
COST = 5  # values of the function that a gradient is counted as; it takes less time than that


def stress(points, distances):
    """How far the distances between points in the plane are from those asked for: the sum of squares."""
    total = 0.0
    for i in range(1, len(points)):
        offsets = points[:i] - points[i]
        lengths = np.sqrt(np.sum(offsets ** 2, axis=1))
        lengths -= distances[i, :i]
        total += np.sum(lengths ** 2)
    return total


def table():
    """The distances as a square matrix, in thousands of miles."""
    distances = np.zeros((len(CITIES), len(CITIES)))
    for i, row in enumerate(MILES, start=1):
        distances[i, :i] = distances[:i, i] = row
    return distances / 1000.0


class Counted:
    """A function that counts how often it is called, and keeps the best value after each call."""

    def __init__(self, fun):
        self.fun, self.best = fun, []

    def __call__(self, x):
        value = self.fun(x)
        self.note(value)
        return value

    def note(self, value, times=1):
        self.best += [min(value, self.best[-1] if self.best else value)] * times


def by_gradient(counted, x, rng):
    value, slope = counted.value_and_grad(x)
    counted.note(value, COST)
    return slope


def by_perturbation(counted, x, rng, size=1e-3):
    """Simultaneous perturbation (Spall, 1992): a difference along random signs."""
    signs = rng.choice([-1.0, 1.0], size=x.shape)
    return (counted(x + size * signs) - counted(x - size * signs)) / (2.0 * size) * signs


def by_smoothing(counted, x, rng, size=1e-2, pairs=5):
    """The gradient of the function smoothed by a Gaussian (Nesterov and Spokoiny, 2017), from differences in pairs."""
    slope = np.zeros_like(x)
    for _ in range(pairs):
        u = rng.normal(size=x.shape)
        slope += (counted(x + size * u) - counted(x - size * u)) / (2.0 * size) * u
    return slope / pairs


def adam(slope_of, counted, x, budget, rng, rate):
    """Descent with steps of adaptive size (Kingma and Ba, 2015), the rate falling to zero at the end."""
    x = x.copy()
    mean, square = np.zeros_like(x), np.zeros_like(x)
    step = 0
    while len(counted.best) < budget:
        slope = slope_of(counted, x, rng)
        step += 1
        mean += 0.1 * (slope - mean)
        square += 0.01 * (slope ** 2 - square)
        size = rate * (1.0 - len(counted.best) / budget)
        x -= size * (mean / (1.0 - 0.9 ** step)) / (np.sqrt(square / (1.0 - 0.99 ** step)) + 1e-12)
    return x


def random_search(counted, x, budget, rng, size=0.3):
    """Keep a random step if it is better; make steps shorter when they are not."""
    best = counted(x)
    while len(counted.best) < budget:
        trial = x + size * rng.normal(size=x.shape)
        value = counted(trial)
        if value < best:
            x, best, size = trial, value, size * 1.5
        else:
            size *= 0.96
    return x


METHODS = {  # with the rates that suit each best
    "gradient": functools.partial(adam, by_gradient, rate=0.05),
    "simultaneous perturbation": functools.partial(adam, by_perturbation, rate=0.05),
    "Gaussian smoothing": functools.partial(adam, by_smoothing, rate=0.1),
    "random search": random_search,
}


def turned(points, target):
    """The points moved, turned, mirrored and scaled to lie as near to others as they can."""
    target = target * [np.cos(np.radians(38.0)), 1.0]  # a degree of longitude is shorter than one of latitude
    points, target = points - np.mean(points, axis=0), target - np.mean(target, axis=0)
    u, s, vt = np.linalg.svd(points.T @ target)
    return points @ u @ vt * (np.sum(s) / np.sum(points ** 2))


def draw(path, curves, points):
    """The stress against the budget used, a line for each start, and the map."""
    figure = Figure(figsize=(12.0, 4.5), layout="constrained")
    left, right = figure.subplots(1, 2)
    for k, (label, runs) in enumerate(curves.items()):
        for run in runs:
            left.semilogy(run, color=f"C{k}", alpha=0.7, linewidth=1.0, label=label if run is runs[0] else None)
    left.set(xlabel=f"values of the function (a gradient counts as {COST})", ylabel="stress, best so far")
    left.legend()
    right.scatter(*points.T)
    for city, point in zip(CITIES, points, strict=True):
        right.annotate(city, point, xytext=(4, 4), textcoords="offset points")
    right.set(title="the map, from distances alone", xticks=[], yticks=[], aspect="equal")
    right.margins(0.25, 0.15)
    figure.savefig(path, dpi=120)


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--budget", type=int, default=3000, help="values of the function for each method and start")
    parser.add_argument("--starts", type=int, default=8)
    parser.add_argument("--output", type=Path, default=Path("mds.png"), help="the picture")
    options = parser.parse_args(argv)

    distances = table()
    derivative = tangentish.value_and_grad(stress)
    starts = [np.random.default_rng(k).normal(size=(len(CITIES), 2)) for k in range(options.starts)]
    curves, ends = {}, []
    for label, method in METHODS.items():
        curves[label] = []
        for start in starts:
            counted = Counted(functools.partial(stress, distances=distances))
            counted.value_and_grad = lambda x: derivative(x, distances)
            end = method(counted=counted, x=start, budget=options.budget, rng=np.random.default_rng(0))
            ends.append((stress(end, distances), end))
            curves[label].append(np.array(counted.best[: options.budget]))
    least, points = min(ends, key=lambda pair: pair[0])

    for label, runs in curves.items():
        needed = [int(np.argmax(run < 1.1 * least)) for run in runs if run[-1] < 1.1 * least]
        after = f", the first time after {min(needed)} values" if needed else ""
        print(f"{label:26s} within 10% of the least stress from {len(needed)} of {len(runs)} starts{after}")
    apart = np.sqrt(np.sum((points[:, None] - points) ** 2, axis=-1))
    print(f"largest error of a distance: {1000.0 * np.max(np.abs(apart - distances)):.0f} miles (the Earth is not flat)")
    draw(options.output, curves, turned(points, np.array(EAST_NORTH)))
    print(f"picture: {options.output}")
    print()
    print(derivative.source)


if __name__ == "__main__":
    main()
