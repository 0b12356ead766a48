"""`scipy.stats`: distributions with their parameters, and inverse functions, where SciPy's own code is not followed."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.stats as stats

from tangentish import library
from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative


def ppf(self: Any, q: Any, *args: Any, **kwds: Any) -> Any:
    """`ppf` of a continuous distribution."""
    shapes, loc, scale = self._parse_args(*args, **kwds)
    lower, upper = self._get_support(*shapes)
    return placed(self, self._ppf, q, shapes, loc, scale, lower, upper)


def isf(self: Any, q: Any, *args: Any, **kwds: Any) -> Any:
    """`isf` of a continuous distribution."""
    shapes, loc, scale = self._parse_args(*args, **kwds)
    lower, upper = self._get_support(*shapes)
    return placed(self, self._isf, q, shapes, loc, scale, upper, lower)


def placed(self: Any, inverse: Any, q: Any, shapes: Any, loc: Any, scale: Any, first: Any, last: Any) -> Any:
    """The inverse of a distribution, moved and stretched; at 0 and 1 the ends of the support."""
    q = np.asarray(q)
    known = self._argcheck(*shapes) & (scale > 0) & (q >= 0) & (q <= 1)
    inside = known & (q > 0) & (q < 1)
    ends = np.where(q == 0, first, last)
    finite = np.where(np.isfinite(ends), ends, 0.0)
    shape = np.broadcast_shapes(np.shape(inside), *(np.shape(one) for one in shapes))
    rows = [np.ravel(np.broadcast_to(one, shape)) for one in (np.where(inside, q, 0.5), *shapes)]  # as SciPy passes them
    value = np.reshape(inverse(*rows), shape)
    result = np.where(inside, value, finite) * scale + loc
    result = np.where(inside | np.isfinite(ends), result, ends)
    return np.where(known, result, np.nan)[()]


def is_singular(cov: Any) -> bool:
    """Whether SciPy takes a symmetric matrix for singular: an eigenvalue is nothing beside the greatest."""
    values = np.abs(np.linalg.eigvalsh(cov))
    precision = 1e3 * np.finfo("f").eps if values.dtype.char == "f" else 1e6 * np.finfo("d").eps
    return bool(np.min(values) <= precision * np.max(values))


zero_derivative(is_singular)


def quantiles(x: Any, size: int) -> Any:
    """Points with their components along the last axis, as SciPy reads them: a single number stands for all components."""
    points = np.asarray(x, dtype=float)
    if np.ndim(points) == 0:
        return points[np.newaxis]
    if np.ndim(points) == 1:
        return points[:, np.newaxis] if size == 1 else points[np.newaxis, :]
    return points


def multivariate_logpdf(self: Any, x: Any, mean: Any = None, cov: Any = 1, allow_singular: bool = False) -> Any:
    """`multivariate_normal.logpdf`, of a covariance that is not singular; it is taken for symmetric, as SciPy takes it."""
    if isinstance(cov, stats.Covariance):
        return logpdf_by_covariance(x, mean, cov)
    cov = np.asarray(cov, dtype=float)
    size = np.size(mean) if mean is not None else np.shape(cov)[0] if np.ndim(cov) else 1
    centre = np.zeros(size) if mean is None else np.reshape(np.asarray(mean, dtype=float), size)
    if np.ndim(cov) < 2:
        cov = np.diag(cov * np.ones(size))
    apart = quantiles(x, size) - centre
    symmetric = np.tril(cov) + np.tril(cov, -1).T
    if allow_singular and is_singular(symmetric):
        raise UnsupportedError("scipy.stats.multivariate_normal of a covariance that is singular has no derivative.\n"
                               "Leave out the directions in which nothing varies.")
    distance = np.sum(apart * np.linalg.solve(symmetric, apart[..., None])[..., 0], axis=-1)
    result = -0.5 * (size * np.log(2 * np.pi) + np.linalg.slogdet(symmetric)[1] + distance)
    return np.squeeze(result)[()]


def logpdf_by_covariance(x: Any, mean: Any, cov: Any) -> Any:
    """The same, of an object that stands for the covariance and may be singular."""
    points = quantiles(x, cov.shape[-1])
    apart = points if mean is None else points - mean
    distance = np.sum(np.square(cov.whiten(apart)), axis=-1)
    result = -0.5 * (cov.rank * np.log(2 * np.pi) + cov.log_pdet + distance)
    if np.any(cov.rank < cov.shape[-1]):
        result = np.where(cov._support_mask(apart), result, -np.inf)
    return np.squeeze(result)[()]


def multivariate_pdf(self: Any, x: Any, mean: Any = None, cov: Any = 1, allow_singular: bool = False) -> Any:
    """`multivariate_normal.pdf`."""
    return np.exp(multivariate_logpdf(self, x, mean, cov, allow_singular))


class Frozen(stats.distributions.rv_frozen):
    """A distribution with its parameters; SciPy's own makes the distribution anew, by code that it writes then."""

    def __init__(self, dist: Any, *args: Any, **kwds: Any) -> None:
        self.dist, self.args, self.kwds = dist, args, kwds

    @property
    def a(self) -> Any:
        """The lower end of the support, where `loc` is 0 and `scale` is 1."""
        return self.dist._get_support(*self.dist._parse_args(*self.args, **self.kwds)[0])[0]

    @property
    def b(self) -> Any:
        """The upper one."""
        return self.dist._get_support(*self.dist._parse_args(*self.args, **self.kwds)[0])[1]

    def pdf(self, x: Any) -> Any:
        return self.dist.pdf(x, *self.args, **self.kwds)

    def logpdf(self, x: Any) -> Any:
        return self.dist.logpdf(x, *self.args, **self.kwds)

    def pmf(self, k: Any) -> Any:
        return self.dist.pmf(k, *self.args, **self.kwds)

    def logpmf(self, k: Any) -> Any:
        return self.dist.logpmf(k, *self.args, **self.kwds)

    def cdf(self, x: Any) -> Any:
        return self.dist.cdf(x, *self.args, **self.kwds)

    def logcdf(self, x: Any) -> Any:
        return self.dist.logcdf(x, *self.args, **self.kwds)

    def sf(self, x: Any) -> Any:
        return self.dist.sf(x, *self.args, **self.kwds)

    def logsf(self, x: Any) -> Any:
        return self.dist.logsf(x, *self.args, **self.kwds)

    def ppf(self, q: Any) -> Any:
        return self.dist.ppf(q, *self.args, **self.kwds)

    def isf(self, q: Any) -> Any:
        return self.dist.isf(q, *self.args, **self.kwds)

    def mean(self) -> Any:
        return self.dist.mean(*self.args, **self.kwds)

    def var(self) -> Any:
        return self.dist.var(*self.args, **self.kwds)

    def std(self) -> Any:
        return self.dist.std(*self.args, **self.kwds)

    def median(self) -> Any:
        return self.dist.median(*self.args, **self.kwds)

    def moment(self, order: Any = None) -> Any:
        return self.dist.moment(order, *self.args, **self.kwds)

    def entropy(self) -> Any:
        return self.dist.entropy(*self.args, **self.kwds)

    def interval(self, confidence: Any = None) -> Any:
        return self.dist.interval(confidence, *self.args, **self.kwds)

    def stats(self, moments: str = "mv") -> Any:
        return self.dist.stats(*self.args, **self.kwds, moments=moments)

    def support(self) -> Any:
        return self.dist.support(*self.args, **self.kwds)

    def expect(self, func: Any = None, lb: Any = None, ub: Any = None, conditional: bool = False, **kwds: Any) -> Any:
        shapes, loc, scale = self.dist._parse_args(*self.args, **self.kwds)
        if isinstance(self.dist, stats.rv_discrete):
            return self.dist.expect(func, shapes, loc, lb, ub, conditional, **kwds)
        return self.dist.expect(func, shapes, loc, scale, lb, ub, conditional, **kwds)


