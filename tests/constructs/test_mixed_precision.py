"""Products of vectors with fewer and with more digits: the cotangent of each has the digits that it has itself."""

import numpy as np
import pytest

import tangentish
from tangentish.testing import variant_grad

W = np.linspace(0.1, 0.9, 5)
SINGLE = np.linspace(0.3, 1.7, 5).astype(np.float32)
DOUBLE = SINGLE.astype(float)


def sums(x):
    return [lambda w: 0.1 * (x @ np.sin(w)), lambda w: 0.1 * np.dot(np.sin(w), x), lambda w: 0.1 * np.vdot(x, np.sin(w)),
            lambda w: 0.1 * x.dot(np.sin(w)), lambda w: np.dot(0.1 * (x @ w) * w, x), lambda w: 1e3 * np.inner(x, w**2)]


@pytest.mark.parametrize("optimise", [True, False])
@pytest.mark.parametrize(("mixed", "double"), list(zip(sums(SINGLE), sums(DOUBLE), strict=True)))
def test_digits(mixed, double, optimise):
    found = variant_grad(mixed, (0,), optimise=optimise)(W)[0]
    assert found.dtype == np.float64
    np.testing.assert_allclose(found, tangentish.grad(double)(W), rtol=1e-14)


def test_single_stays_single():
    for fun in sums(SINGLE):
        assert tangentish.grad(fun)(W.astype(np.float32)).dtype == np.float32
