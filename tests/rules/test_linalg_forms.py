"""The forms of arguments and results that samples cannot have: `out=`, named results, lists, strings that are computed."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import tangentish
from tangentish import grad
from tests.oracle import check_gradient

_rng = np.random.default_rng(4)
X = _rng.normal(size=(3, 3)) + 3 * np.eye(3)
Y = _rng.normal(size=(3, 4))
V = np.array([1.1, 0.7, 2.3, 1.9])

CASES = []


def case(*args):
    def register(fun):
        CASES.append(pytest.param(fun, args, id=fun.__name__))
        return fun

    return register


@case(X, Y)
def einsum_of_computed_subscripts(x, y):
    text = "...ij,jk"
    text = text + "->...ik"
    return np.sum(np.sin(np.einsum(text, x, y, optimize=True)))


@case(X, Y)
def einsum_of_lists_of_axes(x, y):
    return np.sum(np.sin(np.einsum(x, [0, 1], y, [1, 2]))) + np.sum(np.einsum(x, [0, 0], [0]) ** 2) + np.einsum(
        x, [Ellipsis, 1], [1, Ellipsis])[0, 1] ** 2


@case(X, Y)
def einsum_into_an_array(x, y):
    z = np.zeros((3, 4))
    np.einsum("ij,jk->ik", x, y, out=z, dtype=np.float64)
    return np.sum(z**2)


@case(X)
def einsum_of_one_active_array(x):
    return np.sum(np.einsum(x, [0, 1], np.ones((3, 2)), [1, 2]) ** 2) + np.sum(np.einsum("i,ij", np.arange(3.0), x) ** 2)


@case(X, Y)
def einsum_of_starred_arrays(x, y):
    arrays = [x, y]
    return np.sum(np.einsum("ij,jk->ik", *arrays) ** 2)


@case(X)
def einsum_of_five_arrays(x):
    return np.einsum("ij,jk,kl,lm,mi", x, x, x, x, x, optimize=True)


@case(V)
def einsum_of_displays(x):
    return np.sum(np.einsum("i,i->i", [x[0], x[1], 2.0, x[2]], x) ** 2)


@case(X.astype(complex), Y)
def einsum_of_complex_and_real(x, y):
    return np.sum(np.abs(np.einsum("ij,jk,lk,lm->im", x, y, y, x)) ** 2)


@case(X)
def named_results(a):
    w = np.linalg.eigh(a).eigenvalues
    s = np.linalg.svd(a)
    return (np.linalg.slogdet(a).logabsdet + np.sum(w**3) + np.sum(s.S**3) + np.sum(s.U**2 * np.arange(3.0))
            + np.sum(np.linalg.qr(a).R ** 3) + np.sum(np.linalg.eig(a + np.diag([1.0, 5.0, 9.0])).eigenvalues.real ** 2))


@case(X)
def results_by_index_and_in_loops(a):
    total = 0.0
    for part in np.linalg.qr(a):
        total = total + np.sum(part**3)
    q, *_ = np.linalg.svd(a)
    return total + np.linalg.lstsq(a, np.arange(3.0), rcond=None)[0][1] + np.sum(q**2 * np.arange(3.0))


@case(X)
def cutoffs_of_pinv(a):
    return np.sum(np.sin(np.linalg.pinv(a, rtol=1e-10))) + np.sum(np.linalg.pinv(a, rtol=None)) + np.sum(
        np.linalg.pinv(a, 1e-10, True) ** 2)


@case(np.diag([3.0, 1.0, 0.02]) + 0.01)
def pinv_that_leaves_values_out(a):
    return np.sum(np.sin(np.linalg.pinv(a, rtol=0.1)))


@case(X)
def rank(a):
    return np.sum(a**2) * np.linalg.matrix_rank(a) * np.linalg.matrix_rank(a, 1e-3, True)


@case(_rng.normal(size=(2, 3, 4)))
def traces_and_diagonals(a):
    return (np.sum(np.linalg.trace(a, offset=1, dtype=np.float64) ** 2) + np.sum(np.linalg.diagonal(a, offset=-1) ** 3)
            + np.sum(np.trace(a, 1, 0, 2, np.float64) ** 2) + np.sum(np.linalg.matrix_transpose(a)[0] ** 2))


@case(X, Y)
def products_into_arrays(x, y):
    p, q, r, s = np.zeros((3, 4)), np.zeros((3, 4)), np.zeros((3, 3)), np.zeros((3, 4))
    np.matmul(x, y, p)
    np.dot(x, y, out=q)
    np.outer(x[0], x[1], out=r)
    np.linalg.multi_dot([x, x, y], out=s)
    return np.sum(p**2) + np.sum(q**3) + np.sum(r**2) + np.sum(s**2)


@case(X)
def transforms_into_arrays(x):
    p, q, r = np.zeros((3, 3), complex), np.zeros((3, 3), complex), np.zeros((3, 4))
    np.fft.fft(x, out=p)
    np.fft.fftn(x, out=q)
    np.fft.irfft(x, out=r)
    return np.sum(np.abs(p) ** 2 * np.arange(3.0)) + np.sum(np.abs(q) ** 2 * np.arange(3.0)) + np.sum(r**3)


@case(X, Y)
def chains_of_tuples_and_of_lists_that_grow(x, y):
    factors = [x, y]
    factors.append(y.T)
    return np.sum(np.linalg.multi_dot((x, y, y.T, x)) ** 2) + np.sum(np.linalg.multi_dot(factors) ** 2)


def case_before(version, *args):
    """One that NumPy had until some version."""
    return case(*args) if np.lib.NumpyVersion(np.__version__) < version else lambda fun: fun


@case_before("2.5.0", V[:2], V[2:])
def cross_products_in_the_plane(x, y):
    return np.cross(x, y) ** 2 + np.sum(np.cross([1.0, 2.0, 3.0], y) ** 2) + np.sum(np.cross(x, np.ones((4, 3))) ** 2)


@case_before("2.5.0", Y[:, :2], Y[:, 2:])
def cross_products_of_rows_and_columns_in_the_plane(x, y):
    return (np.sum(np.cross(x, y) ** 2) + np.sum(np.cross(x, y[0]) ** 3) + np.sum(np.cross(x.T, y, axisa=0) ** 2)
            + np.sum(np.cross(x, np.ones((3, 3))) ** 2))


@case(V + 0.5j * V[::-1], V[:3] * 1j - V[1:])
def convolutions_of_complex_numbers(x, y):
    total = 0.0
    for mode in ("full", "same", "valid"):
        total = total + np.sum(np.abs(np.convolve(x, y, mode)) ** 2 + np.real(np.convolve(y, x, mode)) ** 3)
        total = total + np.sum(np.abs(np.correlate(x, y, mode)) ** 2 + np.imag(np.correlate(y, x, mode)) ** 3)
    return total


@case(V)
def displays(x):
    a = [[x[0], x[1]], [x[2], 9.0]]
    return (np.linalg.norm([x[0], x[1], 2.0]) + np.linalg.norm(a, "nuc") + np.linalg.det(a) + np.sum(np.linalg.inv(a) ** 2)
            + np.sum(np.linalg.solve(a, [x[3], 1.0]) ** 2) + np.sum(np.linalg.svdvals(a) ** 3) + np.linalg.cond(a)
            + np.sum(np.linalg.lstsq(a, [x[3], 1.0])[0] ** 3) + np.sum(np.linalg.matrix_power(a, 3))
            + np.sum(np.linalg.pinv(a) ** 3) + np.linalg.slogdet(a)[1] + np.sum(np.linalg.qr(a)[1] ** 3))


@case(V)
def products_of_displays(x):
    a, b = [x[0], x[1]], (x[2], 1.0)
    return (np.dot(a, b) + np.inner(a, b) + np.vdot(a, b) + np.sum(np.outer(a, b) ** 2) + np.sum(np.kron(a, b) ** 2)
            + np.tensordot(a, b, 1) + np.sum(np.cross([x[0], x[1], x[2]], [x[2], 1.0, 0.0]) ** 2)
            + np.sum((np.array([[1.0, 2.0], [3.0, 4.0]]) @ a) ** 2) + np.sum(np.convolve(a, b) ** 2)
            + np.sum(np.abs(np.fft.fft(a)) ** 2 * np.arange(2.0)) + np.sum(np.fft.irfft(a, 3) ** 3))


@case(X)
def methods(x):
    return x.dot(x).trace() ** 2 + np.sum((x @ x.T).diagonal() ** 2) + np.sum(x.T.dot(x[0]) ** 2)


@pytest.mark.parametrize(("fun", "args"), CASES)
def test_form(fun, args):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Arrays of 2-dimensional vectors", DeprecationWarning)
        check_gradient(fun, *args, argnums=tuple(range(len(args))), rtol=1e-5)


@pytest.mark.parametrize("fun", [
    lambda x: np.sum(np.matmul(x, x, axes=[(0, 1), (1, 0), (0, 1)])),
    lambda x: np.sum(np.vecdot(x, x, axes=[0, 0])),
    lambda x: np.sum(np.linalg.qr(x, mode="raw")[0]),
])
def test_refused(fun):
    with pytest.raises(tangentish.UnsupportedError, match="test_linalg_forms"):
        grad(fun)(X)


def test_single_precision_stays():
    x, z = X.astype(np.float32), (X + 1j).astype(np.complex64)
    for fun in (lambda a: np.sum(np.abs(np.einsum("ij,jk,kl,lm,mi", a, a, a, a, a))), np.linalg.cond,
                lambda a: np.sum(np.abs(np.linalg.svd(a)[0]) ** 3), lambda a: np.sum(np.abs(np.linalg.lstsq(a, a[0])[0])),
                lambda a: np.sum(np.abs(np.linalg.eigvals(a))), lambda a: np.sum(np.abs(np.fft.fftn(a)))):
        assert grad(fun)(x).dtype == np.float32
        assert grad(fun)(z).dtype == np.complex64
