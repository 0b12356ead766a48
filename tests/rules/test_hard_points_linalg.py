"""Linear algebra where it is hardest: repeated values, singular matrices, norms at 0, free phases and bases."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
import scipy.linalg as linalg

import tangentish
from tangentish import grad
from tests.oracle import check_gradient, directional, inner, random_like

_rng = np.random.default_rng(3)
Q = np.linalg.qr(_rng.normal(size=(3, 3)))[0]
U = np.linalg.qr(_rng.normal(size=(3, 3)) + 1j * _rng.normal(size=(3, 3)))[0]
B = _rng.normal(size=(3, 3))
TWICE = [np.eye(3), np.diag([1.0, 1.0, 2.0]), Q @ np.diag([1.0, 1.0, 2.0]) @ Q.T, Q @ np.diag([2.0, 1.0, 2.0]) @ Q.T,
         U @ np.diag([1.0, 1.0, 2.0]) @ U.conj().T, np.stack([np.diag([1.0, 2.0, 3.0]), np.eye(3)])]


@pytest.fixture(autouse=True)
def no_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def check_reverse(fun, a):
    """As `check_gradient`, for what forward mode refuses: it takes tangents of vectors that are not used, too."""
    direction = random_like(a, np.random.default_rng(6))
    want = directional(fun, (a,), (0,), (direction,))
    assert inner(grad(fun)(a), direction) == pytest.approx(want, rel=1e-6)
    with pytest.raises(tangentish.UnsupportedError, match="arbitrary basis"):
        tangentish.jvp(fun, (a,), (direction,))


def values_h(a):
    return np.sum(np.exp(np.linalg.eigvalsh(a))) + np.prod(np.linalg.eigvalsh(a))


def values_of_vectors_h(a):
    w, _ = np.linalg.eigh(a)
    return np.sum(w**3)


def values_of_scipy(a):
    return np.sum(np.exp(linalg.eigvalsh(a))) + np.prod(linalg.eigh(a, eigvals_only=True))


def values_of_vectors_of_scipy(a):
    w, _ = linalg.eigh(a)
    return np.sum(w**3)


def values(a):
    return np.real(np.sum(np.linalg.eigvals(a) ** 3))


def values_of_vectors(a):
    w, _ = np.linalg.eig(a)
    return np.real(np.sum(w**3))


def singular(a):
    return np.sum(np.linalg.svdvals(a) ** 3)


def singular_of_vectors(a):
    return np.sum(np.exp(np.linalg.svd(a)[1]))


def singular_hermitian(a):
    return np.sum(np.linalg.svd(a, compute_uv=False, hermitian=True) ** 2)


@pytest.mark.parametrize("a", TWICE)
@pytest.mark.parametrize("fun", [values_h, values_of_scipy, values, singular, singular_hermitian])
def test_functions_that_treat_repeated_values_alike_have_a_derivative(fun, a):
    check_gradient(fun, a, rtol=1e-6)


@pytest.mark.parametrize("a", TWICE)
@pytest.mark.parametrize("fun", [values_of_vectors_h, values_of_vectors_of_scipy, values_of_vectors, singular_of_vectors])
def test_vectors_that_are_not_used_do_no_harm(fun, a):
    check_reverse(fun, a)


def test_trace_by_eigenvalues_is_exact():
    a = Q @ np.diag([1.0, 1.0, 2.0]) @ Q.T
    np.testing.assert_allclose(grad(lambda a: np.sum(np.linalg.eigvalsh(a)))(a), np.eye(3), atol=1e-14)
    np.testing.assert_allclose(grad(lambda a: np.real(np.sum(np.linalg.eigvals(a))))(a), np.eye(3), atol=1e-14)


@pytest.mark.parametrize("b", [np.diag([1.0, 2.0, 0.5]), B @ B.T + np.eye(3)])
def test_values_of_two_matrices_that_are_alike_have_a_derivative(b):
    root = np.linalg.cholesky(b)
    a = root @ TWICE[2] @ root.T

    def symmetric(a, b):
        return np.sum(np.exp(linalg.eigvalsh(a, b))) + np.prod(linalg.eigh(a, b, eigvals_only=True))

    check_gradient(symmetric, a, b, argnums=(0, 1))


@pytest.mark.parametrize("largest", [lambda a: np.linalg.eigvalsh(a)[-1], lambda a: linalg.eigvalsh(a)[0],
                                     lambda a: linalg.eigvalsh(a, subset_by_index=[1, 1])[0],
                                     lambda a: linalg.eigvalsh_tridiagonal(np.diagonal(a), np.diagonal(a, 1))[1],
                                     lambda a: np.linalg.svdvals(a)[0],
                                     lambda a: np.linalg.norm(a, 2), lambda a: np.real(np.linalg.eigvals(a)[0])])
def test_repeated_values_share_the_slope(largest):
    np.testing.assert_allclose(grad(largest)(np.eye(3)), np.eye(3) / 3, atol=1e-14)
    _, tangent = tangentish.jvp(largest, (np.eye(3),), (B,))
    assert tangent == pytest.approx(np.trace(B) / 3, rel=1e-12)


def test_values_that_differ_by_rounding_alone_are_repeated():
    a = Q @ np.diag([1.0, 1.0, 1.0 + 3e-16]) @ Q.T
    np.testing.assert_allclose(grad(lambda a: np.linalg.eigvalsh(a)[0])((a + a.T) / 2), np.eye(3) / 3, atol=1e-12)


@pytest.mark.parametrize("a", TWICE)
@pytest.mark.parametrize("fun", [
    lambda a: np.sum(np.abs(np.linalg.eigh(a)[1]) ** 3 * B),
    lambda a: np.sum(np.abs(np.linalg.eig(a)[1]) ** 3 * B),
    lambda a: np.sum(np.abs(linalg.eigh(a)[1]) ** 3 * B),
    lambda a: np.sum(np.abs(linalg.eigh(a, np.eye(3))[1]) ** 3 * B),
    lambda a: np.sum(np.abs(np.linalg.svd(a)[0]) ** 3 * B),
    lambda a: np.sum(np.abs(np.linalg.svd(a)[2]) ** 3 * B),
    lambda a: np.sum(np.abs(np.linalg.svd(a, hermitian=True)[2]) ** 3 * B),
])
def test_vectors_of_repeated_values_are_refused(fun, a):
    with pytest.raises(tangentish.UnsupportedError, match="repeated value"):
        grad(fun)(a)


# With eigenvalues 1, 1 and 2 to the last digit; those computed differ by rounding, which the vectors make larger.
SKEWED = [np.array([[1.0, 0.0, 0.0], [0.0, -621269.0, 154602.0], [0.0, -2496585.0, 621272.0]]),
          np.array([[548854.0, 0.0, 181887.0], [0.0, 1.0, 0.0], [-1656188.0, 0.0, -548851.0]])]


@pytest.mark.parametrize("a", SKEWED)
def test_rounding_that_vectors_make_larger_hides_no_repeated_value(a):
    """Only how far the values are from each other is known here, and no slope of any digit of theirs."""
    assert 1e-6 < np.ptp(np.sort(np.real(np.linalg.eigvals(a)))[:2]) < 1e-3
    with pytest.raises(tangentish.UnsupportedError, match="repeated value"):
        grad(lambda a: np.sum(np.abs(np.linalg.eig(a)[1]) ** 3 * B))(a)
    with pytest.raises(tangentish.UnsupportedError, match="repeated value"):
        tangentish.jvp(lambda a: np.linalg.eig(a)[1], (a,), (B,))


def test_values_of_a_badly_scaled_matrix_are_not_taken_for_repeated():
    """They are as exact as those of the scaled one, whose entries have about the same size."""
    size = np.array([1.0, 1e3, 1e6])

    def weighted(a):
        return np.sum(np.array([1.0, -2.0, 0.5]) * np.sort(np.real(np.linalg.eigvals(a / size * size[:, None]))))

    check_gradient(weighted, np.diag([1.0, 1.001, 1.002]) + 1e-4 * B, size=1e-5)


def logarithm(a):
    w, v = np.linalg.eigh(a)
    return np.sum((v * np.log(w)) @ v.T)


def test_a_function_of_a_matrix_by_its_vectors_is_refused_at_the_identity():
    """The cotangents of the vectors are 0 there, and those of the values are alike; yet the derivative is no multiple of I."""
    with pytest.raises(tangentish.UnsupportedError, match="repeated value"):
        grad(logarithm)(np.eye(3))


def test_vectors_of_other_values_pass_by_the_repeated_ones():
    def top(a):
        w, v = np.linalg.eigh(a)
        return w[-1] ** 2 + np.sum(np.outer(v[:, -1], v[:, -1].conj()).real * B)

    def top_of_scipy(a):
        w, v = linalg.eigh(a)
        return w[-1] ** 2 + np.sum(np.outer(v[:, -1], v[:, -1].conj()).real * B)

    def top_alone(a):
        w, v = linalg.eigh(a, subset_by_index=[2, 2])
        return w[0] ** 2 + np.sum(np.outer(v, v.conj()).real * B)

    def top_singular(a):
        u, s, vh = np.linalg.svd(a)
        return s[0] ** 2 + np.sum(np.outer(u[:, 0], vh[0]).real * B)

    for a in TWICE[2], TWICE[4]:
        check_reverse(top, a)
        check_reverse(top_singular, a)
        check_reverse(top_of_scipy, a)
        check_gradient(top_alone, a)
    check_reverse(top_singular, np.outer(B[0], B[1]))  # of rank 1: the other singular values are 0


@pytest.mark.parametrize("shape", [(4, 2), (2, 4), (3, 3)])
@pytest.mark.parametrize("factor", [1.0, 1j])
def test_vectors_of_other_values_pass_by_those_of_zero(shape, factor):
    def top(a):
        u, _, vh = np.linalg.svd(a, full_matrices=False)
        return np.sum(np.abs(u[:, 0]) ** 3) + np.sum(np.abs(vh[0]) ** 3)

    check_reverse(top, np.outer(1.0 + np.arange(shape[0]), factor - np.arange(shape[1])))


def test_vectors_of_singular_values_that_are_zero_are_refused():
    a = np.outer([1.0, 2.0, 3.0], [1.0, 0.5])
    for fun in (lambda a: np.sum(np.linalg.svd(a, full_matrices=False)[0] ** 3),
                lambda a: np.sum(np.linalg.svd(a)[0] ** 3)):
        with pytest.raises(tangentish.UnsupportedError, match="arbitrary basis"):
            grad(fun)(a)

    def rebuilt(a):
        u, s, vh = np.linalg.svd(a, full_matrices=False)
        return np.sum((u * s) @ vh * B[:, :2])

    with pytest.raises(tangentish.UnsupportedError, match="singular value that is 0"):
        grad(rebuilt)(a)


def test_singular_values_that_are_zero_have_slope_zero():
    a = np.array([[2.0, 0.0], [0.0, 0.0], [0.0, 0.0]])
    want = np.array([[1.0, 0.0], [0.0, 0.0], [0.0, 0.0]])
    for fun in (lambda a: np.sum(np.linalg.svdvals(a)), lambda a: np.linalg.norm(a, "nuc"), lambda a: np.linalg.norm(a, 2),
                lambda a: np.sum(np.linalg.svd(a)[1])):
        np.testing.assert_array_equal(np.abs(grad(fun)(a)), want)
    for fun in (lambda a: np.linalg.norm(a, "nuc"), lambda a: np.linalg.norm(a, 2), lambda a: np.linalg.norm(a, -2)):
        np.testing.assert_array_equal(grad(fun)(np.zeros((2, 3))), np.zeros((2, 3)))


# matrices that are singular, defective or of rank too low

def test_determinants_of_low_rank():
    for a in (np.outer(B[0], B[1]), np.diag([1.0, 2.0, 0.0]), np.zeros((3, 3)), Q @ np.diag([1.0, 0.0, 3.0]) @ Q.T):
        check_gradient(lambda a: np.linalg.det(a) * np.sum(a) + np.linalg.det(a), a, atol=1e-7)
    np.testing.assert_allclose(grad(np.linalg.det)(np.array([[1.0, 2.0], [2.0, 4.0]])), [[4.0, -2.0], [-2.0, 1.0]], atol=1e-14)


@pytest.mark.parametrize("p", [None, 2, "fro", 1, -1, np.inf, -np.inf])  # of "nuc" NumPy itself raises
@pytest.mark.parametrize("a", [np.array([[1.0, 2.0], [2.0, 4.0]]), np.zeros((2, 2))])
def test_condition_of_a_singular_matrix_is_refused(p, a):
    with pytest.raises(tangentish.UnsupportedError, match="singular"):
        grad(lambda a: np.linalg.cond(a, p))(a)


def test_condition_at_its_minimum():
    np.testing.assert_allclose(grad(np.linalg.cond)(Q), np.zeros((3, 3)), atol=1e-14)
    np.testing.assert_array_equal(grad(lambda a: np.linalg.cond(a, -2))(np.ones((2, 2))), np.zeros((2, 2)))
    np.testing.assert_array_equal(grad(np.linalg.cond)(np.array([[3.0]])), [[0.0]])


@pytest.mark.parametrize("fun", [lambda a: np.real(np.linalg.eigvals(a)[0]), lambda a: np.sum(np.real(np.linalg.eig(a)[1]))])
@pytest.mark.parametrize("a", [np.array([[0.0, 1.0], [0.0, 0.0]]), np.array([[2.0, 1.0, 0.0], [0, 2.0, 1.0], [0, 0, 2.0]])])
def test_defective_matrices_are_refused(fun, a):
    with pytest.raises(tangentish.UnsupportedError, match="span"):
        grad(fun)(a)


@pytest.mark.parametrize("mode", ["reduced", "complete", "r"])
def test_qr_of_dependent_columns_is_refused(mode):
    with pytest.raises(tangentish.UnsupportedError, match="linearly"):
        grad(lambda a: np.sum(np.linalg.qr(a, mode=mode)[0]))(np.ones((3, 2)))


@pytest.mark.parametrize("seed", range(10))
def test_qr_of_columns_that_depend_on_each_other_but_for_rounding_is_refused(seed):
    rng = np.random.default_rng(seed)
    with pytest.raises(tangentish.UnsupportedError, match="linearly"):
        grad(lambda a: np.sum(np.linalg.qr(a)[0]))(rng.normal(size=(8, 5)) @ rng.normal(size=(5, 6)))


@pytest.mark.parametrize("fun", [lambda a: np.sum(linalg.lu(a, permute_l=True)[0]), lambda a: np.sum(linalg.lu(a)[2])])
@pytest.mark.parametrize("a", [np.ones((3, 2)), np.array([[1.0, 2.0, 1.0], [2.0, 4.0, 2.0], [3.0, 1.0, 3.0], [1.0, 0.0, 1.0]])])
def test_lu_of_dependent_columns_is_refused(fun, a):
    with pytest.raises(tangentish.UnsupportedError, match="linearly"):
        grad(fun)(a)
    with pytest.raises(tangentish.UnsupportedError, match="linearly"):
        tangentish.jvp(fun, (a,), (a,))


def test_qr_of_a_stack_of_large_and_small_matrices():
    a = np.stack([1e-18 * B, B])
    np.testing.assert_allclose(grad(lambda a: np.sum(np.linalg.qr(a)[1] ** 2))(a), 2 * a, rtol=1e-12, atol=1e-30)


def test_qr_raw_is_refused():
    with pytest.raises(tangentish.UnsupportedError, match="raw"):
        grad(lambda a: np.sum(np.linalg.qr(a, mode="raw")[0]))(B)


def test_logarithm_of_a_determinant_that_is_zero_is_an_error():
    with pytest.raises(np.linalg.LinAlgError):
        grad(lambda a: np.linalg.slogdet(a)[1])(np.ones((2, 2)))


# norms

@pytest.mark.parametrize("order", [None, 1, 2, 3, 0.5, 0, -1, -2, np.inf, -np.inf])
def test_norms_of_vectors_at_zero(order):
    for x in np.zeros(3), np.zeros(3, complex):
        with np.errstate(divide="ignore"):  # NumPy's own, for negative orders
            np.testing.assert_array_equal(grad(lambda x: np.linalg.norm(x, order))(x), np.zeros(3))
            np.testing.assert_array_equal(grad(lambda x: np.sum(np.linalg.norm(x, order, axis=0)))(np.ones((3, 1)) * x[:1]),
                                          np.zeros((3, 1)))


@pytest.mark.parametrize("order", [None, "fro", "nuc", 1, -1, 2, -2, np.inf, -np.inf])
def test_norms_of_matrices_at_zero(order):
    np.testing.assert_array_equal(grad(lambda x: np.linalg.norm(x, order))(np.zeros((2, 3))), np.zeros((2, 3)))


@pytest.mark.parametrize("order", [0.5, -1, -2, -np.inf])
def test_norms_with_an_entry_zero(order):
    with np.errstate(divide="ignore"):
        slope = grad(lambda x: np.linalg.norm(x, order))(np.array([0.0, 2.0, -1.0]))
    assert np.all(np.isfinite(slope)) and slope[0] == 0
    assert np.any(slope != 0) == (order == 0.5)


def test_rows_and_columns_that_tie_share_the_slope():
    a = np.array([[1.0, -2.0], [2.0, 1.0]])
    sign = np.sign(a)
    np.testing.assert_array_equal(grad(lambda a: np.linalg.norm(a, np.inf))(a), sign / 2)
    np.testing.assert_array_equal(grad(lambda a: np.linalg.norm(a, 1))(a), sign / 2)
    np.testing.assert_array_equal(grad(lambda a: np.linalg.norm(a, np.inf, axis=0)[0])(a), [[0.0, 0.0], [1.0, 0.0]])
    np.testing.assert_array_equal(grad(lambda x: np.linalg.norm(x, np.inf))(np.array([2.0, -2.0])), [0.5, -0.5])


# small and empty matrices

@pytest.mark.parametrize("fun", [np.linalg.det, lambda a: np.linalg.slogdet(a)[1], lambda a: np.sum(np.linalg.inv(a)),
                                 lambda a: np.sum(np.linalg.eigvalsh(a)), lambda a: np.linalg.norm(a, "nuc"),
                                 lambda a: np.sum(np.linalg.pinv(a)), lambda a: np.sum(np.linalg.qr(a)[1]),
                                 lambda a: np.sum(np.linalg.cholesky(a)), lambda a: np.linalg.norm(a, -2)])
def test_one_by_one(fun):
    check_gradient(fun, np.array([[2.5]]))


@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (0, 0)])
def test_empty_matrices(shape):
    for fun in (lambda a: np.sum(np.linalg.pinv(a)), lambda a: np.sum(np.linalg.svdvals(a)), np.linalg.norm,
                lambda a: np.sum(np.linalg.svd(a)[1]), lambda a: np.sum(a @ a.T), lambda a: np.sum(np.linalg.qr(a)[1])):
        assert grad(fun)(np.zeros(shape)).shape == shape
    if shape == (0, 0):
        for fun in (np.linalg.det, lambda a: np.sum(np.linalg.inv(a)), lambda a: np.sum(np.linalg.eigh(a)[1]),
                    lambda a: np.linalg.slogdet(a)[1], lambda a: np.sum(np.linalg.eigvals(a).real),
                    lambda a: np.sum(np.linalg.eig(a)[1].real)):
            assert grad(fun)(np.zeros(shape)).shape == shape


# functions of real matrices that have a negative eigenvalue, on the branch cut: their results are complex

@pytest.mark.parametrize("function", [linalg.logm, linalg.sqrtm, lambda a: linalg.fractional_matrix_power(a, 0.3),
                                      lambda a: linalg.fractional_matrix_power(a, 1.5)])
@pytest.mark.parametrize("part", [np.real, np.imag])
def test_a_negative_eigenvalue(function, part):
    a = np.random.default_rng(3).random((5, 3, 3))[2]
    assert np.min(np.linalg.eigvals(a).real) < 0.0
    check_gradient(lambda a: np.sum(B * part(function(a))), a)


def test_pivots_that_are_floats():
    factors = 2.0 * np.eye(3) + B
    for pivots in ([0.0, 2.0, 2.0], np.array([0.0, 2.0, 2.0])):
        check_gradient(lambda lu, b, pivots=pivots: np.sum(B @ linalg.lu_solve((lu, pivots), b)), factors, B[0], argnums=(0, 1))
