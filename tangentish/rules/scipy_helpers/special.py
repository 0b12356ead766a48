"""Derivatives of special functions that no short expression gives safely."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import scipy.special as special
import scipy.special._ufuncs as _ufuncs

from tangentish.errors import UnsupportedError
from tangentish.rules.helpers import dense, exprel_slope
from tangentish.rules.scipy_helpers.differences import differences


def log_bar(ans_bar: Any, ans: Any) -> Any:
    """The cotangent of the complex logarithm of a number, from those of `ans`: its logarithm's real part, its sign."""
    size_bar, sign_bar = dense(ans_bar, ans)
    return size_bar + 1j * np.imag(sign_bar * ans[1]) if np.iscomplexobj(ans[1]) else size_bar


def log_dot(dot: Any, ans: Any) -> Any:
    """The tangents of `ans`, the real part of the complex logarithm of a number and its sign, from that logarithm's."""
    return np.real(dot), ans[1] * 1j * np.imag(dot) if np.iscomplexobj(ans[1]) else np.zeros_like(dot)


def like_single(x: Any, value: Any) -> Any:
    """A partial derivative in single precision if `x` is."""
    narrow = getattr(x, "dtype", None) in (np.float32, np.complex64)
    return np.asarray(value).astype(np.result_type(x))[()] if narrow else value[()]


def where_not_zero(ans: Any, slope: Any) -> Any:
    """`ans * slope`, but 0 where `ans` is 0 because it is so all around, and the slope not finite."""
    with np.errstate(all="ignore"):
        return np.where(np.equal(ans, 0), 0.0, np.multiply(ans, slope))[()]


def binom_slopes(ans: Any, N: Any, k: Any) -> tuple[Any, Any]:
    """The partial derivatives of `ans`, which is `binom(N, k)`; at its zeros those of `1 / gamma` say them."""
    with np.errstate(all="ignore"):
        top, low, high = special.digamma(N + 1), special.digamma(k + 1), special.digamma(N - k + 1)
        one, other, scale = special.rgamma(k + 1), special.rgamma(N - k + 1), special.gamma(N + 1)
        by_rest = scale * one * rgamma_slope(N - k + 1, other)
        by_top = np.where(ans == 0, by_rest, ans * (top - high))
        by_k = np.where(ans == 0, scale * rgamma_slope(k + 1, one) * other - by_rest, ans * (high - low))
    return like_single(ans, by_top), like_single(ans, by_k)


def erfcx_slope(x: Any, ans: Any) -> Any:
    """The derivative of `ans`, which is `erfcx(x)`: where its terms nearly cancel, by the asymptotic series."""
    with np.errstate(all="ignore"):
        t = 1 / np.square(x)
        far = -t * (1 - t * (1.5 - t * (3.75 - t * 13.125))) / math.sqrt(math.pi)
        near = 2 * x * ans - 2 / math.sqrt(math.pi)
    return like_single(x, np.where(np.real(x) > 50, far, near))


def dawsn_slope(x: Any, ans: Any) -> Any:
    """The derivative of `ans`, which is `dawsn(x)`, in the same way."""
    with np.errstate(all="ignore"):
        t = 1 / np.square(x)
        far = -t * (0.5 + t * (0.75 + t * (1.875 + t * 6.5625)))
        near = 1 - 2 * x * ans
    return like_single(x, np.where((np.abs(x) > 50) & (np.abs(np.imag(x)) <= np.abs(np.real(x))), far, near))


def wofz_slope(z: Any, ans: Any) -> Any:
    """The derivative of `ans`, which is `wofz(z)`; far out in the upper half plane by the asymptotic series."""
    with np.errstate(all="ignore"):
        t = 1 / np.square(z)
        far = -1j * t * (1 + t * (1.5 + t * (3.75 + t * 13.125))) / math.sqrt(math.pi)
        near = 2j / math.sqrt(math.pi) - 2 * z * ans
    return np.where((np.abs(z) > 50) & (np.imag(z) >= 0), far, near)[()]


def voigt_slopes(ans: Any, x: Any, sigma: Any, gamma: Any) -> Any:
    """The partial derivatives of `voigt_profile(x, sigma, gamma)`, which is the real part of a Faddeeva function."""
    pure = np.equal(sigma, 0)  # that of Cauchy: the real part of i / (pi z), and even in sigma
    width, z = np.where(pure, 1.0, sigma), x + 1j * gamma
    scale = width * math.sqrt(2.0)
    slope = np.where(pure, -1j / (math.pi * np.where(pure, z, 1.0)**2),
                     wofz_slope(z / scale, special.wofz(z / scale)) / (scale * width * math.sqrt(2 * math.pi)))
    partials = np.real(slope), np.where(pure, 0.0, -(ans + np.real(slope * z)) / width), np.real(1j * slope)
    return [partial.astype(ans.dtype) for partial in partials]


