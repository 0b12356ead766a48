"""Samples of elementwise functions, operators and functions of `math`."""

from __future__ import annotations

import cmath
import math
import operator

import numpy as np

from tangentish.rules.libraries import present
from tests.rules.samples import A, C, F, P, U, sample, several

Z = np.array([0.0, 1.0, -2.0])

# operators
for f in (np.add, np.subtract, np.multiply, operator.add, operator.sub, operator.mul, np.divide, operator.truediv):
    sample(f, A(3), A(3))
    sample(f, A(2, 3), A(3))
    sample(f, A(2, 1), A(1, 3))
    sample(f, 1.5, A(3))
    sample(f, 1.5, -0.7)
    sample(f, C(2), A(2))
    sample(f, A(2), C(2))
    sample(f, A(0), A(1))
    sample(f, A(), A(2))
    sample(f, F(A(3)), F(A(3)), single=True)
several((np.negative, np.positive, operator.neg, operator.pos, operator.abs), A(2, 3))
several((np.remainder, operator.mod, np.fmod), np.array([5.3, -5.3, 2.1]), np.array([2.0, 2.2, -0.8]))
sample(math.fmod, 5.3, -2.1)
sample(divmod, 5.3, 2.1)
sample(np.divmod, A(3) * 4, P(3))
for f in (np.power, np.float_power, operator.pow, pow):
    sample(f, P(3), A(3))
    sample(f, P(2, 3), A(3))
    sample(f, P(3), 2)
    sample(f, A(3), 3)
    sample(f, A(3), 1)
    sample(f, P(3), 0.5)
    sample(f, P(3), 0.3)
    sample(f, P(3), -1.5)
    sample(f, 2.5, A(3))
    sample(f, np.array([0.0, 1.0, 2.0]), np.array([2.0, 0.0, 3.0]), only=("x1",))
    sample(f, np.array([0.0, 1.0, 2.0]), np.array([2.0, 1.5, 3.0]), only=("x2",))
    sample(f, A(3), np.array([2.0, 3.0, -2.0]), only=("x1",))
several((pow, operator.pow), -1.7, -0.8 + 0.3j)
several((np.power, np.float_power, operator.pow, pow), np.array([-0.7, 1.2]), np.array([0.8 + 0.3j, -1.5 + 0.1j]))
several((np.power, np.float_power, operator.pow, pow), C(2), A(2))
sample(np.power, C(3), 3)
sample(np.power, F(P(3)), F(A(3)), single=True)
for y in (2, 1, 0.5, 0.3, 3.0, -1.5):
    sample(math.pow, 1.7, y)
sample(math.pow, 1.7, np.float64(1.3))
sample(math.pow, 2.0, np.float64(1.3))

# one number
several((np.exp, np.exp2, np.expm1, np.sin, np.cos, np.tan, np.arctan, np.sinh, np.cosh, np.tanh, np.arcsinh, np.sinc,
         np.deg2rad, np.radians, np.rad2deg, np.degrees, np.square, np.reciprocal, np.absolute, np.fabs, abs,
         np.nan_to_num), A(2, 3))
several((np.exp, np.expm1, np.sin, np.cos, np.tan, np.arctan, np.sinh, np.cosh, np.tanh, np.arcsinh, np.square,
         np.reciprocal, np.absolute, np.sqrt, np.log, np.log2, np.log10, np.log1p, np.conjugate, np.angle), C(3))
several((np.arccosh, np.arcsin, np.arccos, np.arctanh), C(3))
several((np.exp, np.log, np.sqrt, np.tanh, np.sinc, np.absolute, np.square, np.exp2, np.log2), F(P(3)), single=True,
        rtol=1e-5)
several((np.exp, np.tanh, np.absolute, np.square), A(0))
several((np.log, np.log2, np.log10, np.log1p, np.sqrt, np.cbrt, np.i0), P(2, 3))
several((np.log, np.sqrt, np.exp, np.sin, abs), 0.7)
several((np.log, np.sqrt, np.exp, np.sin), np.array(0.7))
several((np.arcsin, np.arccos, np.arctanh), U(2, 3))
several((np.arccosh,), 1 + P(3))
sample(np.cbrt, A(3))
several((np.modf, np.frexp), A(3))
several((np.modf, np.frexp), 0.7)
sample(np.i0, A(3))
sample(np.i0, 0.5)
sample(np.sinc, np.array([0.0, 1e-3, -0.004, 1.0, 2.5]))
sample(np.angle, A(3))
several((np.sign,), A(3))
several((np.sign,), C(3))
sample(np.angle, C(3), deg=True)
several((np.conjugate, np.real, np.imag, np.real_if_close), A(3))
several((np.real, np.imag), C(2, 2))
sample(np.real_if_close, C(3))
sample(abs, C(3))