def freeze(self: Any, *args: Any, **kwds: Any) -> Any:
    """`stats.norm(loc, scale)`."""
    return Frozen(self, *args, **kwds)


library.REPLACED |= {stats.rv_continuous.ppf: ppf, stats.rv_continuous.isf: isf, stats.rv_continuous.__call__: freeze,
                     stats.rv_continuous.freeze: freeze}
library.REPLACED |= {type(stats.multivariate_normal).logpdf: multivariate_logpdf,
                     type(stats.multivariate_normal).pdf: multivariate_pdf}


# distributions shifted and scaled: where a support has no end, nothing of that depends on the scale


def shifted(self: Any, x: Any, loc: Any, scale: Any, **kwargs: Any) -> Any:
    """Where `x` goes when it is scaled, then shifted."""
    there = np.isfinite(x)
    return np.where(there, np.where(there, x, 0.0) * scale + loc, beyond(x, scale))[()]


def shifted_back(self: Any, x: Any, loc: Any, scale: Any, **kwargs: Any) -> Any:
    """Where it came from."""
    there = np.isfinite(x)
    return np.where(there, (np.where(there, x, 0.0) - loc) / scale, beyond(x, scale))[()]


def beyond(x: Any, scale: Any) -> Any:
    """What is infinite, times a number, whose sign alone counts."""
    return x * np.sign(scale)


zero_derivative(beyond)
if hasattr(stats, "Normal"):
    scaled = type(2.0 * stats.make_distribution(stats.expon)())
    library.REPLACED |= {scaled._itransform: shifted, scaled._transform: shifted_back}
