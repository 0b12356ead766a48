"""What a mask leaves out may be infinite or nan: it counts for nothing, in both modes."""

import numpy as np
import pytest

from tangentish.testing import variant_grad, variant_jvp

X = np.array([0.5, 0.6, 0.7])
D = np.array([1.0, 0.0, 2.0])


def overwritten(x):
    y = x * (1 / D)
    y[D == 0] = 0.0
    return np.sum(y**2)


def divided_in_place(x):
    y = x.copy()
    y /= D
    y *= np.exp(1 / D)
    y[~np.isfinite(y)] = x[0]
    return np.sum(y**2)


def part_in_place(x):
    y = np.stack([x, x**2])
    y[0] /= D
    y[1] *= np.log(D)
    bad = ~np.isfinite(y) | (y > 1e9)
    y[bad] = 1.0
    return np.sum(y**3)


def read_where_positive(x):
    y = x**2 * np.log(D)
    return np.sum(y[D > 0] ** 2)


def named_mask(x):
    good = D > 0
    w = x / D + x * np.log(D)
    return np.sum(w[good] * x[good])


def replaced(x):
    return np.sum(np.nan_to_num(x * np.where(D > 0, D, np.nan)) ** 2) + np.nansum(x * np.where(D > 0, 1.0, np.nan))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("variant", [{}, {"kinds": False}, {"optimise": False}], ids=["plain", "unknown", "unoptimised"])
@pytest.mark.parametrize("fun", [overwritten, divided_in_place, part_in_place, read_where_positive, named_mask, replaced])
def test_masked_infinities(fun, variant):
    h = 1e-6
    want = np.array([(fun(X + h * unit) - fun(X - h * unit)) / (2 * h) for unit in np.eye(3)])
    np.testing.assert_allclose(variant_grad(fun, (0,), **variant)(X)[0], want, rtol=1e-6, atol=1e-8)
    direction = np.array([0.3, -0.5, 0.8])
    np.testing.assert_allclose(variant_jvp(fun, **variant)((X,), (direction,))[1], want @ direction, rtol=1e-6)
