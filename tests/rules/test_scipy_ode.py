"""`scipy.integrate.odeint` and `solve_ivp`: times that are asked for twice, events, and solutions at any time."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import tangentish
from tests.oracle import check_gradient

pytest.importorskip("scipy")
from scipy import integrate, optimize

TIGHT = {"rtol": 1e-11, "atol": 1e-12}


def weighted(y: Any) -> Any:
    return np.sum(y * np.arange(1.0, 1.0 + np.size(y)).reshape(np.shape(y)))


def solved(*args: Any, **keywords: Any) -> Any:
    return integrate.solve_ivp(*args, **TIGHT, **keywords)


def thrown(speed: Any, gravity: Any, drag: Any) -> Any:
    """A ball that is thrown up: its flight ends on the ground, and it has a highest point."""
    def ground(t: Any, y: Any) -> Any:
        return y[0]

    ground.terminal, ground.direction = True, -1  # type: ignore[attr-defined]  # as SciPy wants it

    def top(t: Any, y: Any) -> Any:
        return y[1]

    s = solved(lambda t, y: [y[1], -gravity - drag * y[1] * abs(y[1])], (0.0, 10.0), [0.0, speed], events=[ground, top])
    return (1.3 * s.t[-1] + 0.7 * s.y[1, -1] + s.y_events[1][0][0] + 0.3 * s.t_events[1][0] + 2 * s.y_events[0][0, 1]
            + 0.2 * s.t_events[0][-1])


def bouncing(speed: Any, kept: Any) -> Any:
    """One solution begins where an event ended another."""
    def ground(t: Any, y: Any) -> Any:
        return y[0]

    ground.terminal, ground.direction = True, -1  # type: ignore[attr-defined]
    t, total = 0.0, 0.0
    for k in range(3):
        s = solved(lambda t, y: [y[1], -9.81 - 0.1 * y[1]], (t, 20.0), [0.0, speed], events=ground)
        t, speed = s.t[-1], -kept * s.y[1, -1]
        total = total + t * (k + 1)
    return total + speed


def level(t: Any, y: Any, a: Any, b: Any) -> Any:
    return y[0] - b * (1 + 0.1 * t)


def decay(t: Any, y: Any, a: Any, b: Any) -> Any:
    return [0.1 * b - a * y[0]]


def with_args(a: Any, b: Any) -> Any:
    s = solved(decay, (0.0, 3.0), [2.0], events=level, args=[a, b], t_eval=[0.0, 0.5, 1.0, 3.0])
    return s.t_events[0][0] * s.y[0, -1] + np.sum(s.y)


def crossings(a: Any) -> Any:
    s = solved(lambda t, y: [a * y[1], -y[0]], (0.0, 12.0), [1.0, 0.0], events=lambda t, y: y[0] - 0.2 * a)
    return np.sum(np.diff(s.t_events[0]) ** 2) + np.sum(s.y_events[0] ** 3)


class Height:
    """An event that holds what is differentiated."""

    terminal = True

    def __init__(self, height: Any) -> None:
        self.height = height

    def __call__(self, t: Any, y: Any) -> Any:
        return y[0] - self.height


def object_as_event(a: Any) -> Any:
    s = solved(lambda t, y: [-a * y[0], y[0]], (0.0, 20.0), [1.0, a], events=(Height(0.3 * a),), t_eval=np.linspace(0, 20, 41))
    return s.t_events[0][0] + s.y[1, -1] + len(s.t)


def ended_before_the_first_time(a: Any) -> Any:
    s = solved(lambda t, y: -a * y, (0.0, 9.0), [1.0], events=Height(0.9 * a), t_eval=np.linspace(5, 9, 3))
    return s.t_events[0][0] + len(s.t)


def after_two(a: Any, b: Any) -> Any:
    def zero(t: Any, y: Any) -> Any:
        return y[0]

    zero.terminal = 2  # type: ignore[attr-defined]
    s = solved(lambda t, y: [a * y[1], -b * y[0]], (0.1 * b, 12.0), [1.0, 0.0], events=zero, dense_output=True)
    return s.t[-1] + s.y[1, -1] + s.sol(1.0)[0]


def pendulum(angle: Any, gravity: Any, speed: Any, t: Any) -> Any:
    s = solved(lambda t, y: [y[1], -gravity * np.sin(y[0]) - 0.1 * y[1]], (0.0, 6.0), [angle, speed], dense_output=True)
    return s.sol(t)[0] + weighted(s.sol(np.linspace(0, 6, 7))) + s["sol"](2.0)[1] ** 2


def backwards(a: Any) -> Any:
    s = solved(lambda t, y: -a * y * t, (2.0, 0.0), [1.0], events=lambda t, y: y[0] - 1.5, dense_output=True)
    return s.t_events[0][0] + s.sol(0.7)[0] + s.sol(s.t_events[0][0] * 0.5)[0]


def until(a: Any) -> Any:
    """The times between the ends are the program's own, and move with the end."""
    s = solved(lambda t, y: [-a * y[0], y[0]], (0.0, 2.0 * a), [1.0, a], dense_output=True)
    t = np.linspace(s.t[0], s.t[-1], 20)
    return integrate.trapezoid(s.sol(t)[1], t)


def copied(a: Any) -> Any:
    s = solved(lambda t, y: [-a * y[0], y[0]], (0.0, 1.0), [1.0, a], dense_output=True)
    return copy.deepcopy(s).sol(1.0)[0] + copy.copy(s.sol)(0.5)[1]


