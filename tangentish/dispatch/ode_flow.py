"""The flow of an ordinary differential equation: its exact solution, and the discrete equation of what moves it.

The solution is calculated again with tolerances of 1e-12, or 1e-10 by the methods for stiff equations. On its steps the equation
of the derivatives is discretised by Gauss collocation with three stages (order 6), whose transpose is the adjoint equation; the
derivative is good to some 1e-8, whatever tolerance the solution itself was asked for. Each stage takes a Jacobian of the
right-hand side.
"""

from __future__ import annotations

import bisect
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import scipy.integrate as integrate

from tangentish.dispatch.functions import Function, Point
from tangentish.errors import UnsupportedError

ROOT = math.sqrt(15)
NODES = np.array([0.5 - ROOT / 10, 0.5, 0.5 + ROOT / 10])  # the coefficients of the Gauss method of three stages
WEIGHTS = np.array([5 / 18, 4 / 9, 5 / 18])
STAGES = np.array([[5 / 36, 2 / 9 - ROOT / 15, 5 / 36 - ROOT / 30], [5 / 36 + ROOT / 24, 2 / 9, 5 / 36 - ROOT / 24],
                   [5 / 36 + ROOT / 30, 2 / 9 + ROOT / 15, 5 / 36]])

Pulls = list[tuple[Point, Any]]
"""Recorded calls of the right-hand side, with their cotangents."""


class Piece:
    """A step of the discrete equation, with the Jacobian, and what was recorded for `args`, at each of its stages."""

    def __init__(self, length: float, stages: list[tuple[Any, Point | None]]) -> None:
        self.length, self.stages = length, stages

    def transposed(self, adjoint: Any) -> tuple[Any, Pulls]:
        """The cotangent of the state before the step, from the one after it."""
        n, count, step = len(adjoint), len(self.stages), self.length
        system = np.eye(count * n)
        for i, (jacobian, _) in enumerate(self.stages):
            for j in range(count):
                system[i * n : (i + 1) * n, j * n : (j + 1) * n] -= step * STAGES[i, j] * jacobian
        right = np.concatenate([step * weight * adjoint for weight in WEIGHTS])
        pulls = np.reshape(np.linalg.solve(system.T, right), (count, n))
        points = [(record, pull) for (_, record), pull in zip(self.stages, pulls, strict=True) if record is not None]
        return adjoint + sum(jacobian.T @ pull for (jacobian, _), pull in zip(self.stages, pulls, strict=True)), points


class Flow:
    """The solution from `y0` over `span`; `place` is where the right-hand side takes the state, which has the shape `shape`.

    `events` are as `solve_ivp` takes them, but of `(t, y)` alone; `found` is what SciPy says of the solution.
    """

    def __init__(self, function: Function, place: int, y0: Any, span: tuple[float, float], method: str, *,
                 events: Sequence[Any] = (), shape: tuple[int, ...] | None = None) -> None:
        self.function, self.place, self.shape = function, place, np.shape(y0) if shape is None else shape
        tight = 1e-12 if method == "DOP853" else 1e-10  # the others are of lower order, and would take very many steps
        self.found = integrate.solve_ivp(self.slope, span, np.ravel(np.asarray(y0, float)), method, dense_output=True,
                                         events=list(events) or None, rtol=tight, atol=0.01 * tight)
        if not self.found.success:
            raise UnsupportedError(
                f"the solution that the derivative is taken of could not be calculated: {self.found.message}")
        self.start, self.end = span[0], float(self.found.t[-1])
        self.backwards = span[1] < span[0]

    def __deepcopy__(self, memo: dict[int, Any]) -> Flow:
        return self  # a copy of what is solved is solved by the same

    def __reduce__(self) -> tuple[Any, ...]:
        return type(None), ()  # no part of what SciPy gives: kept solutions do not keep what was recorded

    def through(self, times: Any) -> None:
        """Make the discrete equation, with a step that ends at each of `times`."""
        steps = np.union1d(self.found.t, times)
        self.steps = [float(t) for t in (steps[::-1] if self.backwards else steps)]
        place = {t: k for k, t in enumerate(self.steps)}
        self.places = [place[float(t)] for t in times]
        self.slopes = [self.slope(t, self.at(t)) for t in times]
        self.first = self.slope(self.start, self.at(self.start))
        self.pieces = [self.piece(*ends) for ends in zip(self.steps[:-1], self.steps[1:], strict=True)]

    def at(self, t: float) -> Any:
        """The exact solution at a time."""
        return self.found.sol(t)

    def point(self, t: float, y: Any) -> tuple[Any, Any]:
        """The arguments of the right-hand side, in its order."""
        state = np.reshape(y, self.shape) if self.shape else np.array([float(np.reshape(y, ()))])
        return (state, float(t)) if self.place == 0 else (float(t), state)

    def slope(self, t: float, y: Any) -> Any:
        """The right-hand side, flat."""
        return np.ravel(np.asarray(self.function(*self.point(t, y)), float))

    def piece(self, start: float, stop: float) -> Piece:
        """A step from one time to another."""
        stages = []
        for node in NODES:
            t = start + node * (stop - start)
            y = self.at(t)
            jacobian = np.reshape(self.function.jacobian(self.point(t, y), self.place), (len(y), len(y)))
            stages.append((jacobian, self.function.record(*self.point(t, y)) if self.function.wrt else None))
        return Piece(stop - start, stages)

    def step_before(self, t: float) -> int:
        """The number of the last step of the equation that begins at `t` or before."""
        steps = [-one for one in self.steps] if self.backwards else self.steps
        return max(bisect.bisect_right(steps, -t if self.backwards else t) - 1, 0)

    def transposed(self, bars: Sequence[Any], inside: Sequence[tuple[int, Any]] = ()) -> tuple[Any, float, Pulls]:
        """The cotangents of the start and of its time, from those of the solution at each of the times that it goes through.

        `inside` has cotangents of the state where steps begin, which were found otherwise.
        """
        adjoint, pulls = np.zeros(len(self.first)), []
        coming = [*zip(self.places, bars, strict=True), *inside]
        for k in range(len(self.steps) - 1, -1, -1):
            for place, bar in coming:
                if place == k and bar is not None:
                    adjoint = adjoint + bar
            if k:
                adjoint, more = self.pieces[k - 1].transposed(adjoint)
                pulls += more
        return adjoint, -float(np.sum(adjoint * self.first)), pulls

    def moved(self, place: int, bar: Any) -> float:
        """The cotangent of one of the times, from that of the solution there."""
        return 0.0 if bar is None else float(np.sum(bar * self.slopes[place]))
