"""Jacobians, Hessians and products with them."""

from __future__ import annotations

import functools

import numpy as np
import pytest
from scipy.optimize import rosen_hess

import tangentish
from tangentish import elementwise_grad, grad, hessian, hvp, jacfwd, jacobian, jacrev, jvp, linearize, value_and_jacobian, vhp

X = np.array([0.7, -1.3, 0.4])
V = np.array([1.0, 0.5, -2.0])
A = np.arange(6.0).reshape(2, 3) / 7


def numeric(fun, x, h=1e-6):
    columns = [(np.asarray(fun(x + h * e)) - fun(x - h * e)) / (2 * h) for e in np.eye(x.size).reshape(x.size, *x.shape)]
    return np.stack(columns, axis=-1).reshape(*np.shape(fun(x)), *x.shape)


def field(x):
    y = np.tanh(A @ x)
    y[0] *= x[1]
    return np.outer(y, x)


@pytest.mark.parametrize("operator", [jacfwd, jacrev, jacobian])
def test_shapes_are_result_and_argument(operator) -> None:
    found = operator(field)(X)
    assert found.shape == (2, 3, 3)
    np.testing.assert_allclose(found, numeric(field, X), rtol=1e-7, atol=1e-9)


def test_auto_takes_the_mode_with_fewer_sweeps() -> None:
    wide, tall = jacobian(lambda x: np.sum(x**2)), jacobian(field)
    wide(X), tall(X)
    assert (wide.mode, tall.mode) == ("rev", "fwd")
    with pytest.raises(tangentish.ArgumentError, match="mode"):
        jacobian(field, mode="both")


def test_several_arguments_and_the_value() -> None:
    value, (by_x, by_a) = value_and_jacobian(lambda x, a: a * x**2, (0, 1))(X, 3.0)
    np.testing.assert_allclose(value, 3.0 * X**2)
    np.testing.assert_allclose(by_x, np.diag(6.0 * X))
    np.testing.assert_allclose(by_a, X**2)


def blocks(p):
    return {"s": p["u"] * np.sum(p["w"]), "t": (p["w"] ** 2, p["u"])}


@pytest.mark.parametrize("operator", [jacfwd, jacrev])
def test_containers_give_blocks(operator) -> None:
    found = operator(blocks)({"u": 2.0, "w": X})
    np.testing.assert_allclose(found["s"]["w"], [2.0, 2.0, 2.0])
    np.testing.assert_allclose(found["s"]["u"], np.sum(X))
    np.testing.assert_allclose(found["t"][0]["w"], np.diag(2 * X))
    assert found["t"][1] == {"u": 1.0, "w": pytest.approx(np.zeros(3))}


def test_single_precision_and_empty() -> None:
    assert jacfwd(field)(X.astype(np.float32)).dtype == np.float64  # A is in double precision
    assert jacrev(np.sin)(X.astype(np.float32)).dtype == np.float32
    assert jacfwd(lambda x: x * 2.0)(np.zeros(0)).shape == (0, 0)


def test_what_has_no_jacobian() -> None:
    with pytest.raises(tangentish.DerivativeTypeError, match="complex"):
        jacobian(field)(X * 1j)
    with pytest.raises(tangentish.DerivativeTypeError, match="float"):
        jacobian(field)(np.arange(3))
    with pytest.raises(tangentish.ArgumentError, match="argnums"):
        jacobian(field, 1)(X)


def helper(z, p=3.0):
    return z**p + np.sin(z)


def loops(x):
    y = x.copy()
    for i in range(1, len(x)):
        if y[i] > 0:
            y[i] = y[i] * np.sin(y[i - 1]) + x[i] ** 2
        else:
            y[i] += helper(y[i - 1])
    return np.sum(helper(y)) * x[0]


def views(x):
    a = x * x
    b = a[1:]
    b *= x[:-1]
    return np.sum(a**2)


def lists(x):
    parts = []
    for k in range(len(x)):
        parts.append(x[k] ** 3)
    return sum(parts) * parts[0]


@pytest.mark.parametrize("fun", [loops, views, lists], ids=lambda f: f.__name__)
def test_second_derivatives_in_every_order_of_modes(fun) -> None:
    want = numeric(grad(fun), X)
    np.testing.assert_allclose(hessian(fun)(X), want, rtol=1e-6, atol=1e-7)
    np.testing.assert_allclose(hvp(fun)(X, V), want @ V, rtol=1e-6)
    np.testing.assert_allclose(vhp(fun)(X, V), want @ V, rtol=1e-6)

    def along(x):
        return jvp(fun, (x,), (V,))[1]

    np.testing.assert_allclose(grad(along)(X), want @ V, rtol=1e-6)
    np.testing.assert_allclose(jvp(along, (X,), (V,))[1], V @ want @ V, rtol=1e-6)
    if fun is loops:
        np.testing.assert_allclose(jvp(grad(fun), (X,), (V,))[1], want @ V, rtol=1e-6)
        np.testing.assert_allclose(grad(lambda x: np.sum(grad(fun)(x) * V))(X), want @ V, rtol=1e-6)