def one_in_another(a: Any) -> Any:
    s = solved(lambda t, y: [-a * y[0], y[0]], (0.0, 2.0), [1.0, a], dense_output=True)
    return solved(lambda t, z: [a * s.sol(t)[0] * z[0]], (0.0, 2.0), [1.0]).y[0, -1] + integrate.quad(
        lambda t: s.sol(t)[0], 0.0, a)[0]


def reached(a: Any) -> Any:
    s = solved(lambda t, y: [-a * y[0], y[0]], (0.0, 2.0), [1.0, a], dense_output=True)
    return optimize.brentq(lambda t: s.sol(t)[0] - 0.5, 0.0, 2.0, xtol=1e-13)


def constant(a: Any) -> Any:
    """Only the times at which it is asked for move."""
    s = solved(lambda t, y: [-y[0], y[0]], (0.0, 2.0), [1.0, 0.3], dense_output=True)
    return s.sol(a)[0] + np.sum(s.sol(np.array([a, 2 * a])) ** 2)


def columns(a: Any, y: Any) -> Any:
    s = integrate.solve_ivp(lambda t, y: -a * y * np.array([[1.0], [2.0]]), (0.0, 1.0), [y, 2.0], "Radau", [0.5, 1.0],
                            vectorized=True, rtol=1e-10, atol=1e-12)
    return weighted(s.y)


def of_complex_numbers(a: Any) -> Any:
    """A spin in a field; SciPy's code is followed."""
    turn = np.array([[1.0, a], [a, -0.5]])
    s = solved(lambda t, y: -1j * (turn @ y) * (1 + 0.1 * t), (0, 2), np.array([1.0 + 0j, 0.0]), t_eval=[1.0, 2.0])
    return weighted(np.abs(s.y) ** 2)


def stepped(a: Any) -> Any:
    """A solver that is stepped by hand is followed."""
    solver = integrate.Radau(lambda t, y: np.array([a * y[1], -y[0] - a * y[1]]), 0.0, np.array([1.0, 0.0]), 0.3, **TIGHT)
    while solver.status == "running":
        solver.step()
    return solver.y[0] + solver.y[1]


def twice(a: Any, y: Any) -> Any:
    return weighted(integrate.odeint(lambda y, t: -a * y, [y, 2.0], [0.0, 0.0, 1.0, 1.0], **TIGHT))


CASES: dict[Any, tuple[float, ...]] = {
    thrown: (5.0, 9.81, 0.1), bouncing: (5.0, 0.8), with_args: (1.1, 0.7), crossings: (1.2,), object_as_event: (0.7,),
    ended_before_the_first_time: (0.7,), after_two: (1.1, 0.9), pendulum: (1.0, 9.0, 0.3, 2.34), backwards: (0.5,),
    until: (0.7,), copied: (0.7,), one_in_another: (0.7,), reached: (0.7,), constant: (0.7,), columns: (1.1, 0.7),
    twice: (0.7, 1.0), of_complex_numbers: (0.7,), stepped: (0.7,),
}


@pytest.mark.parametrize("function", CASES)
def test_derivative(function: Any) -> None:
    args = CASES[function]
    check_gradient(function, *args, argnums=tuple(range(len(args))), rtol=2e-7, atol=1e-7, repeats=1)


def steps(a: Any) -> Any:
    s = solved(lambda t, y: [a], (-1.0, 1.0), [-0.6], events=lambda t, y: 1.0 if y[0] > 0 else -1.0)
    return s.t_events[0][0]


def at_the_start(a: Any) -> Any:
    return solved(lambda t, y: -a * y, (0, 2), [1.0], events=lambda t, y: y[0] - 1.0).t_events[0][0]


def held_end(a: Any) -> Any:
    return solved(lambda t, y: -a * y, (0, 2 * a), [1.0], dense_output=True).sol.t_max


def outside(a: Any) -> Any:
    return solved(lambda t, y: -a * y, (0, 2), [1.0], dense_output=True).sol(3.0)[0]


def other_events(a: Any) -> Any:
    s = integrate.solve_ivp(lambda t, y: [y[1], -a * y[0]], (0, 60), [1.0, 0.0], "RK23", rtol=0.1, events=lambda t, y: y[0] - 0.99)
    return s.t_events[0][-1]


@pytest.mark.parametrize("function, why", [
    (steps, "touches zero"), (at_the_start, "begins"), (held_end, "holds"), (outside, "outside"), (other_events, "other events")])
def test_refused(function: Any, why: str) -> None:
    for derivative in (lambda: tangentish.grad(function)(0.7), lambda: tangentish.jvp(function, (0.7,), (1.0,))):
        with pytest.raises(tangentish.UnsupportedError, match=why):
            derivative()


def test_solutions_are_given_as_they_are() -> None:
    """What is handed out beside the derivative can be kept, and asked for what it is at a time."""
    def at_one(a: Any) -> Any:
        s = solved(lambda t, y: -a * y, (0, 2), [1.0], dense_output=True)
        return s.sol(1.0)[0], s

    _, s = tangentish.grad(at_one, has_aux=True)(0.7)
    kept = pickle.loads(pickle.dumps(s.sol))
    assert kept(1.0) == s.sol(1.0) == at_one(0.7)[0]
