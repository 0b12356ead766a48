"""grad, value_and_grad, vjp, stop_gradient: forms of argnums, results, dtypes, containers."""

import ast
import functools
import inspect

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import M33, V3, V4
from tests.oracle import assert_same


def cost(a, b, c=2.0):
    """The cost."""
    return a**2 * b + c * b**3


A, B, C = 0.7, -1.2, 2.0
WANT = {"a": 2 * A * B, "b": A**2 + 3 * C * B**2, "c": B**3}


@pytest.mark.parametrize("argnums, names", [
    (0, "a"), (1, "b"), (-1, "c"), (-3, "a"), ("b", "b"), ("c", "c"),
    ((0,), ("a",)), (("a",), ("a",)), ((0, 1), ("a", "b")), ((1, 0), ("b", "a")),
    (("c", "a"), ("c", "a")), ((0, -1), ("a", "c")), ((0, "c"), ("a", "c")), ((), ()),
])
def test_argnums(argnums, names):
    bar = tangentish.grad(cost, argnums)(A, B, C)
    value, again = tangentish.value_and_grad(cost, argnums=argnums)(A, B, c=C)
    assert value == cost(A, B, C)
    if isinstance(names, tuple):
        assert isinstance(bar, tuple) and len(bar) == len(names)
        assert bar == pytest.approx(tuple(WANT[name] for name in names), rel=1e-12)
    else:
        assert np.shape(bar) == () and not isinstance(bar, tuple)
        assert bar == pytest.approx(WANT[names], rel=1e-12)
    assert again == bar


@pytest.mark.parametrize("argnums", [1, "b", (1, 0), ("b", "a")])
def test_passed_by_keyword(argnums):
    derivative = tangentish.grad(cost, argnums)
    want = derivative(A, B, C)
    assert derivative(b=B, c=C, a=A) == want
    assert derivative(A, c=C, b=B) == want
    assert derivative(A, b=B) == want  # c by its default


def keyword_only(x, *, rate, **rest):
    return x * rate**2 + rest.get("offset", 0.0) * rate


def test_keyword_only_parameter():
    bar = tangentish.grad(keyword_only, ("rate", "x"))(2.0, rate=3.0, offset=5.0)
    assert bar == pytest.approx((17.0, 9.0))


def test_metadata():
    for derivative in (tangentish.grad(cost), tangentish.value_and_grad(cost)):
        assert derivative.__name__ == "cost" or "cost" in derivative.__name__
        assert derivative.__module__ == cost.__module__
        assert derivative.__wrapped__ is cost
        assert list(inspect.signature(derivative).parameters) == ["a", "b", "c"]
        assert callable(derivative) and "cost" in repr(derivative)
    assert derivative.__doc__


def test_source():
    derivative = tangentish.grad(cost, ("a", "b"))
    before = derivative.source
    special = derivative.source_for(A, B, C)
    for source in (before, special):
        tree = ast.parse(source)
        assert any(isinstance(node, ast.FunctionDef) and "cost" in node.name for node in tree.body)
        assert "test_api.py" in source
    assert tangentish.grad(cost, ("a", "b")).source == before  # deterministic
    derivative(A, B, C)
    assert tangentish.grad(cost, ("a", "b")).source_for(A, B, C) == special
    assert "c_bar" not in special


def test_primal():
    assert tangentish.grad(cost).primal(A, B, C) == cost(A, B, C)


def with_aux(x, y):
    z = x * y
    return np.sum(z**2), {"z": z, "note": "text", "n": 3}


def test_has_aux():
    bar, aux = tangentish.grad(with_aux, has_aux=True)(V3, 2.0)
    np.testing.assert_allclose(bar, 8.0 * V3)
    np.testing.assert_array_equal(aux["z"], V3 * 2.0)
    assert aux["note"] == "text" and aux["n"] == 3
    (value, aux), bars = tangentish.value_and_grad(with_aux, argnums=(0, 1), has_aux=True)(V3, 2.0)
    assert value == pytest.approx(4.0 * V3 @ V3) and aux["n"] == 3
    np.testing.assert_allclose(bars[0], 8.0 * V3)
    assert bars[1] == pytest.approx(4.0 * V3 @ V3)
    ans, pullback, aux = tangentish.vjp(with_aux, V3, 2.0, has_aux=True)
    assert ans == value and aux["note"] == "text"
    np.testing.assert_allclose(pullback(1.0)[0], 8.0 * V3)


