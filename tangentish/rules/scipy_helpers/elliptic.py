"""Derivatives of elliptic integrals, also where the plain formula is 0 / 0."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.special as special

from tangentish.rules.helpers import product
from tangentish.rules.scipy_helpers.special import like_single


def ellipk_slope(ans: Any, m: Any) -> Any:
    """The derivative of `ans`, which is `ellipk(m)`."""
    near = np.abs(m) < 0.3
    safe = np.where(near, 0.5, m)
    with np.errstate(all="ignore"):
        far = (special.ellipe(safe) / (1 - safe) - ans) / (2 * safe)
    return like_single(m, np.where(near, math.pi / 8 * special.hyp2f1(1.5, 1.5, 2, np.where(near, m, 0)), far))


def ellipe_slope(ans: Any, m: Any) -> Any:
    """The derivative of `ans`, which is `ellipe(m)`."""
    near = np.abs(m) < 0.3
    safe = np.where(near, 0.5, m)
    far = (ans - special.ellipk(safe)) / (2 * safe)
    return like_single(m, np.where(near, -math.pi / 8 * special.hyp2f1(0.5, 1.5, 2, np.where(near, m, 0)), far))


def _sine_powers(phi: Any) -> Any:
    """The integrals of the second, the fourth and the sixth power of the sine from 0 to `phi`."""
    second, fourth, sixth = np.sin(2 * phi), np.sin(4 * phi), np.sin(6 * phi)
    return (phi / 2 - second / 4, 3 * phi / 8 - second / 4 + fourth / 32,
            5 * phi / 16 - 15 * second / 64 + 3 * fourth / 64 - sixth / 192)


def ellipkinc_slope(phi: Any, m: Any, ans: Any) -> Any:
    """The derivative of `ans`, which is `ellipkinc(phi, m)`, with respect to `m` (DLMF 19.4.5); near 0 by its series."""
    near = np.abs(m) < 1e-4
    safe = np.where(near, 0.5, m)
    s2, s4, s6 = _sine_powers(phi)
    with np.errstate(all="ignore"):
        far = (special.ellipeinc(phi, safe) / (1 - safe) - ans) / (2 * safe) - np.sin(2 * phi) / (
            4 * (1 - safe) * np.sqrt(1 - safe * np.sin(phi) ** 2))
    return np.where(near, s2 / 2 + m * (3 / 4 * s4 + m * 15 / 16 * s6), far)[()]


def ellipeinc_slope(phi: Any, m: Any, ans: Any) -> Any:
    """The derivative of `ans`, which is `ellipeinc(phi, m)`, with respect to `m` (DLMF 19.4.6); near 0 by its series."""
    near = np.abs(m) < 1e-4
    safe = np.where(near, 0.5, m)
    s2, s4, s6 = _sine_powers(phi)
    far = (ans - special.ellipkinc(phi, safe)) / (2 * safe)
    return np.where(near, -s2 / 2 - m * (s4 / 4 + m * 3 / 16 * s6), far)[()]


def ellipkm1_slope(ans: Any, p: Any) -> Any:
    """The derivative of `ans`, which is `ellipkm1(p)`."""
    near = np.asarray(p) > 0.7
    safe = np.where(near, 0.5, p)
    with np.errstate(all="ignore"):
        far = -(special.ellipe(1 - safe) / safe - ans) / (2 * (1 - safe))
    return like_single(p, np.where(near, -ellipk_slope(ans, 1 - np.where(near, p, 1.0)), far))


def ellipj_slope(ans: Any, u: Any, m: Any) -> tuple[Any, Any, Any, Any]:
    """The derivatives of `ans`, which is `ellipj(u, m)`, with respect to `m`: `u` is `ellipkinc(ph, m)`, which stays."""
    sn, cn, dn, ph = ans
    slope = -dn * ellipkinc_slope(ph, m, u)
    return cn * slope, -sn * slope, -(sn**2 + 2 * m * sn * cn * slope) / (2 * dn), slope


def agm_slopes(ans: Any, a: Any, b: Any) -> tuple[Any, Any]:
    """The derivatives of `ans`, which is `agm(a, b)`, a multiple of the larger number over an elliptic integral."""
    turned = np.abs(a) < np.abs(b)
    large, small = np.where(turned, b, a), np.where(turned, a, b)
    p = (small / large) ** 2
    k = special.ellipkm1(p)
    by_small = -np.pi * small / (large * k**2) * ellipkm1_slope(k, p)
    by_large = (ans - small * by_small) / large  # Euler: the mean is homogeneous
    return np.where(turned, by_small, by_large)[()], np.where(turned, by_large, by_small)[()]


# Carlson's integrals: derivatives after DLMF 19.18

def _through_pole(slope: Callable[[Any], Any], at: Any, pole: Any) -> Any:
    """`slope(at)`, a smooth function that is 0 / 0 at `pole`: near it, from its values a little further off."""
    near = np.abs(at - pole) <= 2e-3 * np.abs(pole)
    with np.errstate(all="ignore"):
        plain = slope(at)
        if not np.any(near):
            return plain
        ahead = [(slope(at + k * 0.01 * pole) + slope(at - k * 0.01 * pole)) / 2 for k in (1, 2, 3)]
    return np.where(near, 1.5 * ahead[0] - 0.6 * ahead[1] + 0.1 * ahead[2], plain)[()]


def elliprc_slopes(ans: Any, x: Any, y: Any) -> tuple[Any, Any]:
    """The derivatives of `ans`, which is `elliprc(x, y)`; for negative `y` it is a principal value."""
    cut = (np.imag(y) == 0) & (np.real(y) < 0)
    safe = np.where(cut, 1.0, y)[()]
    with np.errstate(all="ignore"):
        at_cut = (ans - 1 / np.sqrt(x)) / (2 * (y - x))
        by_x = np.where(cut, at_cut, -special.elliprd(safe, safe, x) / 6)[()]
        by_y = np.where(cut, -(ans / 2 + product(x, at_cut)) / y, -special.elliprd(x, safe, safe) / 3)[()]
    return by_x, by_y


def elliprd_slopes(ans: Any, x: Any, y: Any, z: Any) -> tuple[Any, Any, Any]:
    """The derivatives of `ans`, which is `elliprd(x, y, z)`."""
    by_x = _through_pole(lambda t: (special.elliprd(y, z, t) - special.elliprd(t, y, z)) / (2 * (t - z)), x, z)
    by_y = _through_pole(lambda t: (special.elliprd(x, z, t) - special.elliprd(t, x, z)) / (2 * (t - z)), y, z)
    return by_x, by_y, -(1.5 * ans + product(x, by_x) + product(y, by_y)) / z


def elliprj_slopes(ans: Any, x: Any, y: Any, z: Any, p: Any) -> tuple[Any, Any, Any, Any]:
    """The derivatives of `ans`, which is `elliprj(x, y, z, p)`."""
    def by(a: Any, b: Any, c: Any) -> Any:
        return _through_pole(lambda t: (special.elliprd(b, c, a) - special.elliprj(a, b, c, t)) / (2 * (a - t)), p, a)

    by_x, by_y, by_z = by(x, y, z), by(y, z, x), by(z, x, y)
    return by_x, by_y, by_z, -(1.5 * ans + product(x, by_x) + product(y, by_y) + product(z, by_z)) / p


__all__ = ["agm_slopes", "ellipe_slope", "ellipeinc_slope", "ellipj_slope", "ellipk_slope", "ellipkinc_slope",
           "ellipkm1_slope", "elliprc_slopes", "elliprd_slopes", "elliprj_slopes"]
