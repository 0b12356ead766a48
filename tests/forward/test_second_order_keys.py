"""Second derivatives through the keys of dicts, which have none themselves."""

from __future__ import annotations

import numpy as np

import tangentish


def cubes(**powers):
    names = list(powers.keys())
    return sum(powers[name] ** 3 for name in names)


def test_keys_of_keywords():
    functions = [cubes]

    def fun(x):
        return functions[0](a=x[0], b=2.0 * x[1])

    x = np.array([1.0, 2.0])
    slope, step = tangentish.grad(fun), 1e-5
    numeric = [(slope(x + step * e) - slope(x - step * e)) / (2 * step) for e in np.eye(2)]
    np.testing.assert_allclose(tangentish.hessian(fun)(x), numeric, rtol=1e-6, atol=1e-8)
