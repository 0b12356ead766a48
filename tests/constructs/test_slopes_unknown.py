"""A call whose rule does not know all derivatives, under a condition: refused only where it is come to."""

import numpy as np
import pytest
import scipy.special as special

import tangentish
from tests.oracle import check_gradient


class Kernel:
    """As those of Gaussian processes are: what it holds may be anything, also what is differentiated."""

    def __init__(self, length, nu):
        self.length, self.nu = length, nu

    def __call__(self, x):
        r = x / self.length
        if self.nu == 0.5:
            return np.exp(-r)
        if self.nu == 1.5:
            return (1 + r) * np.exp(-r)
        return r**self.nu * special.kv(self.nu, r)


X = np.array([0.3, 0.8, 1.7])


@pytest.mark.parametrize("nu", [0.5, 1.5])
def test_not_come_to(nu):
    check_gradient(lambda x, length: np.sum(np.sin(Kernel(length, nu)(x))), X, 0.7, argnums=(0, 1))


def test_come_to():
    def function(nu):
        return np.sum(Kernel(0.7, nu)(X))

    for derivative in (lambda: tangentish.grad(function)(0.8), lambda: tangentish.jvp(function, (0.8,), (1.0,))):
        with pytest.raises(tangentish.UnsupportedError, match=r"(?s)_unknown\.py:23: .* `kv` with respect to `v`.*gradient"):
            derivative()


def test_without_a_condition():
    with pytest.raises(tangentish.UnsupportedError, match=r"test_slopes_unknown\.py:\d+: .* `kv` with respect to `v`"):
        tangentish.grad(lambda nu: np.sum(special.kv(nu, X)))(0.8)