def affine(w, x):
    return w @ x + np.sin(x), {"norm": np.sum(w**2)}


def test_vjp_of_structure():
    (y, info), pullback = tangentish.vjp(affine, M33, V3)
    np.testing.assert_allclose(y, M33 @ V3 + np.sin(V3))
    assert info["norm"] == pytest.approx(np.sum(M33**2))
    y_bar = np.array([1.0, -2.0, 0.5])
    results = [pullback((y_bar, {"norm": 0.3})) for _ in range(2)]
    results.append(pullback((2.0 * y_bar, {"norm": 0.6})))
    for w_bar, x_bar in results[:2]:
        np.testing.assert_allclose(w_bar, np.outer(y_bar, V3) + 0.6 * M33)
        np.testing.assert_allclose(x_bar, M33.T @ y_bar + y_bar * np.cos(V3))
    np.testing.assert_allclose(results[2][0], 2.0 * results[0][0])
    np.testing.assert_array_equal(y_bar, [1.0, -2.0, 0.5])


def looped(x, n):
    for i in range(n):
        x = x * np.sin(x)
        x[0] *= x[1]
    return x


def test_pullback_called_twice():
    ans, pullback = tangentish.vjp(looped, V3, 3)
    kept = ans.copy()
    seed = np.ones(3)
    first = pullback(seed)
    first[0][:] = 7.0  # what is returned belongs to the caller
    ans[:] = 0.0
    second = pullback(seed)
    assert isinstance(second, tuple) and len(second) == 2
    np.testing.assert_array_equal(seed, np.ones(3))
    np.testing.assert_allclose(second[0], tangentish.grad(lambda x: np.sum(looped(x, 3)))(V3))
    np.testing.assert_array_equal(kept, looped(V3.copy(), 3))


def only_writes(u, v, h):
    u += h * v**2
    v *= u


def test_vjp_of_function_that_returns_nothing():
    u, v = V3.copy(), V3[::-1].copy()
    (u_new, v_new), pullback = tangentish.vjp(only_writes, u, v, 0.5)
    np.testing.assert_array_equal(u, V3)
    np.testing.assert_allclose(u_new, V3 + 0.5 * v**2)
    np.testing.assert_allclose(v_new, v * u_new)
    u_bar, v_bar, h_bar = pullback((np.ones(3), np.full(3, 2.0)))
    seed = 1.0 + 2.0 * v
    np.testing.assert_allclose(u_bar, seed)
    np.testing.assert_allclose(v_bar, seed * v + 2.0 * u_new)
    assert h_bar == pytest.approx(np.sum(seed * v**2))


def stopped(x, y):
    return x * tangentish.stop_gradient(x * y) + tangentish.stop_gradient(y) ** 2


def test_stop_gradient():
    assert tangentish.grad(stopped, (0, 1))(2.0, 3.0) == pytest.approx((6.0, 0.0))
    assert tangentish.stop_gradient(2.0) == 2.0
    np.testing.assert_array_equal(tangentish.stop_gradient(V3), V3)


def mixed(x, k):
    y = np.exp(0.5 * x) * k
    y[0] += 1.0
    return np.mean(y) + y.sum() / 3


