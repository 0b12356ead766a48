"""Samples of reductions, cumulative functions, sorting and ufunc methods."""

from __future__ import annotations

import numpy as np

from tangentish.rules.libraries import present
from tests.rules.samples import A, C, F, P, sample, several

AXES = ({}, {"axis": 0}, {"axis": -1}, {"axis": (0, 2)}, {"axis": 1, "keepdims": True}, {"keepdims": True},
        {"axis": (1, -3), "keepdims": True})
MASK = np.array([[[True], [False], [True]], [[True], [True], [True]]])
N = A(2, 3, 2)
N[0, 1, 0] = N[1, 2, 1] = np.nan

for f in (np.sum, np.mean, np.prod, np.max, np.min, np.var, np.std, np.ptp, np.median, np.average):
    for options in AXES:
        sample(f, A(2, 3, 2), **options)
    sample(f, A(4))
    sample(f, F(A(4)), single=True, rtol=1e-5)
    sample(f, A(1), axis=0)
for f in (np.nansum, np.nanmean, np.nanprod, np.nanmax, np.nanmin, np.nanvar, np.nanstd, np.nanmedian):
    for options in AXES:
        sample(f, N, **options)
    sample(f, A(2, 3))
for f in (np.sum, np.mean, np.prod, np.var, np.std, np.nansum, np.nanmean, np.nanprod, np.nanvar, np.nanstd):
    sample(f, A(2, 3, 4), where=MASK)
    sample(f, A(2, 3, 4), axis=1, where=MASK)
    sample(f, A(2, 3, 4), axis=(0, 1), keepdims=True, where=MASK)
several((np.max, np.min, np.nanmax, np.nanmin), A(2, 3, 4), axis=1, where=MASK, initial=0.1, only=("a",))
several((np.max, np.min), A(2, 3), initial=0.5, only=("a",))
several((np.max, np.min, np.nanmax, np.nanmin, np.amax, np.amin), np.array([[0.3, -0.2], [0.9, 0.4]]), axis=1, initial=0.35)
several((np.sum, np.prod), A(2, 3), initial=0.5)
several((np.sum, np.prod), A(2, 3), axis=1, initial=0.5)
several((np.nansum, np.nanprod), np.array([[0.5, np.nan], [0.3, 1.2]]), axis=1, initial=0.5)
several((np.var, np.std), A(2, 3), axis=1, ddof=1)
several((np.var, np.std), A(2, 3), axis=1, correction=1)
several((np.var, np.std), A(2, 3), axis=1, correction=0.3)
several((np.nanvar, np.nanstd), A(2, 3), axis=1, ddof=1)
several((np.var, np.std, np.nanvar, np.nanstd), A(2, 3, 4), axis=1, ddof=0.4, where=MASK)
several((np.var, np.std, np.nanvar, np.nanstd), A(2, 3), axis=(0, 1), keepdims=True, ddof=-0.4)
several((np.sum, np.mean, np.prod, np.var, np.std), C(2, 3))
several((np.sum, np.mean, np.prod, np.var, np.std), C(2, 3), axis=0)
several((np.amax, np.amin), A(2, 3))
several((np.amax, np.amin), A(2, 3), axis=1)
several((np.sum, np.prod), A(0, 3))
several((np.sum, np.prod, np.mean), A(0, 3), axis=1)
several((np.sum, np.prod, np.mean, np.max), A())
sample(np.prod, np.array([[0.0, 2.0, 3.0], [0.0, 0.0, 3.0]]), axis=1)
sample(np.prod, np.array([1.0, 0.0, 3.0]))
sample(np.average, A(2, 3), weights=P(2, 3))
sample(np.average, A(2, 3), axis=1, weights=P(3))
sample(np.average, A(2, 3, 2), axis=(2, 0), weights=P(2, 2))
sample(np.average, A(2, 3, 2), axis=1, weights=P(2, 3, 2), keepdims=True)

several((np.add.reduce, np.multiply.reduce, np.maximum.reduce, np.minimum.reduce), A(3, 2))
several((np.add.reduce, np.multiply.reduce, np.maximum.reduce, np.minimum.reduce), A(3, 2), axis=1, keepdims=True)
sample(np.add.accumulate, A(3, 2))
sample(np.add.accumulate, A(3, 2), axis=1)
for f in (np.add.outer, np.subtract.outer, np.multiply.outer, np.divide.outer):
    sample(f, A(2), A(3))
    sample(f, A(2, 3), A(2))
    sample(f, A(2), 0.5)
    sample(f, 1.5, A(3))

for f in (np.cumsum, np.cumprod, np.nancumsum, np.nancumprod):
    sample(f, A(4))
    sample(f, A(2, 3))
    sample(f, A(2, 3), axis=0)
    sample(f, A(2, 3, 2), axis=-2)
several((np.nancumsum, np.nancumprod), N, axis=1)
sample(np.cumprod, np.array([2.0, 0.0, 3.0, 0.0, 1.0]))
several((np.cumsum, np.cumprod), A(0))
for f in present(np, "cumulative_sum", "cumulative_prod"):
    sample(f, A(4))
    sample(f, A(2, 3), axis=1)
    sample(f, A(2, 3), axis=0, include_initial=True)
sample(np.diff, A(5))
sample(np.diff, A(5), 2)
sample(np.diff, A(3, 4), 2, 0)
sample(np.diff, A(3, 4), axis=0, prepend=A(1, 4), append=A(2, 4))
sample(np.diff, A(3, 4), prepend=0.5, append=1.5)
sample(np.diff, A(3, 4), n=2, prepend=0.5)
sample(np.ediff1d, A(4))
sample(np.ediff1d, A(2, 3), A(2), A(1))
sample(np.ediff1d, A(4), to_end=0.5)

for f in (np.sort,):
    sample(f, A(5))
    sample(f, A(2, 4))
    sample(f, A(3, 4), axis=0)
    sample(f, A(3, 4), axis=None)
sample(np.partition, A(7), 3)
sample(np.partition, A(3, 7), (2, 4), axis=1)
sample(np.partition, A(3, 7), 5, axis=None)
sample(np.sort_complex, C(4))
for f, g in ((np.quantile, np.percentile), (np.nanquantile, np.nanpercentile)):
    sample(f, A(7), 0.3)
    sample(f, A(2, 7), np.array([0.1, 0.55]), axis=1)
    sample(g, A(2, 7), np.array([[10, 55], [80, 90]]), axis=1, keepdims=True)
    sample(g, A(2, 3, 4), 35, axis=(0, 2))
    for method in ("lower", "higher", "midpoint", "nearest", "weibull", "hazen", "median_unbiased", "inverted_cdf"):
        sample(f, A(8), 0.35, method=method, only=("a",))
several((np.nanquantile, np.nanpercentile), N, 0.4, axis=2)