def trigamma(z: Any) -> Any:
    """The derivative of the digamma function, of real numbers."""
    if np.iscomplexobj(z):
        raise UnsupportedError("the derivative of scipy.special.digamma of complex numbers is not known.")
    return special.zeta(2, z)


def rgamma_slope(z: Any, ans: Any) -> Any:
    """The derivative of `ans`, which is `1 / gamma(z)`; at its zeros 0, -1, -2, ... it is `(-1) ** z * gamma(1 - z)`."""
    zero = (np.real(z) <= 0) & (ans == 0)
    with np.errstate(all="ignore"):
        at_zero = np.cos(np.pi * np.real(z)) * special.gamma(1 - np.where(zero, np.real(z), 0))
        return np.where(zero, at_zero, -ans * special.digamma(np.where(zero, 1, z)))[()]


def poch_slope(z: Any, m: Any, ans: Any) -> Any:
    """The derivative of `ans`, which is `gamma(z + m) / gamma(z)`, with respect to `z`; also where one or both have a pole."""
    pole, pole_above = (z <= 0) & (z == np.floor(z)), (z + m <= 0) & (z + m == np.floor(z + m))
    with np.errstate(all="ignore"):
        base = np.where(pole, 1, z)
        above = np.where(pole_above, 1, np.where(pole, z + m, base + m))
        plain = ans * (special.digamma(above) - special.digamma(base))
        at_pole = special.gamma(above) * rgamma_slope(np.where(pole, z, -1.0), 0.0)
        # by reflection; both arguments are whole numbers above 0
        mirrored, low = np.where(pole & pole_above, 1 - z, 1), np.where(pole & pole_above, 1 - z - m, 1)
        at_both = ans * (special.digamma(low) - special.digamma(mirrored))
        return np.where(pole & pole_above, at_both, np.where(pole, at_pole, np.where(pole_above, np.nan, plain)))[()]


def sign_above(x: Any) -> Any:
    """`np.sign(x)`, and 1 where `x` is 0: the slope of `abs(x)` for what is never negative, as a parameter of a distribution."""
    return np.sign(x) + np.equal(x, 0)


def far_slope(x: Any, ans: Any, second: float, near: Any) -> Any:
    """The derivative of a scaled modified Bessel function, `near` as long as its terms do not cancel, and then by its series.

    That is `ans`, which goes like `(1 + second / abs(x)) / sqrt(x)`.
    """
    far = np.abs(x) > 1e6
    safe = np.where(far, x, 1.0)
    return np.where(far, -ans / safe * (0.5 + second / np.abs(safe)), near)[()]


def log1p_or_zero(x: Any) -> Any:
    """`np.log1p(x)`, and 0 where `x` is -1."""
    result = np.log1p(np.where(np.equal(x, -1), 0.0, x))[()]
    return float(result) if type(x) is float else result


def boxcox_slope(logarithm: Any, lmbda: Any) -> Any:
    """The derivative of `(np.exp(lmbda * logarithm) - 1) / lmbda` with respect to `lmbda`, without cancellation."""
    u = lmbda * logarithm
    return logarithm**2 * exprel_slope(u, special.exprel(u))


def boxcox_slope_from(log: Any, x: Any, zero: Any, lmbda: Any) -> Any:
    """The same of `log(x)`; where that is infinite, as `zero` says, only `-1 / lmbda` is left of a positive power."""
    none, kind = zero & np.greater(lmbda, 0), np.result_type(x, lmbda)
    logarithm, own = log(np.where(none, 1, x).astype(kind)), np.where(none, lmbda, 1).astype(kind)
    return np.where(none, 1 / (own * own), boxcox_slope(logarithm, lmbda))


def inv_boxcox_slope(y: Any, lmbda: Any) -> Any:
    """The derivative of `np.log1p(lmbda * y) / lmbda` with respect to `lmbda`, near 0 by its series."""
    u = lmbda * y
    near = np.abs(u) < 1e-2
    safe = np.where(near, 1.0, u)
    series = -0.5 + u * (2 / 3 + u * (-3 / 4 + u * (4 / 5 + u * (-5 / 6 + u * 6 / 7))))
    return y * (y * np.where(near, series, (safe / (1 + safe) - np.log1p(safe)) / safe / safe))


def struve_term(v: Any, x: Any) -> Any:
    """The inhomogeneous term of the recurrences of Struve functions (DLMF 11.4.25)."""
    factor = np.asarray(special.rgamma(v + 1.5) / math.sqrt(math.pi), np.result_type(v, x))
    return (x / 2) ** v * factor


