"""Jacobians, Hessians and pullbacks that run a function again: objects, classes and variables of its module are put back."""

import numpy as np
import pytest

import tangentish

X = np.array([1.0, 2.0, 3.0])
OPERATORS = [tangentish.jacfwd, tangentish.jacrev, tangentish.jacobian, tangentish.value_and_jacobian, tangentish.hessian]


class Simulation:
    runs = 0
    log: list = []  # of all simulations

    def __init__(self):
        self.time = 0.0

    def energy(self, x):
        self.time += 1.0
        return np.sum(x**3) * self.time

    def counted(self, x):
        type(self).runs += 1
        return np.sum(x**3) * self.runs

    def logged(self, x):
        Simulation.log.append(1.0)
        return np.sum(x**3) * len(self.log)


SIMULATION, RUNS = Simulation(), 0


def of_an_object(x):
    return SIMULATION.energy(x)


def of_an_attribute(x):
    SIMULATION.time += 1.0
    return np.sum(x**3) * SIMULATION.time


def of_a_class(x):
    return SIMULATION.counted(x)


def of_a_list_of_a_class(x):
    return Simulation().logged(x)


def of_a_variable(x):
    global RUNS
    RUNS += 1
    return np.sum(x**3) * RUNS


def helper():
    global RUNS
    RUNS += 1


def below(x):
    helper()
    return np.sum(x**3) * RUNS


@pytest.mark.parametrize("function", [of_an_object, of_an_attribute, of_a_class, of_a_list_of_a_class, of_a_variable, below])
@pytest.mark.parametrize("op", OPERATORS)
def test_what_a_module_holds(op, function):
    """Objects, what classes hold, and variables of the module: each is then as after one call."""
    global RUNS
    SIMULATION.time, Simulation.runs, RUNS = 0.0, 0, 0
    Simulation.log.clear()
    hessian = op is tangentish.hessian
    if hessian and function is of_a_list_of_a_class:
        with pytest.raises(tangentish.TangentishError, match="log"):
            op(function)(X)
        return
    got = op(function)(X)
    value, got = got if op is tangentish.value_and_jacobian else (36.0, got)
    assert value == 36.0
    np.testing.assert_allclose(got, np.diag(6 * X) if hessian else 3 * X**2)
    assert SIMULATION.time + Simulation.runs + RUNS + len(Simulation.log) == 1


def test_a_pullback_that_is_called_again_leaves_no_trace():
    SIMULATION.time = 0.0

    def powers(x):
        SIMULATION.time += 1.0
        y = x.copy()
        for _ in range(2):
            y *= y + 1
        return np.sum(y)

    _, pullback = tangentish.vjp(powers, X)
    first = pullback(1.0)[0]
    SIMULATION.time = 5.0
    np.testing.assert_array_equal(pullback(1.0)[0], first)
    assert SIMULATION.time == 5.0


class Lazy:
    """Whatever this is asked for, it raises an error of its own."""

    def __getattr__(self, key):
        raise RuntimeError("no context")


LAZY = None


@pytest.mark.parametrize("op", OPERATORS)
def test_objects_that_are_asked_for_nothing(op, monkeypatch):
    monkeypatch.setitem(globals(), "LAZY", Lazy())
    SIMULATION.time = 0.0

    def energy(x):
        if LAZY is None:
            return 0.0
        return SIMULATION.energy(x)

    op(energy)(X)
    assert SIMULATION.time == 1.0