def test_dtypes_and_shapes_are_kept():
    x = V4.astype(np.float32)
    bar = tangentish.grad(mixed)(x, 3)
    assert bar.dtype == np.float32 and bar.shape == (4,)
    for value in (V4, V4.astype(np.longdouble), V4.astype(np.float16)):
        assert tangentish.grad(mixed)(value, 1.5).dtype == value.dtype
    scalar_bar = tangentish.grad(mixed, "k")(x, np.float32(1.5))
    assert np.asarray(scalar_bar).dtype == np.float32 and np.shape(scalar_bar) == ()
    both = tangentish.grad(mixed, ("x", "k"))(x, 1.5)
    assert both[0].dtype == np.float32 and np.asarray(both[1]).dtype == np.float64
    assert np.shape(tangentish.grad(cost)(np.array(A), B)) == ()
    assert tangentish.grad(cost)(A, B) == pytest.approx(WANT["a"])
    zero = tangentish.grad(lambda x, y: y * 2.0)(x, 1.5)
    assert zero.dtype == np.float32 and not zero.any() and zero.shape == (4,)


@pytest.mark.parametrize("fun, z, want", [  # the values that jax.grad gives
    (lambda z: np.abs(z) ** 2, 3.0 + 4.0j, 6.0 - 8.0j),
    (lambda z: np.real(z * z), 3.0 + 4.0j, 6.0 + 8.0j),
    (lambda z: np.imag(z * z), 3.0 + 4.0j, 8.0 - 6.0j),
    (lambda z: np.real(np.conj(z) * z * 2.0), 1.0 - 2.0j, 4.0 + 8.0j),
    (lambda z: np.abs(z), 3.0 + 4.0j, 0.6 - 0.8j),
    (lambda z: np.real(np.exp(1j * z)), 0.0 + 0.0j, 0.0 + 1.0j),
])
def test_complex_as_jax(fun, z, want):
    bar = tangentish.grad(fun)(z)
    assert bar == pytest.approx(want, rel=1e-12, abs=1e-15)
    array_bar = tangentish.grad(lambda v: np.sum(fun(v)))(np.array([z, z]))
    np.testing.assert_allclose(array_bar, [want, want], atol=1e-15)
    assert array_bar.dtype == np.complex128


def test_real_argument_through_complex():
    spectrum = lambda x: np.sum(np.abs(np.fft.fft(x * (1.0 + 2.0j))) ** 2)
    bar = tangentish.grad(spectrum)(V4)
    assert bar.dtype == np.float64
    np.testing.assert_allclose(bar, 2.0 * 5.0 * 4.0 * V4)


def test_containers():
    params = {"layers": [(M33, V3), (M33.T, V3 * 2.0)], "scale": 0.5, "name": None}

    def loss(params, x):
        for w, b in params["layers"]:
            x = w @ x + b
        return params["scale"] * np.sum(x)

    bar = tangentish.grad(loss)(params, V3)
    assert list(bar) == ["layers", "scale", "name"] and bar["name"] is None
    assert isinstance(bar["layers"], list) and isinstance(bar["layers"][0], tuple)
    np.testing.assert_allclose(bar["layers"][1][1], np.full(3, 0.5))
    assert bar["scale"] == pytest.approx(loss({**params, "scale": 1.0}, V3))
    assert_same(params["layers"][0][0], M33)


def test_derivative_of_derivative():
    second = tangentish.grad(tangentish.grad(cost, "b"), "b")(A, B, C)
    assert second == pytest.approx(6.0 * C * B)
    hessian_row = tangentish.grad(lambda a, b: tangentish.grad(cost)(a, b), (0, 1))(A, B)
    assert hessian_row == pytest.approx((2.0 * B, 2.0 * A))


def test_defaults_by_their_names() -> None:
    def scaled(x, y=2.0):
        return x**2 * y

    def with_more(x, y=2.0):
        return x**2 * y, x

    held = functools.partial(scaled, y=1.0)
    assert tangentish.grad(held, "y")(3.0) == tangentish.grad(held, "y")(3.0, y=5.0) == 9.0
    assert tangentish.value_and_grad(held, ("x", "y"))(3.0) == (9.0, (6.0, 9.0))
    assert tangentish.grad(with_more, "y", has_aux=True)(3.0) == (9.0, 3.0)

    def keyword_alone(x, *, y):
        return x * y, x

    with pytest.raises(tangentish.ArgumentError, match="y"):
        tangentish.grad(keyword_alone, "y", has_aux=True)(1.0)
