"""Of what `max`, `clip` or `median` do not pick the tangent may be infinite: it counts for nothing, in both modes."""

import numpy as np
import pytest

import tangentish
from tangentish.testing import variant_jvp

X = np.array([1.0, 2.0, 3.0])
"""Where `np.log(x - 1)` is infinite at the first place, and so is its slope."""
PROGRAMS = {
    "maximum": lambda x: np.sum(np.maximum(np.log(x - 1.0), -5.0)),
    "minimum": lambda x: np.sum(np.minimum(-np.sqrt(x - 1.0), -0.5)),
    "fmax": lambda x: np.sum(np.fmax(-5.0, np.log(x - 1.0))),
    "fmin": lambda x: np.sum(np.fmin(0.0 * x, np.sqrt(x - 1.0) + 1.0) + x),
    "clipped": lambda x: np.sum(np.clip(np.log(x - 1.0), -5.0, 5.0)),
    "bounds": lambda x: np.sum(np.clip(3.0 * x, np.log(x - 1.0), 1.0 / (x - 1.0))),
    "largest": lambda x: np.max(np.log(x - 1.0)) + np.max(-1.0 / (x - 1.0) ** 2),
    "smallest_of_rows": lambda x: np.sum(np.min(np.stack([-np.sqrt(x - 1.0), -x]), axis=0)),
    "initial": lambda x: np.max(x, initial=np.sqrt(x[0] - 1.0)),
    "reduced": lambda x: np.maximum.reduce(np.sqrt(x - 1.0)),
    "range": lambda x: np.ptp(np.append(np.sqrt(x - 1.0), -x)),
    "median": lambda x: np.median(np.log(x - 1.0)) + np.nanmedian(np.sqrt(x - 1.0)),
    "quantiles": lambda x: np.sum(np.quantile(np.sqrt(x - 1.0), [0.5, 0.8])) + np.percentile(np.log(x - 1.0), 70.0),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", PROGRAMS)
def test_nothing_of_what_is_not_picked(name):
    fun, x_dot, h = PROGRAMS[name], np.array([0.3, -0.7, 1.1]), 1e-7
    units = np.eye(3)
    numeric = np.array([(fun(X + h * unit) - fun(X - h * unit * (k > 0))) / (h * (1 + (k > 0))) for k, unit in enumerate(units)])
    assert np.allclose(tangentish.grad(fun)(X), numeric, rtol=1e-5, atol=1e-5)
    for forward in (tangentish.jvp(fun), variant_jvp(fun, kinds=False), variant_jvp(fun, optimise=False)):
        assert np.allclose(forward((X,), (x_dot,))[1], numeric @ x_dot, rtol=1e-5, atol=1e-5)
    assert np.allclose(tangentish.jacfwd(fun)(X), numeric, rtol=1e-5, atol=1e-5)


def squared_ratio(x):
    if x.ndim == 1 and np.sum(x) > 0.0:
        ratio = np.inf
    else:
        ratio = x[0] / x[1]
    return np.sum(x * (1.0 - np.exp(-(ratio**2))))


def picked_ratio(x):
    ratio = np.inf if x[0] > 0.0 else x[0] / x[1]
    return x[1] * (1.0 - np.exp(-ratio * ratio)) + x[2] / (1.0 + np.exp(np.square(ratio)))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("fun, slopes", [(squared_ratio, [1.0, 1.0, 1.0]), (picked_ratio, [0.0, 1.0, 0.0])])
def test_an_infinity_that_one_branch_has_in_its_text(fun, slopes):
    assert np.array_equal(tangentish.grad(fun)(X), slopes)
    for forward in (tangentish.jvp(fun), variant_jvp(fun, kinds=False), variant_jvp(fun, optimise=False)):
        assert forward((X,), (X,))[1] == np.dot(slopes, X)
    assert np.array_equal(tangentish.jacfwd(fun)(X), slopes)


class Smooth:
    def __init__(self, values, gamma=1.0):
        self.values, self.gamma = values, gamma

    def smallest(self):
        a, b = np.inf, self.values[0]
        a /= -self.gamma
        b /= -self.gamma
        return -self.gamma * np.log(np.exp(a) + np.exp(b)) + self.values[1]

    def scaled(self):
        return self.gamma * np.sum(self.values ** 2)


def by_what_is_constant(x):
    return Smooth(x * x).smallest()


def now_constant_now_active(x):
    model = Smooth(x * x)
    total = model.scaled() + Smooth(x * x, x[0]).scaled() + model.scaled()
    model.gamma = x[1]
    total += model.scaled()
    model.gamma = 2.0
    return total + model.scaled()


@pytest.mark.parametrize("fun", [by_what_is_constant, now_constant_now_active])
def test_constants_beside_active_parts_of_an_object_have_no_tangent(fun):
    x, v, h = np.array([1.5, 0.7]), np.array([0.4, -1.1]), 1e-6
    expected = (fun(x + h * v) - fun(x - h * v)) / (2.0 * h)
    for _ in range(2):
        np.testing.assert_allclose(tangentish.jvp(fun, (x,), (v,))[1], expected, rtol=1e-7)
        np.testing.assert_allclose(np.sum(tangentish.grad(fun)(x) * v), expected, rtol=1e-7)
        np.testing.assert_allclose(tangentish.jacfwd(fun)(x) @ v, expected, rtol=1e-7)
