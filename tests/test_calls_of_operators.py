"""The operators on `jvp` and `vjp` take arguments as the function does: by name, as methods, in containers; and pickle."""

from __future__ import annotations

import copy
import dataclasses
import functools
import pickle
from typing import Any, NamedTuple

import numpy as np
import pytest

import tangentish
from tangentish import elementwise_grad, grad, hessian, hvp, jacfwd, jacobian, jacrev, value_and_jacobian, vhp

X = np.array([0.7, -1.3, 0.4])
Y = np.array([1.7, 0.3, 2.4])
V = np.array([1.0, 2.0, -1.0])
JACOBIANS = (jacobian, jacfwd, jacrev)


class Pair(NamedTuple):
    a: Any
    b: Any


@dataclasses.dataclass
class Record:
    a: Any
    b: Any


@dataclasses.dataclass(frozen=True, slots=True)
class Slotted:
    a: Any
    b: Any


def product(x, y):
    return np.sin(x) * y**2


def energy(x, y):
    return np.sum(product(x, y))


def keyword_only(x, *, scale=1.0, **others):
    return scale * x**2 * others.get("more", 1.0)


BY_X, BY_Y = np.diag(np.cos(X) * Y**2), np.diag(np.sin(X) * 2 * Y)


@pytest.mark.parametrize("operator", JACOBIANS)
def test_jacobians_by_name_and_with_keywords(operator) -> None:
    np.testing.assert_allclose(operator(product, "y")(X, Y), BY_Y)
    np.testing.assert_allclose(operator(product, "y")(X, y=Y), BY_Y)
    np.testing.assert_allclose(operator(product, -1)(y=Y, x=X), BY_Y)
    by_y, by_x = operator(product, ("y", 0))(X, Y)
    np.testing.assert_allclose(by_x, BY_X)
    np.testing.assert_allclose(by_y, BY_Y)
    np.testing.assert_allclose(operator(keyword_only)(X, scale=2.0, more=3.0), np.diag(12 * X))


def test_arguments_that_do_not_fit() -> None:
    for operator in (*JACOBIANS, hessian, hvp, elementwise_grad):
        with pytest.raises(tangentish.ArgumentError, match="z"):
            operator(energy, "z")(X, Y, V)
        with pytest.raises(tangentish.ArgumentError, match="argument"):
            operator(energy)(X, V, z=Y)
    with pytest.raises(tangentish.ArgumentError, match="not passed"):
        jacobian(lambda x, y: x * y, "y")(X)
    with pytest.raises(tangentish.ArgumentError, match="one vector for each"):
        hvp(energy, (0, 1))(X, Y, (V,))
    with pytest.raises(tangentish.ArgumentError, match="'y'"):
        tangentish.jvp(energy, (X,), (V,))


@pytest.mark.parametrize("operator", JACOBIANS)
@pytest.mark.parametrize("cls", [Record, Slotted, Pair])
def test_jacobians_of_records(operator, cls) -> None:
    found = operator(lambda p: p.a * p.b)(cls(2.0, X))
    assert type(found) is cls
    np.testing.assert_allclose(found.a, X)
    np.testing.assert_allclose(found.b, 2 * np.eye(3))
    found = operator(lambda x: cls(x[0], {"k": x * x, "n": 3, "s": "text", "none": None}))(X)
    np.testing.assert_allclose(found.a, [1, 0, 0])
    np.testing.assert_allclose(found.b["k"], np.diag(2 * X))
    assert found.b["s"] is None and found.b["none"] is None and not np.any(found.b["n"])


def test_tangents_of_records_with_slots() -> None:
    _, ans_dot = tangentish.jvp(lambda p: p.a * p.b, (Slotted(2.0, X),), (Slotted(1.0, V),))
    np.testing.assert_allclose(ans_dot, X + 2 * V)


def blocks(p, c):
    return np.sum(p["w"] ** 2) * p["u"] * c