def times_sign_of_imag(z: Any, x: Any) -> Any:
    """What `exp(-abs(imag(z)))` as a factor adds to the cotangent of `z`; nothing if `z` is real."""
    return 1j * np.sign(np.imag(z)) * np.real(x) if np.iscomplexobj(z) else 0


def nct_density(t: Any, df: Any, nc: Any) -> Any:
    """The derivative of `nctdtr(df, nc, t)` with respect to `t`, also far out, where SciPy's density overflows."""
    try:
        return _ufuncs._nct_pdf(t, df, nc)
    except OverflowError:
        return np.asarray(np.vectorize(_nct_density, otypes=[np.float64])(t, df, nc), np.result_type(t, df, nc))[()]


def _nct_density(t: float, df: float, nc: float) -> float:
    try:
        return float(_ufuncs._nct_pdf(t, df, nc))
    except OverflowError:  # from the next two degrees of freedom (Johnson, Kotz and Balakrishnan, chapter 31)
        return float(df / t * (special.nctdtr(df + 2, nc, t * math.sqrt(1 + 2 / df)) - special.nctdtr(df, nc, t)))


def zeta_slope(x: Any, q: Any) -> Any:
    """The derivative of `zeta(x, q)` with respect to `x`, which is above the pole at 1; without `q` it may be anywhere else."""
    return differences(special.zeta, 0, zeta_step(x), x, q)


def zeta_step(x: Any) -> Any:
    """The step of `zeta_slope`."""
    return 0.02 * np.minimum(np.abs(np.asarray(x) - 1.0), 1.0)


def inverse_gaussian_density(x: Any, mean: Any, shape: Any) -> Any:
    """The density of the inverse Gaussian distribution."""
    return np.sqrt(shape / (2 * math.pi * x**3)) * np.exp(-shape * (x - mean) ** 2 / (2 * mean**2 * x))


def inverse_gaussian_by_mean(x: Any, mean: Any, shape: Any) -> Any:
    """The derivative of the distribution function with respect to the mean: two of its three terms cancel."""
    return -2 * shape / mean**2 * np.exp(2 * shape / mean + special.log_ndtr(-np.sqrt(shape / x) * (x / mean + 1)))


def diric_slope(ans: Any, x: Any, n: Any) -> Any:
    """The derivative of `ans`, which is `diric(x, n)`; near multiples of two pi, where it is +-1, by its series."""
    turns = np.round(x / (2 * math.pi))
    off = x - 2 * math.pi * turns
    near = np.abs(off) * n < 1e-2
    sine = np.where(near, 1.0, np.sin(off / 2))
    sign = np.where((turns * (n - 1)) % 2 == 0, 1.0, -1.0)
    far = (sign * np.cos(n * off / 2) - ans * np.cos(off / 2)) / (2 * sine)
    return np.where(near, sign * off * (n**2 - 1) * (-1 / 12 + off**2 * (3 * n**2 - 7) / 1440), far)[()]


def ncf_by_nc(ans: Any, dfn: Any, dfd: Any, nc: Any, f: Any) -> Any:
    """The derivative of `ans`, which is `ncfdtr(dfn, dfd, nc, f)`, with respect to `nc`.

    The function is a mean of incomplete beta functions, whose first parameter is half of `dfn` and a Poisson variable with
    the mean `nc / 2`; the derivative by that mean is what one more would add.
    """
    return (special.ncfdtr(dfn + 2, dfd, nc, f * dfn / (dfn + 2)) - ans) / 2


def tukey_slopes(ans: Any, x: Any, lmbda: Any) -> tuple[Any, Any]:
    """The derivatives of `ans`, which is `tklmbda(x, lmbda)`: `x` is `(ans**lmbda - (1 - ans)**lmbda) / lmbda`."""
    inside = (ans > 0) & (ans < 1)
    p = np.where(inside, ans, 0.5)
    density = np.where(inside, 1 / (p ** (lmbda - 1) + (1 - p) ** (lmbda - 1)), 0)[()]
    return density, -density * (boxcox_slope(np.log(p), lmbda) - boxcox_slope(np.log1p(-p), lmbda))


__all__ = ["binom_slopes", "boxcox_slope", "boxcox_slope_from", "dawsn_slope", "diric_slope", "erfcx_slope", "far_slope",
           "inv_boxcox_slope", "inverse_gaussian_by_mean", "inverse_gaussian_density", "like_single", "log1p_or_zero",
           "log_bar", "log_dot", "ncf_by_nc", "nct_density", "poch_slope", "rgamma_slope", "struve_term",
           "times_sign_of_imag", "trigamma", "tukey_slopes", "voigt_slopes", "where_not_zero", "wofz_slope",
           "zeta_slope", "zeta_step"]
