"""A call whose rule does not know all derivatives, under a condition: refused only where it is come to."""

import numpy as np
import pytest
import scipy.special as special

import tangentish
from tests.constructs.ways import check_all_ways
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
        return r**self.nu * special.hyperu(self.nu, 1.5, r)


X = np.array([0.3, 0.8, 1.7])


@pytest.mark.parametrize("nu", [0.5, 1.5])
def test_not_come_to(nu):
    check_gradient(lambda x, length: np.sum(np.sin(Kernel(length, nu)(x))), X, 0.7, argnums=(0, 1))


def test_come_to():
    def function(nu):
        return np.sum(Kernel(0.7, nu)(X))

    for derivative in (lambda: tangentish.grad(function)(0.8), lambda: tangentish.jvp(function, (0.8,), (1.0,))):
        where = r"(?s)test_slopes_unknown\.py:24: .* `hyperu` with respect to `a`.*gradient"
        with pytest.raises(tangentish.UnsupportedError, match=where):
            derivative()


def test_without_a_condition():
    with pytest.raises(tangentish.UnsupportedError, match=r"test_slopes_unknown\.py:\d+: .* `hyperu` with respect to `a`"):
        tangentish.grad(lambda nu: np.sum(special.hyperu(nu, 1.5, X)))(0.8)


def of_a_kernel_that_is_made(x):
    kernels = [Kernel(length, 0.8) for length in x]
    return sum(kernel(1.3) * kernel.nu for kernel in kernels)


def beside_in_a_dict(x):
    held = {"degree": 3, "alpha": 1.5, "x": x[0]}
    return special.eval_gegenbauer(held["degree"], held["alpha"], held["x"]) * special.jve(held["alpha"], x[1]) * held["alpha"]


def beside_in_a_tuple(x):
    held = (1.5, x[0])
    copied = list(held)
    return special.jve(held[0], held[1]) * special.jve(copied[0], copied[1])


@pytest.mark.parametrize("function", [of_a_kernel_that_is_made, beside_in_a_dict, beside_in_a_tuple])
def test_of_constants_beside(function):
    check_all_ways(function, X)


def in_a_list(x):
    held = [x[0], x[1]]
    return special.jve(held[0], held[1])


def of_a_kernel(x):
    return Kernel(x[0], x[1])(1.3)


def given_on(nu):
    held = [nu, 2.0]
    other = {"nu": held[0]}
    return special.jve(other["nu"], held[1])


@pytest.mark.parametrize(("function", "x"), [(in_a_list, X), (of_a_kernel, X), (given_on, 0.7)])
def test_of_what_is_active_after_all(function, x):
    for derivative in (lambda: tangentish.grad(function)(x), lambda: tangentish.jvp(function, (x,), (x,)),
                       lambda: tangentish.vjp(function, x)[1](1.0)):
        with pytest.raises(tangentish.UnsupportedError, match=r"(?s)slopes_unknown\.py:\d+: .*special\.(jve|hyperu)\(.*gradient"):
            derivative()


@pytest.mark.parametrize("held", [{"nu": 1.5, "x": 0.4}, {"x": 0.4, "nu": 1.5}])
def test_of_what_is_in_an_argument(held):
    def function(held):
        return special.jve(held["nu"], held["x"])

    for derivative in (lambda: tangentish.grad(function)(held), lambda: tangentish.jvp(function, (held,), (held,))):
        with pytest.raises(tangentish.UnsupportedError, match="with respect to `v`"):
            derivative()