def test_third_derivatives() -> None:
    def f(x):
        return x**4 * np.sin(x)

    def second(x):
        return jvp(lambda y: jvp(f, (y,), (1.0,))[1], (x,), (1.0,))[1]

    h = 1e-5
    want = (second(1.1 + h) - second(1.1 - h)) / (2 * h)
    np.testing.assert_allclose(jvp(second, (1.1,), (1.0,))[1], want, rtol=1e-6)
    np.testing.assert_allclose(grad(second)(1.1), want, rtol=1e-6)


def rosenbrock(x):
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


def test_hessian_of_rosenbrock() -> None:
    x = np.linspace(-1.0, 1.5, 50)
    np.testing.assert_allclose(hessian(rosenbrock)(x), rosen_hess(x), rtol=1e-10, atol=1e-10)


# perturbation confusion: the outer variable is seen by the inner function


def through_closure(a):
    def inner(z):
        return np.sum(np.sin(a * z) * z)

    return jvp(inner, (X * a,), (V,))[1]


def through_lambda(a):
    return jvp(lambda z: np.sum(np.sin(a * z) * z), (X * a,), (V * a,))[1]


def through_default(a):
    def inner(z, b=a):
        return np.sum(np.sin(b * z) * z)

    return jvp(inner, (X * a,), (V,))[1]


def through_argument(a):
    def inner(z, b):
        return np.sum(np.sin(b * z) * z)

    return jvp(inner, (X * a, a), (V, None))[1]


def constant_inside(a):
    return a * jvp(lambda z: z * stop(a), (1.0,), (1.0,))[1]


def stop(a):
    return tangentish.stop_gradient(a)


def through_two_closures(a):
    b = a * 2.0

    def inner(z):
        return np.sum(np.sin(b * z) * z)

    return jvp(lambda z: inner(z * a), (X * a,), (X,))[1]


def through_a_method(a):
    return jvp(Spring(a).energy, (X * a,), (X,))[1]


@pytest.mark.parametrize("fun", [through_closure, through_lambda, through_default, through_argument, through_two_closures,
                                 through_a_method], ids=lambda f: f.__name__)
def test_no_perturbation_confusion(fun) -> None:
    h = 1e-6
    want = (fun(2.0 + h) - fun(2.0 - h)) / (2 * h)
    np.testing.assert_allclose(grad(fun)(2.0), want, rtol=1e-6)
    np.testing.assert_allclose(jvp(fun, (2.0,), (1.0,))[1], want, rtol=1e-6)


OPERATORS_INSIDE = [
    lambda a: tangentish.vjp(np.sin, X * a)[1](np.ones(3))[0].sum(),
    lambda a: jacobian(lambda z: z * z * a)(X).sum(),
    lambda a: np.sum(hvp(rosenbrock)(X * a, X)),
    lambda a: np.sum(elementwise_grad(np.sin)(X * a)),
    lambda a: linearize(rosenbrock, X * a)[1](X),
    lambda a: np.sum(tangentish.value_and_grad(rosenbrock)(X * a)[1]),
]


@pytest.mark.parametrize("fun", OPERATORS_INSIDE)
@pytest.mark.parametrize("operator", [grad, lambda f: lambda a: jvp(f, (a,), (1.0,))[1]])
def test_operators_inside_are_right_or_refused(fun, operator) -> None:
    h = 1e-5
    want = (fun(2.0 + h) - fun(2.0 - h)) / (2 * h)
    try:
        got = operator(fun)(2.0)
    except tangentish.UnsupportedError as error:
        assert "not supported" in str(error) or "not followed" in str(error)
    else:
        np.testing.assert_allclose(got, want, rtol=1e-6)


def test_stopped_inside() -> None:
    assert grad(constant_inside)(3.0) == 3.0


def test_linearize_and_elementwise() -> None:
    ans, linear = linearize(field, X)
    np.testing.assert_allclose(ans, field(X))
    np.testing.assert_allclose(linear(V), numeric(field, X) @ V, rtol=1e-7)
    np.testing.assert_allclose(elementwise_grad(lambda x, a: np.sin(a * x))(X, 2.0), 2.0 * np.cos(2.0 * X))


