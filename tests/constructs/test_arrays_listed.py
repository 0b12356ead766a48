"""`tolist` of what is not floats; subclasses of arrays; lists as arguments of NumPy functions."""

import numpy as np
import pytest

from tangentish import UnsupportedError, grad, jvp
from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
V = np.array([0.7, -1.3, 0.4, 1.1])
P = np.array([0.5, 1.2, 2.1, 0.8])


def chosen(x, flag):
    return np.arange(1, 3) if flag else x


@case(V, True)
def ints_listed(x, flag):
    a = chosen(x, flag)
    t = 0.0
    for i, k in enumerate([0] + a.tolist()):
        t += x[k : k + 1].sum() * x[0] * i
    return t


@case(V)
def complex_listed(x):
    z = (x + 1j * x**2).tolist()
    m = np.outer(x, x).tolist()
    b = (x > 0).tolist()
    return sum(abs(v) for v in z) + (z[0] * z[1]).imag + m[1][2] * m[0][3] + sum(v for v, k in zip(x, b) if k is True)


@case(V)
def rows_listed(x):
    def as_list(a):
        return a.tolist()

    i = as_list(np.array([[0, 1], [2, 3]]))
    y = as_list(x * 2)
    s = as_list(np.array(["a", "b"]))
    return sum(y[r[0]] * y[r[1]] for r in i) * len(s[0])


@pytest.mark.parametrize("fun,args,options", case)
def test_arrays_listed(fun, args, options):
    check_all_ways(fun, *args, **options)


class Doubling(np.ndarray):
    def __mul__(self, other):
        return 2.0 * np.asarray(super().__mul__(other))


def test_subclass_with_operators_of_its_own():
    a = np.arange(4.0).view(Doubling)
    with pytest.raises(UnsupportedError, match="says itself"):
        grad(lambda x: (a * x).sum())(V)


class Measured(np.ndarray):
    """As arrays with units are: what NumPy's functions do with them is theirs to say."""

    def __array_ufunc__(self, ufunc, method, *inputs, **keywords):
        raise TypeError("units")


class Scale:
    def __init__(self):
        self.held = np.array([2.0, 3.0, 1.0, 0.5]).view(Measured)

    @property
    def factors(self):
        return self.held.view(np.ndarray)

    @property
    def twice(self):
        return self.factors * 2.0

    def scaled(self, x):
        return np.sum(self.twice * x**2) * self.factors[1]


SCALE = Scale()


@pytest.mark.parametrize("fun", [lambda x: SCALE.scaled(x), lambda x: Scale().scaled(x)], ids=["around", "made"])
def test_numbers_of_a_subclass_with_operators_of_its_own(fun):
    np.testing.assert_allclose(grad(fun)(V), 12.0 * V * np.array([2.0, 3.0, 1.0, 0.5]))
    np.testing.assert_allclose(jvp(fun, (V,), (np.ones(4),))[1], np.sum(12.0 * V * np.array([2.0, 3.0, 1.0, 0.5])))


@pytest.mark.parametrize("x", [[0.7, -1.3, 0.4], [[0.7, 0.1], [0.2, 0.3]], (0.2, 0.3)], ids=["list", "rows", "tuple"])
def test_derivative_of_a_list_is_a_list(x):
    def total(x):
        return np.sum(np.log1p(np.abs(x)) + np.exp2(x))

    found, values = grad(total)(x), np.array(x)
    want = np.sign(values) / (1 + np.abs(values)) + np.log(2.0) * np.exp2(values)
    assert type(found) is type(x) and type(found[0]) is type(x[0])
    np.testing.assert_allclose(np.array(found), want, rtol=1e-12)


@pytest.mark.parametrize(
    "fun",
    [
        lambda x: np.sum(np.convolve(x, [x, 2.0], "same") ** 2),
        lambda x: np.sum(np.polymul(x, [1.0, x]) ** 2),
        lambda x: np.average(x, weights=np.abs(x) + 1) ** 2,
    ],
    ids=["convolve", "polymul", "average"],
)
def test_numbers_where_arrays_are_meant(fun):
    x, h = np.array(0.7), 1e-6
    found = grad(fun)(x)
    assert found.shape == ()
    np.testing.assert_allclose(found, (fun(x + h) - fun(x - h)) / (2 * h), rtol=1e-6)


def test_triangle_of_a_vector():
    def fun(x):
        return np.sum(np.arange(16.0).reshape(4, 4) * (np.tril(x) + 2.0 * np.triu(x, 1)) ** 2)

    h = 1e-5
    want = [(fun(V + h * unit) - fun(V - h * unit)) / (2 * h) for unit in np.eye(4)]
    np.testing.assert_allclose(grad(fun)(V), want, rtol=1e-7)
