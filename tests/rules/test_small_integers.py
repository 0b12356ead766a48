"""Operands of few bits that are not differentiated: what NumPy computes of them wraps around, or has few digits.

A derivative may not compute anything else of them than the program does: of an unsigned 3, `g * -n` is `253 * g`, and
`-g * n` is not.
"""

import linecache
import math
from fractions import Fraction

import numpy as np
import pytest

from tests.oracle import check_gradient

X = np.array([1.3, 2.1, 0.7, 1.9, 0.4, 2.6])
N = np.array([1, 16, 3, 100, 7, 2])
EXPRESSIONS = """x * -n; -n * x; x / -n; x - (-n) * x; (-n + x) * x; x * (n * 3) * (n * 5); (n * 5) * (3 * n) * x; x * (n + n)
    x * (n << 1); x * (n - 5); x * abs(n - 5); x * ~n; x * (n // 3) * (n % 5); (n * n) * x; x * -n[1]; -n[1] * x
    x[0] * (n[1] * n[1]); x ** n; n ** x; x ** (n - 1); np.power(n, x); np.float_power(n, x); n[2] ** x[0]
    math.pow(n[1], x[0]); np.arctan2(x, n); np.arctan2(n, x); math.atan2(n[1], x[0]); np.hypot(n, x); (x - n) ** 2
    (n - x) ** 2 * -1 * n; np.square(n - x); np.dot(-n, x); -n @ x + x @ -n; np.where(n > 5, -n, n) * x; -(n * x)
    np.polyval(n, x); np.polyval(x, n); np.convolve(x, n); np.outer(n, x); np.cross(x[:3], n[:3])
    np.cross(n[3:], x[3:]); np.average(x, weights=n); np.average(n, weights=x); np.interp(x, np.sort(n), n[::-1])
    np.logaddexp(n, x); np.trapezoid(x, np.sort(n)); np.einsum("i,j->ij", n, x); np.linalg.solve(np.diag(n), x)
    np.diag(n) @ x; np.vander(x, 3) @ n[:3]"""
FEW = ("n ** x", "np.power(n, x)", "np.arctan2(n, x)", "np.polyval(n, x)", "x * (n + n)", "math.pow(n[1], x[0])")
CASES = [text.strip() for text in EXPRESSIONS.replace("\n", ";").split(";")]


def _function(expression):
    text = (f"def program(x, n):\n    ans = np.asarray({expression})\n"
            "    return np.sum(np.cos(np.arange(ans.size)).reshape(ans.shape) * ans)\n")
    name = f"<{expression}>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    space = {"np": np, "math": math}
    exec(compile(text, name, "exec"), space)
    return space["program"]


@pytest.mark.parametrize("expression", CASES)
def test_unsigned(expression):
    with np.errstate(over="ignore"):
        check_gradient(_function(expression), X, N.astype(np.uint8), repeats=1, size=1e-4)


@pytest.mark.parametrize("dtype", [np.int8, np.float16, np.float32, np.uint64, bool])
@pytest.mark.parametrize("expression", FEW)
def test_of_few_digits(expression, dtype):
    check_gradient(_function(expression), X, N.astype(dtype), repeats=1, size=1e-4)


def test_what_has_a_sign_of_its_own():
    class Mirrored:
        def __init__(self, size):
            self.size = size

        def __neg__(self):
            return 3.0 * self.size

    def program(x, size):
        held = Mirrored(size)
        return np.sum(x * -held) + np.sum(-held / x)

    check_gradient(program, X, 2.0)


def test_fractions():
    def program(x):
        half = Fraction(1, 2)
        return x[0] ** half + Fraction(3, 2) ** x[1] - half / x[2] + math.pow(x[3], half) + float(x[4]) ** half

    check_gradient(program, X)
