"""Interpolation, integration, convolution, finite differences, polynomials."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np

from tangentish.rules.helpers import (
    interp_nodes_dot,
    interp_slope,
    polyval_coefficients,
    polyval_slope,
    sum_to_shape,
    unconvolve,
    uncorrelate_left,
    uncorrelate_right,
    ungradient,
    uninterp,
    uninterp_nodes,
    untrapezoid,
    untrapezoid_nodes,
    untrapezoid_steps,
    unvander,
    vander_dot,
)
from tangentish.rules.libraries import present
from tangentish.rules.registry import jvp, linear, vjp


@vjp(np.interp)
def interp(ans_bar, ans, x, xp, fp, left=None, right=None):
    return (ans_bar * interp_slope(x, xp, fp), uninterp_nodes(ans_bar, x, xp, fp),
            uninterp(ans_bar, x, xp, left, right))


@jvp(np.interp)
def interp_jvp(ans, x_dot, xp_dot, fp_dot, x, xp, fp, left=None, right=None):
    return (x_dot * interp_slope(x, xp, fp), interp_nodes_dot(xp_dot, x, xp, fp),
            np.interp(x, xp, fp_dot, None if left is None else 0, None if right is None else 0))


@vjp(*present(np, "trapezoid", "trapz"), wrt=("y", "x", "dx"))
def trapezoid(ans_bar, ans, y, x=None, dx=1.0, axis=-1):
    return (untrapezoid(ans_bar, np.shape(y), x, dx, axis), untrapezoid_nodes(ans_bar, y, x, axis),
            untrapezoid_steps(ans_bar, y, np.shape(dx), axis) if x is None else 0.0)


@jvp(*present(np, "trapezoid", "trapz"))
def trapezoid_jvp(ans, y_dot, x_dot, dx_dot, y, x=None, dx=1.0, axis=-1):
    return (np.trapezoid(y_dot, x, dx, axis), np.trapezoid(y, x_dot, dx, axis),
            np.trapezoid(y, None, dx_dot, axis) if x is None else 0.0)


@linear(np.gradient, wrt=("f",), multi=True)
def gradient(ans_bar, f, *varargs, axis=None, edge_order=1):
    return ungradient(ans_bar, np.shape(f), varargs, axis, edge_order)


@vjp(np.convolve)
def convolve(ans_bar, ans, a, v, mode="full"):
    return (np.reshape(unconvolve(ans_bar, v, np.size(a), mode), np.shape(a)),
            np.reshape(unconvolve(ans_bar, a, np.size(v), mode), np.shape(v)))


@vjp(np.convolve, when="a.ndim == 1 and v.ndim == 1")
def convolve_vectors(ans_bar, ans, a, v, mode="full"):
    return unconvolve(ans_bar, v, np.size(a), mode), unconvolve(ans_bar, a, np.size(v), mode)


@jvp(np.convolve)
def convolve_jvp(ans, a_dot, v_dot, a, v, mode="full"):
    return np.convolve(a_dot, v, mode), np.convolve(a, v_dot, mode)


@vjp(np.correlate)
def correlate(ans_bar, ans, a, v, mode="valid"):
    return uncorrelate_left(ans_bar, v, np.size(a), mode), uncorrelate_right(ans_bar, a, np.size(v), mode)


@jvp(np.correlate)
def correlate_jvp(ans, a_dot, v_dot, a, v, mode="valid"):
    return np.correlate(a_dot, v, mode), np.correlate(a, v_dot, mode)


@vjp(np.unwrap, wrt=("p",))
def unwrap(ans_bar, ans, p, discont=None, axis=-1, *, period=6.283185307179586):
    return ans_bar


@jvp(np.unwrap)
def unwrap_jvp(ans, p_dot, p, discont=None, axis=-1, *, period=6.283185307179586):
    return p_dot


@vjp(np.vander, wrt=("x",), how=("N",))
def vander(ans_bar, ans, x, N=None, increasing=False):
    return unvander(ans_bar, x, increasing)


@jvp(np.vander)
def vander_jvp(ans, x_dot, x, N=None, increasing=False):
    return vander_dot(x_dot, x, np.shape(ans)[1], increasing)


@vjp(np.polyval)
def polyval(ans_bar, ans, p, x):
    return polyval_coefficients(ans_bar, p, x), sum_to_shape(ans_bar * polyval_slope(p, x), np.shape(x))


@jvp(np.polyval)
def polyval_jvp(ans, p_dot, x_dot, p, x):
    return np.polyval(p_dot, x), x_dot * polyval_slope(p, x)


@vjp(np.bincount, wrt=("x", "weights"), how=("minlength",))
def bincount(ans_bar, ans, x, weights=None, minlength=0):
    return None, ans_bar[x]  # x are whole numbers


@jvp(np.bincount)
def bincount_jvp(ans, x_dot, weights_dot, x, weights=None, minlength=0):
    return None, np.bincount(x, weights_dot, minlength)
