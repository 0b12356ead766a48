"""The parts of numbers: real and imaginary, integer and fraction, mantissa and exponent."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import math

import numpy as np

from tangentish.rules.helpers import dense, quotient
from tangentish.rules.registry import elementwise, jvp, linear, vjp


@vjp(np.modf, math.modf, multi=True)
def modf(ans_bar, ans, x):
    return dense(ans_bar, ans)[0]


@jvp(np.modf, math.modf)
def modf_jvp(ans, x_dot, x):
    return x_dot, 0 * ans[1]


@vjp(np.frexp, math.frexp, multi=True)
def frexp(ans_bar, ans, x):
    return np.ldexp(dense(ans_bar, ans)[0], -ans[1])


@jvp(np.frexp, math.frexp)
def frexp_jvp(ans, x_dot, x):
    return np.ldexp(x_dot, -ans[1]), 0 * x_dot


@elementwise(np.angle, wrt=("z",))
def angle(ans, z, deg=False):
    return quotient((180 / math.pi if deg else 1) * -1j * np.conj(z), np.abs(z) ** 2)


@elementwise(np.angle, wrt=("z",), when="z.is_real")
def angle_real(ans, z, deg=False):
    return 0


@vjp(np.sign)  # of a complex number, x / abs(x); 0 at 0
def sign(ans_bar, ans, x):
    return quotient((ans_bar - np.real(ans_bar * ans) * np.conj(ans)) * np.abs(ans), np.abs(x))


@jvp(np.sign)
def sign_jvp(ans, x_dot, x):
    return quotient((x_dot - ans * np.real(np.conj(ans) * x_dot)) * np.abs(ans), np.abs(x))


@elementwise(np.sign, when="x.is_real")
def sign_real(ans, x):
    return None


@linear(np.conjugate)
def conjugate(ans_bar, x):
    return np.conj(ans_bar)


@linear(np.real, view="always")
def real(ans_bar, val):
    return ans_bar + 0j if np.iscomplexobj(val) else ans_bar


@linear(np.real, view="always", when="val.is_real")
def real_real(ans_bar, val):
    return ans_bar


@linear(np.real, view="always", when="val.ndim is not None and not val.is_real")
def real_complex(ans_bar, val):
    return ans_bar + 0j


@linear(np.imag, view="maybe")
def imag(ans_bar, val):
    return -1j * ans_bar if np.iscomplexobj(val) else 0 * ans_bar


@linear(np.imag, view="maybe", when="val.is_real")
def imag_real(ans_bar, val):
    return 0 * ans_bar


@linear(np.imag, view="maybe", when="val.ndim is not None and not val.is_real")
def imag_complex(ans_bar, val):
    return -1j * ans_bar


@linear(np.real_if_close, view="maybe", how=("tol",))
def real_if_close(ans_bar, a, tol=100):
    return ans_bar
