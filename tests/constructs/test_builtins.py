"""math.*, operators and builtins with active values; inactive statements in between."""

import contextlib
import math
import operator

import numpy as np
import pytest

from tests.constructs.cases import V3, V4, Cases
from tests.oracle import check_gradient

case = Cases()


@case(0.6, 1.7, argnums=(0, 1))
def math_module(x, y):
    a = math.sin(x) * math.cos(y) + math.tan(x) - math.atan2(y, x) + math.hypot(x, y)
    b = math.exp(-x) + math.log(y) + math.log1p(x) + math.expm1(y) + math.sqrt(x * y) + math.log(x, 3.0)
    c = math.sinh(x) + math.cosh(x) + math.tanh(y) + math.asin(x) * math.acos(x) + math.atan(y)
    return a * b + c + math.pow(x, y) + math.fabs(-x) + math.degrees(x) * 0.01 + math.log2(y) + math.log10(x)


@case(0.6, 1.7, argnums=(0, 1))
def more_of_math(x, y):
    total = math.fsum([x, y**2, 1.0]) + math.prod([x, y, y])
    steps = math.floor(x * 7) + math.ceil(y) + math.trunc(y) + math.comb(4, 2)
    if math.isnan(x) or math.isinf(y) or not math.isclose(x, x):
        return x
    return total * steps + math.copysign(x, -1.0) + math.dist([x, y], [0.0, 1.0]) + math.fmod(y, 0.8) * x


@case(0.6, 1.7, argnums=(0, 1))
def special_functions_of_math(x, y):
    return math.erf(x) * math.erfc(y) + math.gamma(y) * math.lgamma(y + 1.0)


@case(0.6, -1.7, argnums=(0, 1))
@case(V3.sum(), 0.4, argnums=(0, 1))
def builtin_functions(x, y):
    a = abs(x) * abs(y) + max(x, y) * min(x, y, 0.3) + max([x * y, y], default=0.0)
    b = sum([x, y, x * y]) + sum((x,), y) + pow(x, 3) + pow(abs(y), x) + float(x) * y
    return a * b + round(x) + int(y) + bool(x) + len([x, y]) + a * round(y, 1)


@case(7.3, 2.1, argnums=(0, 1))
@case(-7.3, 2.1, argnums=(0, 1))
def divmod_and_friends(x, y):
    q, r = divmod(x, y)
    return q * x + r**2 + x // y * y + (x % y) * y + np.remainder(x, y) + np.floor(x) * y


@case(0.6, 1.7, argnums=(0, 1))
def operators(x, y):
    a = +x - -y + x / y * 2 ** x - (x + 1) ** -2
    b = 1 / x + 3 - y + 2 * y ** x + True * x
    return a * b if not x == y else a


@case(0.6, 1.7, argnums=(0, 1))
def operator_module(x, y):
    a = operator.mul(x, operator.add(y, x)) - operator.truediv(x, y) + operator.pow(y, 3)
    pair = [x, y]
    operator.setitem(pair, 0, a)
    return operator.getitem(pair, 0) * operator.itemgetter(1)(pair) + operator.neg(x) + operator.sub(x, y)


@case(V4)
def builtins_on_arrays(x):
    a = abs(x).sum() + sum(x) * max(x) + min(x[1:]) + pow(x, 2).sum() + float(x[0]) * len(x)
    return a + divmod(x, 0.37)[1].sum() + float(np.sum(x)) ** 2 + math.sqrt(x @ x) + x[0].item() * round(x[1])


@case(0.6, 3)
@case(0.6, 0)
@case(0.0, 2)
@case(0.0, 1)
def integer_powers(x, n):
    return x**n + n * x + (x + 1.0) ** -n + np.power(x, n) + (x + 2.0) ** (n / 2)


def audit(x):
    return x


@case(0.6)
def inactive_statements_pass_through(x):
    import re

    settings = dict(a=1, b="two")
    found = re.findall(r"\w", settings["b"])
    with contextlib.suppress(KeyError):
        settings.pop("c")
    names = [f"{n}:{i}" for i, n in enumerate(sorted(found))]
    text = "".join(sorted(set(names), key=str.lower))
    rng = np.random.default_rng(len(text) + settings["a"])
    noise = rng.normal(size=3)
    audit(text)
    return x**2 * np.sum(noise**2)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_gradient(fun, *args, **options)