class Spring:
    def __init__(self, k):
        self.k = k

    def energy(self, x):
        return np.sum(self.k * x**2)


def with_object(x):
    return Spring(x * x).energy(x)


def test_second_derivatives_through_an_object() -> None:
    np.testing.assert_allclose(hvp(with_object)(X, V), numeric(grad(with_object), X) @ V, rtol=1e-6)


class Bars:
    def __init__(self, weights):
        self.weights = weights

    def forces(self, x, *, scale=2.0):
        stretched = self.weights @ x * scale
        if scale > 5:
            return stretched, None
        return stretched**2, {"stretched": stretched}


def with_aux(x):
    def inside(y):
        return y, 2.0

    y = inside(x * x)
    return y[0] * x[::-1], y[1]


def pair(x):
    return with_aux(x)


OPERATORS_WITH_AUX = [tangentish.jacobian, tangentish.jacfwd, tangentish.jacrev]


@pytest.mark.parametrize("operator", OPERATORS_WITH_AUX, ids=lambda f: f.__name__)
def test_has_aux(operator) -> None:
    bars, x = Bars(np.arange(6.0).reshape(3, 2)), np.array([0.3, 0.7])
    J, aux = operator(bars.forces, has_aux=True)(x, scale=3.0)
    np.testing.assert_allclose(J, operator(lambda x: bars.forces(x, scale=3.0)[0])(x), rtol=1e-13)
    np.testing.assert_array_equal(aux["stretched"], bars.weights @ x * 3.0)
    J, aux = operator(bars.forces, has_aux=True)(x, scale=6.0)
    np.testing.assert_allclose(J, 6.0 * bars.weights, rtol=1e-13)
    assert aux is None
    for fun in (with_aux, pair, functools.partial(with_aux)):
        J, aux = operator(fun, has_aux=True)(x)
        np.testing.assert_allclose(J, operator(lambda x: x * x * x[::-1])(x), rtol=1e-13)
        assert aux == 2.0


def test_has_aux_with_values_and_of_hessians() -> None:
    x = np.array([0.3, 0.7])
    (value, aux), J = tangentish.value_and_jacobian(with_aux, has_aux=True)(x)
    np.testing.assert_allclose(value, x * x * x[::-1])
    assert aux == 2.0
    np.testing.assert_allclose(J, tangentish.jacobian(lambda x: x * x * x[::-1])(x))

    def energy(x):
        return np.sum(x**3) * x[0], len(x)

    H, aux = tangentish.hessian(energy, has_aux=True)(x)
    np.testing.assert_allclose(H, tangentish.hessian(lambda x: np.sum(x**3) * x[0])(x))
    assert aux == 2


@pytest.mark.parametrize("operator", [*OPERATORS_WITH_AUX, tangentish.hessian], ids=lambda f: f.__name__)
def test_has_aux_differentiated(operator) -> None:
    def energy(x):
        return np.sum(x**3) * x[0], np.sum(x) ** 2

    def outer(x):
        slopes, aux = operator(energy, has_aux=True)(x)
        return np.sum(slopes**2) * aux

    x, v, h = np.array([0.3, 0.7]), np.array([0.6, -0.2]), 1e-5
    numeric = (outer(x + h * v) - outer(x - h * v)) / (2 * h)
    assert tangentish.grad(outer)(x) @ v == pytest.approx(numeric, rel=1e-7)
    assert tangentish.jvp(outer, (x,), (v,))[1] == pytest.approx(numeric, rel=1e-7)


def scaled_squares(x, k=2.0):
    return np.sum(k * x**2)


@pytest.mark.parametrize("op", [tangentish.jacfwd, tangentish.jacrev, tangentish.jacobian, tangentish.elementwise_grad])
def test_a_default_by_its_name(op):
    x = np.array([1.0, 2.0])
    for _ in range(2):
        np.testing.assert_allclose(op(scaled_squares, "k")(x), 5.0)
    assert tangentish.hessian(scaled_squares, "k")(x) == tangentish.hvp(scaled_squares, "k")(x, 1.0) == 0.0
    np.testing.assert_allclose(tangentish.hessian(scaled_squares, ("x", "k"))(x)[0][1], [2.0, 4.0])
    np.testing.assert_allclose(op(lambda q: np.sum(tangentish.grad(scaled_squares)(q)) + 0.0 * q[0])(x),
                               [4.0, 4.0] if op is not tangentish.elementwise_grad else 8.0)
