"""Data with nan in it: what functions leave out counts for nothing, in both modes, whatever it was computed with."""

import numpy as np
import pytest

from tangentish.testing import variant_grad, variant_jvp

DATA = np.array([[1.0, np.nan, 3.0, 2.0], [0.5, 0.7, 1.9, 0.2]])
GOOD = ~np.isnan(DATA)


def less(d, m):
    """What is on its way to the functions below; the shift `m` is read for each entry, those of nan too."""
    shifted = d - m
    return shifted if shifted.size else d


def nanmean(d, m):
    return np.sum(np.nanmean(less(d, m) ** 2))


def nanvar(d, m):
    return np.sum(np.nanvar(less(d, m) ** 2))


def nanstd(d, m):
    return np.sum(np.nanstd(less(d, m) ** 2))


def nanmedian(d, m):
    return np.sum(np.nanmedian(less(d, m) ** 2))


def nanmax(d, m):
    return np.sum(np.nanmax(less(d, m) ** 2))


def nanmin(d, m):
    return np.sum(np.nanmin(less(d, m) ** 2))


def nanprod(d, m):
    return np.sum(np.nanprod(less(d, m) ** 2))


def nancumsum(d, m):
    return np.sum(np.nancumsum(less(d, m) ** 2))


def nancumprod(d, m):
    return np.sum(np.nancumprod(less(d, m) ** 2))


def nansum_of_rows(d, m):
    return np.sum(np.nansum(less(d, m) ** 2, axis=1))


def nanvar_of_rows(d, m):
    return np.sum(np.nanvar(less(d, m) ** 2, axis=1))


def nanstd_of_rows(d, m):
    return np.sum(np.nanstd(less(d, m) ** 2, axis=1))


def nanprod_of_rows(d, m):
    return np.sum(np.nanprod(less(d, m) ** 2, axis=1))


def sum_where(d, m):
    return np.sum(np.sum(less(d, m) ** 2, axis=1, where=GOOD))


def mean_where(d, m):
    return np.sum(np.mean(less(d, m) ** 2, axis=1, where=GOOD))


def var_where(d, m):
    return np.sum(np.var(less(d, m) ** 2, axis=1, where=GOOD))


def std_where(d, m):
    return np.sum(np.std(less(d, m) ** 2, axis=1, where=GOOD))


def prod_where(d, m):
    return np.sum(np.prod(less(d, m) ** 2, axis=1, where=GOOD))


def nansum(d, m):
    return np.nansum((d - m) ** 2)


def nanvar_of_a_product(d, m):
    a = less(d, m)
    return np.nanvar(a * a) + np.nanmean(a * a, axis=1)[0]


def percentiles(d, m):
    return np.sum(np.nanpercentile(less(d, m) ** 2, 30.0, axis=1)) + np.nanquantile(less(d, m) ** 2, 0.3)


def a_method_where(d, m):
    return (less(d, m) ** 2).sum(where=GOOD)


def compressed(d, m):
    return np.sum(np.compress(GOOD[0], less(d, m) ** 2, axis=1)) + np.sum(np.extract(GOOD, less(d, m) ** 2))


def by_places(d, m):
    return np.sum((less(d, m) ** 2)[np.nonzero(GOOD)]) + np.sum((less(d, m) ** 2).ravel()[np.flatnonzero(GOOD)])


def larger(d, m):
    return np.sum(np.fmax(less(d, m) ** 2, 0.1)) + np.sum(np.fmin(less(d, m) ** 2, 0.1))


def asked_about(d, m, library=np):
    a = less(d, m)
    largest = library.max(library.abs(a), axis=0, keepdims=True) / library.abs(library.mean(a))
    if library.any(largest > 1e9):
        raise ValueError("too large")
    return library.sum(library.where(library.isnan(a), 0.0, a * a))


CASES = [
    nansum, nanvar_of_a_product, percentiles, a_method_where, compressed, by_places, larger, asked_about,
    nanmean, nanvar, nanstd, nanmedian, nanmax, nanmin, nanprod, nancumsum, nancumprod, nansum_of_rows,
    nanvar_of_rows, nanstd_of_rows, nanprod_of_rows, sum_where, mean_where, var_where, std_where, prod_where,
]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("variant", [{}, {"kinds": False}, {"optimise": False}], ids=["plain", "unknown", "unoptimised"])
@pytest.mark.parametrize("fun", CASES)
def test_masked_data(fun, variant):
    m, h = 1.23, 1e-6
    want = (fun(DATA, m + h) - fun(DATA, m - h)) / (2 * h)
    np.testing.assert_allclose(variant_grad(fun, (1,), **variant)(DATA, m)[0], want, rtol=1e-6)
    np.testing.assert_allclose(variant_jvp(lambda m: fun(DATA, m), **variant)((m,), (1.0,))[1], want, rtol=1e-6)
    got = variant_grad(fun, (0, 1), **variant)(DATA, m)
    np.testing.assert_allclose(got[1], want, rtol=1e-6)
    assert np.all(np.isfinite(got[0]))
    np.testing.assert_allclose(np.sum(got[0]), -want, rtol=1e-6)  # of the shift


BOUNDED = {
    "sines": lambda d: np.nansum(np.sin(d)) + np.nanmean(np.cos(d)),
    "largest in size": lambda d: np.nanmax(np.abs(d)) + np.sum(np.nanmax(np.abs(d), axis=0)),
    "scaled": lambda d: np.nansum((d / np.nanmax(np.abs(d))) ** 2),
    "where": lambda d: np.sum(np.where(np.isnan(d), 0.0, np.sin(d) * np.abs(d))),
    "masked": lambda d: np.sum(np.abs(d)[~np.isnan(d)] ** 1.5),
    "infinities": lambda d: np.sum(np.sin(d)[np.isfinite(d)] * np.cos(d[np.isfinite(d)])),
    "made numbers": lambda d: np.sum(np.nan_to_num(np.sin(2.0 * d))),
}
"""Slopes that are bounded for numbers, but nan for nan and for infinities."""


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("variant", [{}, {"kinds": False}, {"optimise": False}], ids=["plain", "unknown", "unoptimised"])
@pytest.mark.parametrize("name", BOUNDED)
def test_bounded_slopes(name, variant):
    fun, h = BOUNDED[name], 1e-6
    data = np.where(GOOD, DATA, np.inf) if name == "infinities" else DATA
    d_dot = np.where(GOOD, np.cos(np.arange(8.0)).reshape(2, 4), 0.0)
    want = (fun(data + h * d_dot) - fun(data - h * d_dot)) / (2 * h)
    got = variant_grad(fun, (0,), **variant)(data)[0]
    assert np.all(np.isfinite(got))
    np.testing.assert_allclose(np.sum(got * d_dot), want, rtol=1e-6)
    np.testing.assert_allclose(variant_jvp(fun, **variant)((data,), (d_dot,))[1], want, rtol=1e-6)
