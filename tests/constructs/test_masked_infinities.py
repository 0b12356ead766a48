"""What a mask leaves out may be infinite or nan: it counts for nothing, in both modes."""

import numpy as np
import pytest

import tangentish
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


def positive_no_more(x):
    e = np.exp(x)
    e[1] = 0.0
    y = x / e
    y[1] = x[0]
    return np.sum(y**2)


def part_of_what_is_positive_no_more(x):
    e = 1.0 + x**2
    row = e[1:2]
    row[:] = 0.0
    return np.sum((x / e)[D > 0])


def decay(a, width):
    return np.exp(-a / width)


def beside_a_number_of_its_own(x, width=0.5):
    law = decay if len(x) > 1 else 0
    return law(np.array([x[0], np.inf]), width).sum()


def read_where_positive(x):
    y = x**2 * np.log(D)
    return np.sum(y[D > 0] ** 2)


def named_mask(x):
    good = D > 0
    w = x / D + x * np.log(D)
    return np.sum(w[good] * x[good])


def replaced(x):
    return np.sum(np.nan_to_num(x * np.where(D > 0, D, np.nan)) ** 2) + np.nansum(x * np.where(D > 0, 1.0, np.nan))


def all_overwritten(x):
    z = x * np.nan
    z[:] = 2 * x
    return np.sum(z)


def one_by_one_overwritten(x):
    z = np.empty(3)
    for i in range(3):
        z[i] = x[i] * np.inf
    z[:] = x**2
    return np.sum(z)


def some_read(x):
    z = x / D
    return z[0] ** 2 + np.sum(z[::2])


def one_overwritten(x):
    z = x / D
    z[1] = x[0] ** 2
    return np.sum(z)


def stored_then_read(x):
    z = np.empty(3)
    z[:] = x / D
    return z[0] * z[2]


def taken(x):
    return np.sum(np.take(x / D, [0, 2])) ** 2


def computed_factor(x):
    w = 1 / D
    z = x * w
    return z[0] ** 2


def powers(x):
    z = (x - 0.6) ** -1.5 * np.array([0.0, 0.0, 1.0])
    z[:2] = x[:2]
    return np.sum(z)


def stacked(x):
    return np.sum(np.stack([x / D, x])[1] ** 2)


def read_in_a_branch(x):
    a = x / D
    if x[0] > 100:
        return np.sum(a)
    return np.sum(x**2)


def read_by_a_helper(x):
    return ends(x / D)


def divided_by_a_helper(x):
    return ends(divided(x))


def overwritten_by_a_helper(x):
    return np.sum(finite(x * (1 / D)))


def weighted_for_a_helper(x):
    return np.sum(finite(x * WEIGHTS) ** 2)


def finite_items(x):
    return sum(v**2 for v in x / D if np.isfinite(v))


def ends(z):
    return z[0] * z[2] + np.sum(z[::2])


def divided(x):
    return x / D


def finite(z):
    z[~np.isfinite(z)] = 0.0
    return z


WEIGHTS = np.array([1.0, np.inf, 2.0])
PLAIN = [all_overwritten, one_by_one_overwritten, some_read, one_overwritten, stored_then_read, taken, computed_factor, powers,
         stacked, read_in_a_branch, read_by_a_helper, divided_by_a_helper, overwritten_by_a_helper, weighted_for_a_helper,
         finite_items]


def test_no_mask_without_need():
    """Denominators that are never zero are divided by as by hand."""

    def softmax(x):
        e = np.exp(x)
        p = e / np.sum(e)
        return p[0] + (x / (1.0 + x**2))[1]

    derivative = tangentish.grad(softmax)
    derivative(X)
    assert "quotient" not in derivative.source


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("variant", [{}, {"kinds": False}, {"optimise": False}], ids=["plain", "unknown", "unoptimised"])
@pytest.mark.parametrize("fun", [overwritten, divided_in_place, part_in_place, read_where_positive, positive_no_more,
                                 part_of_what_is_positive_no_more, named_mask, replaced, *PLAIN])
def test_masked_infinities(fun, variant):
    h = 1e-6
    want = np.array([(fun(X + h * unit) - fun(X - h * unit)) / (2 * h) for unit in np.eye(3)])
    np.testing.assert_allclose(variant_grad(fun, (0,), **variant)(X)[0], want, rtol=1e-6, atol=1e-8)
    direction = np.array([0.3, -0.5, 0.8])
    np.testing.assert_allclose(variant_jvp(fun, **variant)((X,), (direction,))[1], want @ direction, rtol=1e-6)


def test_beside_a_number_of_its_own():
    """A parameter that is a number takes no part, whatever it is passed to."""
    slope = -2.0 * np.exp(-1.0)
    np.testing.assert_allclose(tangentish.grad(beside_a_number_of_its_own)(X), [slope, 0.0, 0.0])
    np.testing.assert_allclose(tangentish.jvp(beside_a_number_of_its_own, (X,), (np.ones(3),))[1], slope)


def through_keywords(x):
    options = {"width": 2.0}
    return decay(np.array([x[0], np.inf]), **options).sum() + decay(np.array([x[0], np.inf]), width=2.0).sum()


def decay_by_default(v, width=2.0):
    return np.exp(-v / width)


def chosen_when_it_runs(x):
    laws = [decay_by_default, decay]
    total = laws[0](x[0], 2.0) + laws[0](np.inf, 2.0)
    return total + laws[0](x[0], width=2.0) + laws[0](np.inf, width=2.0)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("fun", [through_keywords, chosen_when_it_runs])
def test_constant_numbers_that_are_passed_on(fun):
    slope = 2.0 * (decay(0.5 + 1e-6, 2.0) - decay(0.5 - 1e-6, 2.0)) / 2e-6
    np.testing.assert_allclose(tangentish.jacfwd(fun)(X), [slope, 0.0, 0.0], rtol=1e-6)
    np.testing.assert_allclose(tangentish.grad(fun)(X), [slope, 0.0, 0.0], rtol=1e-6)
