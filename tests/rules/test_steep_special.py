"""Special functions that are infinitely steep at some points: what is left out, or does not change, there counts for nothing."""

from __future__ import annotations

import numpy as np
import pytest

import tangentish

special = pytest.importorskip("scipy.special")

MASK, X = np.array([False, True, True]), np.array([0.0, 0.5, 0.3])
FUNCTIONS = {
    "expn": lambda x: special.expn(2, x), "expn of order 1": lambda x: special.expn(1, x), "spence": special.spence,
    "ci": lambda x: special.sici(x)[1], "si": lambda x: special.sici(x)[0], "chi": lambda x: special.shichi(x)[1],
    "shi": lambda x: special.shichi(x)[0], "gammainc": lambda x: special.gammainc(0.4, x),
    "gammaincc": lambda x: special.gammaincc(0.4, x), "betainc": lambda x: special.betainc(0.4, 0.3, x),
    "betaincc": lambda x: special.betaincc(0.4, 0.3, x),
}


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # of the function itself, at the pole
@pytest.mark.parametrize("name", FUNCTIONS)
def test_left_out(name):
    function, step = FUNCTIONS[name], 1e-6 * MASK

    def fun(x):
        return np.sum(np.where(MASK, function(x), 0.0) * X)

    want = (fun(X + step) - fun(X - step)) / 2e-6
    found = tangentish.grad(fun)(X)
    assert found[0] == 0.0
    np.testing.assert_allclose(np.sum(found), want, rtol=1e-6)
    np.testing.assert_allclose(tangentish.jvp(fun, (X,), (1.0 * MASK,))[1], want, rtol=1e-6)


@pytest.mark.parametrize("name", ["gammainc", "gammaincc", "betainc", "betaincc"])
def test_constants_where_it_is_steep(name):
    def fun(m):
        ends = np.array([0.0, 1.0])

        def inner(x):
            return FUNCTIONS[name](x)

        return inner(m) - np.sum(inner(ends))

    want = (fun(0.4 + 1e-6) - fun(0.4 - 1e-6)) / 2e-6
    np.testing.assert_allclose([tangentish.grad(fun)(0.4), tangentish.jvp(fun, (0.4,), (1.0,))[1]], [want, want], rtol=1e-6)


def test_shi_at_zero():
    """sinh(x) / x is 1 there."""
    def fun(x):
        return special.shichi(x)[0]

    assert tangentish.grad(fun)(0.0) == 1.0
    assert tangentish.jvp(fun, (0.0,), (2.0,))[1] == 2.0
