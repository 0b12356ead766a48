"""`cotangent`: the user's lines in the reverse sweep, with the adjoint and the values of that point."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tangentish
from tangentish import cotangent
from tangentish.testing import variant_grad
from tests.oracle import check_gradient

X = np.array([0.3, -1.2, 2.0])
W = np.array([1.5, 0.2, -0.7])
VARIANTS: tuple[dict[str, bool], ...] = ({}, {"optimise": False}, {"kinds": False})
LOG: list[Any] = []


def gradients(fun: Any, *args: Any, argnums: Any = 0) -> list[Any]:
    """The gradient in all its variants, and what each left in the log."""
    found = []
    for variant in VARIANTS:
        LOG.clear()
        found.append((variant_grad(fun, argnums, **variant)(*args), list(LOG)))
    return found


def test_adjoint_is_that_of_what_follows() -> None:
    def after(y: Any) -> Any:
        return np.sum(np.sin(y) * W)

    def loss(x: Any) -> Any:
        y = x ** 2
        with cotangent(y) as y_bar:
            LOG.append(y_bar)
            LOG.append(y + 0.0)
        y *= 1.0
        return np.sum(np.sin(y) * W)

    for x_bar, (y_bar, y) in gradients(loss, X):
        np.testing.assert_allclose(x_bar, check_gradient(lambda x: after(x ** 2), X))
        np.testing.assert_allclose(y_bar, check_gradient(after, X ** 2))
        np.testing.assert_array_equal(y, X ** 2)


def test_changed_by_assignment_and_in_place() -> None:
    def assigned(x: Any) -> Any:
        y = np.exp(x)
        with tangentish.cotangent(y) as y_bar:
            y_bar = np.clip(y_bar, -1.0, 1.0)
        return np.sum(y * y * W)

    def in_place(x: Any) -> Any:
        y = np.exp(x)
        with tangentish.cotangent(y) as y_bar:
            np.clip(y_bar, -1.0, 1.0, out=y_bar)
        return np.sum(y * y * W)

    def by_items(x: Any) -> Any:
        y = np.exp(x)
        with tangentish.cotangent(y) as y_bar:
            for k in range(len(y_bar)):
                if abs(y_bar[k]) > 1.0:
                    y_bar[k] = 1.0 if y_bar[k] > 0.0 else -1.0
        return np.sum(y * y * W)

    def by_another_name(x: Any) -> Any:
        y = np.exp(x)
        with tangentish.cotangent(y) as y_bar:
            other = y_bar
            other[other > 1.0] = 1.0
            other[other < -1.0] = -1.0
        return np.sum(y * y * W)

    for function in (assigned, in_place, by_items, by_another_name):
        for x_bar, _ in gradients(function, X):
            np.testing.assert_allclose(x_bar, np.clip(2.0 * np.exp(X) * W, -1.0, 1.0) * np.exp(X))


def test_other_uses_are_not_changed() -> None:
    """The body has a copy: it changes the adjoint of this variable and nothing else."""
    def loss(x: Any) -> Any:
        y = x * 2.0
        z = y + x
        with cotangent(z) as z_bar:
            LOG.append(z_bar)
            z_bar *= 0.0
        return np.sum((z + x) * W)

    for x_bar, (z_bar,) in gradients(loss, X):
        np.testing.assert_allclose(x_bar, W)
        np.testing.assert_array_equal(z_bar, 0.0 * W)


def test_numbers() -> None:
    def loss(a: Any) -> Any:
        b = a * a
        with cotangent(b) as b_bar:
            LOG.append(b_bar)
            b_bar = min(b_bar, 2.0)
        return b ** 3

    for a_bar, (b_bar,) in gradients(loss, 1.5):
        assert a_bar == pytest.approx(2.0 * 3.0)
        assert b_bar == pytest.approx(3.0 * 1.5 ** 4)


def test_argument_and_result() -> None:
    def loss(x: Any) -> Any:
        with cotangent(x) as x_bar:
            x_bar = x_bar + 1.0
        y = np.sum(x * W)
        with cotangent(y) as y_bar:
            y_bar *= 3.0
        return y

    for x_bar, _ in gradients(loss, X):
        np.testing.assert_allclose(x_bar, 3.0 * W + 1.0)


def test_in_loops_with_the_values_of_each_iteration() -> None:
    def loss(x: Any, n: int) -> Any:
        total = 0.0
        for k in range(n):
            x = x * 1.5
            size = np.sum(x)
            with cotangent(x) as x_bar:
                LOG.append((k, float(size), x.copy()))
                if k == 1:
                    x_bar *= 0.5
            total += np.sum(x ** 2)
            size = None
        return total

    want = np.zeros(3)
    for k in reversed(range(3)):
        want = want + 2.0 * 1.5 ** (k + 1) * X
        want = 1.5 * want * (0.5 if k == 1 else 1.0)
    for x_bar, log in gradients(loss, X, 3):
        np.testing.assert_allclose(x_bar, want)
        assert [k for k, _, _ in log] == [2, 1, 0]
        for k, size, x in log:
            assert size == pytest.approx(np.sum(X) * 1.5 ** (k + 1))
            np.testing.assert_allclose(x, X * 1.5 ** (k + 1))


def test_while_with_exits() -> None:
    def loss(x: Any) -> Any:
        k = 0
        while True:
            x = np.sin(x) + x
            with cotangent(x):
                LOG.append(k)
            k += 1
            if k > 2:
                break
            if k == 2:
                continue
            x = x * 2.0
        return np.sum(x * W)

    for x_bar, log in gradients(loss, X):
        assert log == [2, 1, 0]
        plain = loss  # with nothing changed, the derivative is that of the function
        np.testing.assert_allclose(x_bar, check_gradient(plain, X))
    LOG.clear()


def test_in_branches() -> None:
    def loss(x: Any, flag: bool) -> Any:
        y = x * 2.0
        if flag:
            with cotangent(y) as y_bar:
                y_bar = -y_bar
        else:
            y = y * 3.0
            with cotangent(y) as y_bar:
                y_bar = 10.0 * y_bar
        return np.sum(y * W)

    for flag, want in ((True, -2.0 * W), (False, 60.0 * W)):
        for x_bar, _ in gradients(loss, X, flag):
            np.testing.assert_allclose(x_bar, want)


def test_array_written_by_elements() -> None:
    def loss(x: Any) -> Any:
        y = np.zeros(3)
        for k in range(3):
            y[k] = x[k] ** 2
            with cotangent(y) as y_bar:
                LOG.append(y.copy())
                y_bar[0] = 7.0
        return np.sum(y * W)

    for x_bar, log in gradients(loss, X):
        np.testing.assert_allclose(x_bar, 2.0 * X * np.array([7.0, W[1], W[2]]))
        for k, y in enumerate(reversed(log)):  # the content of that point
            np.testing.assert_allclose(y, np.where(np.arange(3) <= k, X ** 2, 0.0))


def test_shared_memory_is_in_the_table() -> None:
    def loss(x: Any) -> Any:
        y = x * 2.0
        row = y[1:]
        items = [y, row]
        row *= 3.0
        with cotangent(y) as y_bar:
            LOG.append(y_bar)
            y_bar[1] = 0.5
        return np.sum(items[0] * W) + np.sum(row)

    for x_bar, (y_bar,) in gradients(loss, X):
        np.testing.assert_allclose(y_bar, [W[0], 0.5, W[2] + 1.0])
        np.testing.assert_allclose(x_bar, [2.0 * W[0], 6.0 * 0.5, 6.0 * (W[2] + 1.0)])


def test_in_callees_and_methods() -> None:
    def loss(x: Any) -> Any:
        return np.sum(halved(x * 2.0) * W) + np.sum(Layer(3.0)(x))

    for x_bar, _ in gradients(loss, X):
        np.testing.assert_allclose(x_bar, 2.0 * 0.5 * W + 30.0)


def halved(y: Any) -> Any:
    with cotangent(y) as y_bar:
        y_bar = 0.5 * y_bar
    return y * 1.0


class Layer:
    def __init__(self, w: float) -> None:
        self.w = w

    def __call__(self, x: Any) -> Any:
        y = self.w * x
        with tangentish.cotangent(y) as y_bar:
            y_bar *= 10.0
        return y


def test_in_functions_inside() -> None:
    def loss(x: Any) -> Any:
        def inner(y: Any) -> Any:
            z = y * x
            with cotangent(z) as z_bar:
                z_bar = 2.0 * z_bar
            return z
        return np.sum(inner(W))

    for x_bar, _ in gradients(loss, X):
        np.testing.assert_allclose(x_bar, 2.0 * W)


def test_several_adjoints() -> None:
    def loss(x: Any, y: Any) -> Any:
        with cotangent(x) as x_bar, cotangent(y) as y_bar:
            norm = np.sqrt(np.sum(x_bar ** 2) + np.sum(y_bar ** 2))
            x_bar = x_bar / norm
            y_bar = y_bar / norm
        return np.sum(x * y)

    norm = np.sqrt(np.sum(X ** 2) + np.sum(W ** 2))
    for (x_bar, y_bar), _ in gradients(loss, X, W, argnums=(0, 1)):
        np.testing.assert_allclose(x_bar, W / norm)
        np.testing.assert_allclose(y_bar, X / norm)


def test_zero_and_inactive() -> None:
    def unused(x: Any) -> Any:
        y = x * 2.0
        with cotangent(y) as y_bar:
            y_bar = y_bar + 1.0
        return np.sum(x * W)

    for x_bar, _ in gradients(unused, X):
        np.testing.assert_allclose(x_bar, W + 2.0)

    def inactive(x: Any, w: Any) -> Any:
        with cotangent(w) as w_bar:
            LOG.append(w_bar)
        return np.sum(x * w)

    for x_bar, log in gradients(inactive, X, W):
        np.testing.assert_allclose(x_bar, W)
        assert not log


def test_number_for_an_array() -> None:
    def loss(x: Any) -> Any:
        y = x * 2.0
        with cotangent(y) as y_bar:
            y_bar = 4.0  # noqa: F841  # the reverse sweep reads it
        return np.sum(y * W)

    for x_bar, _ in gradients(loss, X):
        np.testing.assert_allclose(x_bar, [8.0, 8.0, 8.0])
    x_bar = tangentish.grad(loss)(X.astype(np.float32))
    assert x_bar.dtype == np.float32


def test_where_it_does_not_run() -> None:
    def loss(x: Any) -> Any:
        y = x * 2.0
        with cotangent(y) as y_bar:
            LOG.append(y_bar)
        return np.sum(y * W)

    LOG.clear()
    _, ans_dot = tangentish.jvp(loss, (X,), (W,))
    assert ans_dot == pytest.approx(2.0 * W @ W)
    assert not LOG
    assert loss(X) == pytest.approx(2.0 * X @ W)  # Python runs the body, with zeros
    np.testing.assert_array_equal(LOG, [np.zeros(3)])
    LOG.clear()
    value, _ = tangentish.value_and_grad(loss)(X)
    assert value == pytest.approx(2.0 * X @ W)
    np.testing.assert_allclose(LOG, [W])
    _, pullback = tangentish.vjp(loss, X)
    LOG.clear()
    pullback(2.0)
    np.testing.assert_allclose(LOG, [2.0 * W])


def test_lines_are_shown_where_they_run() -> None:
    def loss(x: Any) -> Any:
        y = np.sin(x)
        with cotangent(y) as y_bar:
            y_bar = np.clip(y_bar, -1.0, 1.0)
        return np.sum(y ** 2)

    text = tangentish.grad(loss).source_for(X)
    first, second = text.split("# reverse sweep")
    assert "y_bar" not in first
    lines = [line.strip() for line in second.splitlines()]
    place = lines.index("y_bar = np.clip(y_bar, -1.0, 1.0)")
    assert any("with cotangent(y) as y_bar:" in line for line in lines[:place])
    assert any("y = np.sin(x)" in line for line in lines[place:])


def test_second_order() -> None:
    def loss(x: Any) -> Any:
        y = x ** 3
        with cotangent(y) as y_bar:
            y_bar = np.minimum(y_bar, 1.0)
        return np.sum(y ** 2)

    found = tangentish.jvp(tangentish.grad(loss), (X,), (np.ones(3),))[1]
    np.testing.assert_allclose(found, np.where(2.0 * X ** 3 < 1.0, 30.0 * X ** 4, 6.0 * X))


def test_hooks() -> None:
    def loss(x: Any) -> Any:
        y = tangentish.cotangent_hook(x * 2.0, lambda y_bar: np.clip(y_bar, -1.0, 1.0))
        z = tangentish.cotangent_hook(y, LOG.append)
        return np.sum(z * W)

    for x_bar, (z_bar,) in gradients(loss, X):
        np.testing.assert_allclose(z_bar, W)
        np.testing.assert_allclose(x_bar, 2.0 * np.clip(W, -1.0, 1.0))
    LOG.clear()
    assert loss(X) == pytest.approx(2.0 * X @ W)
    assert tangentish.jvp(loss, (X,), (X,))[1] == pytest.approx(2.0 * X @ W)
    assert not LOG
    assert tangentish.grad(lambda a: tangentish.cotangent_hook(a * 3.0, np.sign))(2.0) == 3.0