def test_hessians_of_containers_and_of_several_arguments() -> None:
    found = hessian(blocks)({"w": X, "u": 2.0}, 3.0)
    np.testing.assert_allclose(found["w"]["w"], 12 * np.eye(3))
    np.testing.assert_allclose(found["w"]["u"], 6 * X)
    np.testing.assert_allclose(found["u"]["w"], 6 * X)
    assert found["u"]["u"] == 0.0
    (xx, xy), (yx, yy) = hessian(energy, ("x", "y"))(X, Y)
    np.testing.assert_allclose(xx, -np.diag(np.sin(X) * Y**2))
    np.testing.assert_allclose(xy, np.diag(np.cos(X) * 2 * Y))
    np.testing.assert_allclose(yx, xy)
    np.testing.assert_allclose(yy, np.diag(2 * np.sin(X)))
    np.testing.assert_allclose(hessian(lambda p: p[0] ** 2 * p[1])([2.0, 3.0]), [[6.0, 4.0], [4.0, 0.0]])
    np.testing.assert_allclose(hessian(energy)(X, y=Y), xx)
    np.testing.assert_allclose(hessian(energy, "y")(X, Y), yy)


@pytest.mark.parametrize("operator", [hvp, vhp])
def test_products_with_hessians(operator) -> None:
    np.testing.assert_allclose(operator(energy, "y")(X, Y, V), 2 * np.sin(X) * V)
    np.testing.assert_allclose(operator(energy)(X, V, y=Y), -np.sin(X) * Y**2 * V)
    by_x, by_y = operator(energy, (0, 1))(X, Y, (V, 2 * V))
    np.testing.assert_allclose(by_x, -np.sin(X) * Y**2 * V + np.cos(X) * 2 * Y * 2 * V)
    np.testing.assert_allclose(by_y, np.cos(X) * 2 * Y * V + 2 * np.sin(X) * 2 * V)
    found = operator(blocks)({"w": X, "u": 2.0}, 1.0, {"w": V, "u": 1.0})
    np.testing.assert_allclose(found["w"], 4 * V + 2 * X)
    np.testing.assert_allclose(found["u"], 2 * np.sum(X * V))
    assert "def " in operator(energy).source


@pytest.mark.parametrize("operator", [hvp, vhp])
@pytest.mark.parametrize("place", [0, 1])
def test_an_array_passed_twice_to_a_function_that_only_reads(operator, place) -> None:
    """Each place in the arguments has a derivative of its own."""
    np.testing.assert_allclose(operator(energy, place)(X, X, V), operator(energy, place)(X, X.copy(), V))


def crit(a, b):
    return np.mean((a - b) ** 2)


def loss(w, x, y, criterion):
    return criterion(np.tanh(w @ x), y)


def test_an_array_passed_twice_that_is_not_differentiated() -> None:
    w = np.eye(3) * 0.3 + 0.1
    want = tangentish.jvp(loss, (w, X, X.copy(), crit), (w, None, None, None))[1]
    np.testing.assert_allclose(tangentish.jvp(loss, (w, X, X, crit), (w, None, None, None))[1], want)
    np.testing.assert_allclose(jacfwd(loss)(w, X, X, crit), grad(loss)(w, X, X, crit))


def twice_inside(x):
    return np.sum(tangentish.vjp(energy, x, x)[1](1.0)[1] * V) + np.sum(hvp(energy, 1)(x, x, V))


def test_an_array_passed_twice_inside_what_is_differentiated() -> None:
    h = 1e-6
    want = [(twice_inside(X + h * e) - twice_inside(X - h * e)) / (2 * h) for e in np.eye(3)]
    np.testing.assert_allclose(grad(twice_inside)(X), want, rtol=1e-5)
    np.testing.assert_allclose(jacfwd(twice_inside)(X), want, rtol=1e-5)