# two numbers
for f in (np.hypot, np.arctan2, np.logaddexp, np.logaddexp2, np.maximum, np.minimum, np.fmax, np.fmin):
    sample(f, A(3), A(3))
    sample(f, A(2, 3), A(3))
    sample(f, 0.8, A(3))
    sample(f, F(A(3)), F(A(3)), single=True, rtol=1e-5)
several((np.maximum, np.minimum), A(3), 0)
several((np.maximum, np.minimum, np.fmax, np.fmin), Z, np.array([0.0, 3.0, -2.0]), only=("x1",))
several((np.fmax, np.fmin), np.array([1.0, np.nan, 2.0]), np.array([np.nan, 1.5, 3.0]), only=("x1",), size=1e-3)
sample(np.copysign, A(3), A(3), only=("x1",))
sample(np.heaviside, Z, A(3), only=("x2",))
sample(np.ldexp, A(3), np.array([1, 2, -3]))
several((math.atan2, math.hypot), 0.6, -1.3)
sample(math.copysign, -0.5, 2.0, only=("x1",))
sample(math.ldexp, 0.7, 3)
sample(np.clip, A(5), -1, 1)
sample(np.clip, A(5), None, 1.0)
sample(np.clip, A(5), -0.5, None)
sample(np.clip, A(2, 3), U(3) - 1.5, U(2, 1) + 1.5)
sample(np.clip, A(5), min=-0.9)
sample(np.clip, A(5), max=0.9)
sample(np.clip, A(5), 0.5, 0.7)

# math
several((math.exp, *present(math, "exp2"), math.expm1, math.log, math.log2, math.log10, math.log1p, math.sqrt,
         *present(math, "cbrt"), math.sin, math.cos, math.tan, math.asin, math.acos, math.atan, math.sinh, math.cosh,
         math.tanh, math.asinh, math.atanh, math.fabs, math.erf, math.erfc, math.gamma, math.lgamma, math.modf,
         math.frexp, math.degrees, math.radians, float, complex), 0.61)
several((math.fabs, math.erf, math.erfc, math.gamma, math.lgamma), -0.61)
several((math.gamma, math.lgamma), 12.3)
sample(math.acosh, 1.7)
sample(math.log, 1.7, 2.5)
COMPLEX = (cmath.exp, cmath.log, cmath.log10, cmath.sqrt, cmath.sin, cmath.cos, cmath.tan, cmath.asin, cmath.acos, cmath.atan,
           cmath.sinh, cmath.cosh, cmath.tanh, cmath.asinh, cmath.acosh, cmath.atanh)
several((*COMPLEX, cmath.phase), 0.6 - 0.7j)
several(COMPLEX, 0.61)
several((cmath.log, cmath.sqrt, cmath.asin, cmath.acos, cmath.acosh), -1.7)
several((cmath.asin, cmath.acos, cmath.acosh), 1.7)
sample(cmath.log, 0.6 - 0.7j, 1.2 + 0.3j)
sample(cmath.rect, 1.3, -0.8)
V, W = np.array([1.5, 0.2, -0.3]), np.array([0.5, 0.8, 0.1])
for v, w in ((V.tolist(), W.tolist()), (tuple(V.tolist()), tuple(W.tolist())), (V, W), (V, W.tolist())):
    sample(math.fsum, v)
    several((math.dist, *present(math, "sumprod")), v, w)
sample(math.dist, F(V), F(W), single=True)
sample(math.hypot, 0.3)
sample(math.hypot, 0.3, -0.8, 1.5, 0.1)
several((math.remainder,), 5.3, 2.1)
several(present(math, "fma"), 0.3, -1.2, 0.8)
sample(complex, 0.3, -1.2)
several((max, min), 0.3, -0.5, 0.8)
several((max, min), [0.3, -0.5, 0.8])
several((max, min), (0.3,))
several((np.nextafter, math.nextafter), 0.7, 2.0, only=("x1",))
sample(np.nextafter, np.array([0.7, -1.2]), 2.0, only=("x1",))
