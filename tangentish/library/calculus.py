"""Interpolation, slopes and polynomials, where they are called with arguments that their rules do not take."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.rules.registry import zero_derivative


def interpolated(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None, period: Any = None) -> Any:
    """`np.interp` of a periodic function, or with a derivative in what it gives outside."""
    if period is not None:
        period = np.abs(period)
        nodes = np.asarray(xp) % period
        order = np.argsort(nodes)
        nodes, values = nodes[order], np.asarray(fp)[order]
        nodes = np.concatenate([nodes[-1:] - period, nodes, nodes[:1] + period])
        return np.interp(np.asarray(x) % period, nodes, np.concatenate([values[-1:], values, values[:1]]))
    result = np.interp(x, xp, fp)
    if left is not None:
        result = np.where(np.asarray(x) < xp[0], left, result)
    if right is not None:
        result = np.where(np.asarray(x) > xp[-1], right, result)
    return result


def slopes(f: Any, *varargs: Any, axis: Any = None, edge_order: int = 1) -> Any:
    """`np.gradient` with a derivative in the spacing."""
    axes = gradient_axes(np.ndim(f), axis)
    spacings = list(varargs) * len(axes) if len(varargs) == 1 else list(varargs)
    result = []
    for k in range(len(axes)):
        if np.ndim(spacings[k]) == 0:
            slope = np.gradient(f, axis=axes[k], edge_order=edge_order)  # type: ignore[call-overload]  # of int
            result.append((slope / spacings[k]).astype(slope.dtype))
        else:
            result.append(slope_on_grid(f, spacings[k], axes[k], edge_order))
    return result[0] if len(axes) == 1 else tuple(result)


def gradient_axes(ndim: int, axis: Any) -> Any:
    """The axes that `np.gradient` goes along."""
    return list(range(ndim)) if axis is None else [int(k) % ndim for k in np.ravel(axis)]


def slope_on_grid(f: Any, x: Any, axis: int, edge_order: int) -> Any:
    """`np.gradient` along one axis with coordinates: second order inside (the formula is that of its documentation)."""
    f = np.moveaxis(f, axis, -1)
    h = np.diff(x)
    before, after = h[:-1], h[1:]
    inside = (before**2 * f[..., 2:] + (after**2 - before**2) * f[..., 1:-1] - after**2 * f[..., :-2]) / (
        before * after * (before + after))
    if edge_order == 1:
        first, last = (f[..., 1:2] - f[..., :1]) / h[0], (f[..., -1:] - f[..., -2:-1]) / h[-1]
    else:
        first = (-(2 * h[0] + h[1]) / (h[0] * (h[0] + h[1])) * f[..., :1] + (h[0] + h[1]) / (h[0] * h[1]) * f[..., 1:2]
                 - h[0] / (h[1] * (h[0] + h[1])) * f[..., 2:3])
        last = (h[-1] / (h[-2] * (h[-2] + h[-1])) * f[..., -3:-2] - (h[-2] + h[-1]) / (h[-2] * h[-1]) * f[..., -2:-1]
                + (2 * h[-1] + h[-2]) / (h[-1] * (h[-2] + h[-1])) * f[..., -1:])
    return np.moveaxis(np.concatenate([first, inside, last], axis=-1), -1, axis)


def fitted(x: Any, y: Any, deg: Any, rcond: Any = None, full: bool = False, w: Any = None, cov: Any = False) -> Any:
    """`np.polyfit` with weights, a cutoff of its own, diagnostics or the covariance of the coefficients."""
    powers = fitted_powers(deg)
    lhs = np.asarray(x)[:, None] ** powers
    rhs = np.asarray(y)
    if w is not None:
        lhs = lhs * np.asarray(w)[:, None]
        rhs = rhs * (np.asarray(w)[:, None] if np.ndim(rhs) == 2 else np.asarray(w))
    scale = np.sqrt(np.sum(lhs * lhs, axis=0))
    scaled = lhs / scale
    if rcond is None:
        rcond = len(x) * np.finfo(scaled.dtype).eps
    found = np.linalg.pinv(scaled, rcond) @ rhs
    coefficients = (found.T / scale).T
    if not full and not cov:
        return coefficients
    residuals = np.sum(np.reshape(rhs - scaled @ found, (len(x), -1)) ** 2, axis=0)
    if full:
        kept = residuals if len(x) > len(powers) else np.zeros(0)
        return coefficients, kept, np.linalg.matrix_rank(scaled), np.linalg.svdvals(scaled), rcond
    covariance = np.linalg.inv(lhs.T @ lhs)
    if cov == "unscaled":
        return coefficients, covariance
    factor = residuals / (len(x) - len(powers))
    return coefficients, covariance * factor[0] if np.ndim(y) == 1 else covariance[:, :, None] * factor


def fitted_powers(deg: Any) -> Any:
    """The powers of a polynomial of this degree, the highest first."""
    return np.arange(int(deg), -1, -1)


def integrated(p: Any, m: int = 1, k: Any = None) -> Any:
    """`np.polyint` with a derivative in the constants of integration."""
    if isinstance(p, np.poly1d):
        return np.poly1d(integrated(coefficients_of(p), m, k))
    constants = np.zeros(m) if k is None else np.broadcast_to(k, m)
    for number in range(m):
        p = np.concatenate([p / np.arange(len(p), 0, -1), constants[number : number + 1]])
    return p


def divided(u: Any, v: Any) -> Any:
    """`np.polydiv`: quotient and remainder."""
    if isinstance(u, np.poly1d) or isinstance(v, np.poly1d):
        digits, rest = divided(coefficients_of(u), coefficients_of(v))
        return np.poly1d(digits), np.poly1d(rest)
    u, v = np.atleast_1d(u) + 0.0, np.atleast_1d(v) + 0.0
    steps = len(u) - len(v) + 1
    scale = 1.0 / v[0]
    digits = []
    rest = u * np.ones_like(v[0])
    for k in range(max(steps, 0)):
        digit = scale * rest[k]
        digits.append(digit)
        rest[k : k + len(v)] -= digit * v
    quotient = np.stack(digits) if steps > 0 else np.zeros(1) * scale
    return quotient, rest[leading_nothing(rest) :]


def coefficients_of(p: Any) -> Any:
    """The coefficients of a polynomial, which may be a poly1d."""
    return p.coeffs if isinstance(p, np.poly1d) else p


def leading_nothing(rest: Any) -> int:
    """How many of the first coefficients of a remainder are 0, as `np.polydiv` sees it; the last one stays."""
    start = 0
    while start < len(rest) - 1 and np.allclose(rest[start], 0, rtol=1e-14):
        start += 1
    return start


zero_derivative(gradient_axes, fitted_powers, leading_nothing)