class Model:
    k = 2.0

    @jacobian
    def slopes(self, x):
        return self.k * x**2

    @hessian
    def curvature(self, x):
        return np.sum(self.k * x**3)

    @hvp
    def bent(self, x):
        return np.sum(self.k * x**3)

    @elementwise_grad
    def rate(self, x):
        return self.k * x**2

    @grad
    @grad
    def second(self, x):
        return self.k * x**4

    @staticmethod
    @grad
    def plain(x):
        return x**2

    @classmethod
    @grad
    def of_class(cls, x):
        return cls.k * x**2

    @classmethod
    def value(cls, x):
        return cls.k * x**2

    sine = grad(np.sin)
    cube = grad(functools.partial(pow, exp=3))

    @grad
    @staticmethod
    def inside(x):
        return x**3


def test_as_methods() -> None:
    model = Model()
    np.testing.assert_allclose(model.slopes(X), np.diag(4 * X))
    np.testing.assert_allclose(model.curvature(X), np.diag(12 * X))
    np.testing.assert_allclose(model.bent(X, V), 12 * X * V)
    np.testing.assert_allclose(model.rate(X), 4 * X)
    np.testing.assert_allclose(model.second(2.0), 96.0)
    assert (model.plain(3.0), model.of_class(3.0), Model.of_class(3.0), model.inside(3.0)) == (6.0, 12.0, 12.0, 27.0)
    assert model.sine(0.0) == 1.0 and model.cube(2.0) == 12.0


def test_with_respect_to_an_object() -> None:
    """Nothing was said of its derivative, which was None."""
    with pytest.raises(tangentish.DerivativeTypeError, match=r"`self`.*Model"):
        Model.second(Model(), 2.0)
    with pytest.raises(tangentish.DerivativeTypeError, match="set"):
        grad(lambda s, x: x)({1.0}, 2.0)
    with pytest.raises(tangentish.DerivativeTypeError, match="set"):
        tangentish.jvp(lambda s: 1.0, ({1.0},), ({1.0},))


@jacobian
def decorated(x):
    return x**2


def test_pickled_and_copied() -> None:
    for again in (copy.deepcopy, copy.copy, lambda one: pickle.loads(pickle.dumps(one))):
        np.testing.assert_allclose(again(hessian(energy))(X, Y), hessian(energy)(X, Y))
        np.testing.assert_allclose(again(hvp(energy))(X, Y, V), hvp(energy)(X, Y, V))
        np.testing.assert_allclose(again(vhp(energy, 1))(X, Y, V), vhp(energy, 1)(X, Y, V))
        np.testing.assert_allclose(again(elementwise_grad(product))(X, Y), np.diag(BY_X))
        np.testing.assert_allclose(again(decorated)(X), np.diag(2 * X))
        np.testing.assert_allclose(again(value_and_jacobian(product))(X, Y)[1], BY_X)
        np.testing.assert_allclose(again(grad(Model.value))(3.0), 12.0)
        forward = tangentish.jvp(energy)
        forward((X, Y), (V, None))
        np.testing.assert_allclose(again(forward)((X, Y), (V, None)), forward((X, Y), (V, None)))


@pytest.mark.parametrize("fun", [functools.partial(energy, y=Y), functools.partial(lambda y, x: energy(x, y), Y)])
def test_second_derivatives_of_partials(fun) -> None:
    np.testing.assert_allclose(hessian(fun)(X), hessian(energy)(X, Y))
    np.testing.assert_allclose(vhp(fun)(X, V), hvp(energy)(X, Y, V))


class Called:
    def __call__(self, x):
        return np.sum(x**3)


def test_second_derivatives_of_callables_without_a_function() -> None:
    np.testing.assert_allclose(hessian(Called())(X), np.diag(6 * X))
    np.testing.assert_allclose(hessian(np.sum)(X), np.zeros((3, 3)))
    np.testing.assert_allclose(grad(lambda x: np.sum(elementwise_grad(np.sin)(x)))(X), -np.sin(X))
