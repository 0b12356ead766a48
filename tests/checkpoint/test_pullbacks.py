"""`vjp` and `jacrev` of programs whose loops keep a few snapshots: the same numbers, bit by bit, in less memory."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

import tangentish
from tangentish import grad, jacrev, vjp

U = np.arange(6.0) ** 2 / 10.0


def march(u, a, n):
    for k in range(n):
        u[1:-1] += a * np.sin(u[2:] - 2.0 * u[1:-1] + u[:-2])
    return u * u


def product(u, n):
    s = u
    for k in range(n):
        for j in range(2):
            s = np.sin(s) * u + j
    return s, np.sum(s)


class Rod:
    def __init__(self, a):
        self.a = a

    def march(self, u, n):
        return march_with(self.a, u, n)

    def warmed(self, u, n):
        for k in range(n):
            u = u + self.a * np.cos(u)
        return u


def march_with(a, u, n):
    for k in range(n):
        u = u + a * np.cos(u)
    return u


@pytest.mark.parametrize(("fun", "args"), [(march, (U, 0.1, 50)), (Rod(0.1).warmed, (U, 50)), (Rod(0.2).march, (U, 20))])
@pytest.mark.parametrize("snapshots", [1, 4, 100])
def test_the_same_bit_by_bit(fun, args, snapshots) -> None:
    ans, pullback = vjp(fun, *args)
    other, short = vjp(fun, *args, checkpoint=snapshots)
    np.testing.assert_array_equal(ans, other)
    weights = np.arange(6.0)
    for _ in range(2):  # a pullback may be called again
        for one, two in zip(pullback(weights), short(weights), strict=True):
            assert (one is None and two is None) or np.array_equal(one, two)


def test_several_results_and_auxiliary_ones() -> None:
    cotangent = (np.ones(6), 2.0)
    (u_bar, _), (want, _) = vjp(product, U, 9, checkpoint=3)[1](cotangent), vjp(product, U, 9)[1](cotangent)
    np.testing.assert_array_equal(u_bar, want)
    _, pullback, aux = vjp(product, U, 9, has_aux=True, checkpoint=3)
    np.testing.assert_allclose(aux, np.sum(product(U, 9)[0]))
    np.testing.assert_array_equal(pullback(np.ones(6))[0], vjp(product, U, 9)[1]((np.ones(6), 0.0))[0])


def test_memory() -> None:
    u = np.random.default_rng(0).normal(size=500)
    peaks = []
    for snapshots in (None, 10):
        vjp(march, u, 0.1, 20, checkpoint=snapshots)[1](u)
        tracemalloc.start()
        vjp(march, u, 0.1, 2000, checkpoint=snapshots)[1](u)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] * 20 < peaks[0]


def test_jacobians() -> None:
    np.testing.assert_array_equal(jacrev(march, checkpoint=3)(U, 0.1, 20), jacrev(march)(U, 0.1, 20))
    assert np.isfinite(grad(lambda u: np.sum(jacrev(march, checkpoint=3)(u, 0.1, 3)))(U)).all()


def test_what_is_refused() -> None:
    with pytest.raises(tangentish.ArgumentError, match="Python function"):
        vjp(np.sin, U, checkpoint=3)
    with pytest.raises(tangentish.ArgumentError, match="at least 1"):
        vjp(march, U, 0.1, 3, checkpoint=0)

    def left(u):
        for k in range(5):
            if k == 3:
                break
            u = u * u
        return u

    with pytest.raises(tangentish.UnsupportedError, match="break"):
        vjp(left, U, checkpoint=3)
