"""Vectors that are determined but for a phase, or for the basis of a null space."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.linalg as linalg

import tangentish
from tangentish import grad, jvp
from tangentish.rules.helpers import eig_matched
from tangentish.rules.helpers.spectra import refuse_defective
from tests.oracle import check_gradient, directional, random_like
from tests.rules import direct

_rng = np.random.default_rng(3)
B = _rng.normal(size=(3, 3))
X = _rng.normal(size=(3, 3)) + 1j * _rng.normal(size=(3, 3))
REAL = np.array([[1.0, 2.0, 0.3], [-1.5, 1.2, 0.4], [0.2, 0.5, 3.0]])  # with two complex eigenvalues


def eigh_invariant(a):
    w, v = np.linalg.eigh(a)
    return np.sum(w**3) + np.sum(np.abs(v) ** 3 * B) + np.sum(((v * np.sin(w)) @ v.conj().T).real * B)


def two_invariant(a):
    w, v = linalg.eigh(a, a @ a.conj().T + 3 * np.eye(3))
    return np.sum(w**3) + np.sum(np.abs(v) ** 3 * B) + np.sum(((v * np.sin(w)) @ v.conj().T).real * B)


def some_invariant(a):
    w, v = linalg.eigh(a, a @ a.conj().T + 3 * np.eye(3), subset_by_index=[1, 2])
    return np.sum(w**3) + np.sum(np.abs(v) ** 3 * B[:, 1:]) + np.sum(((v * np.sin(w)) @ v.conj().T).real * B)


def eig_invariant(a):
    w, v = np.linalg.eig(a)
    return np.sum(np.abs(w) ** 3) + np.sum(np.abs(v) ** 3 * B)


def svd_invariant(a):
    u, s, vh = np.linalg.svd(a, full_matrices=False)
    return np.sum(s**3) + np.sum(np.abs(u) ** 3) + np.sum(np.abs(vh) ** 4) + np.sum(((u * np.sqrt(s)) @ vh).real**2)


def svd_null_space(a):
    u, _, vh = np.linalg.svd(a)
    k = min(a.shape)
    return np.sum(np.abs(u[:, k:] @ u[:, k:].conj().T) ** 3) + np.sum(np.abs(vh[k:].conj().T @ vh[k:]) ** 3) + np.sum(
        np.abs(u[:, :k]) ** 3)


def qr_complement(a):
    q, r = np.linalg.qr(a, mode="complete")
    n = a.shape[1]
    return np.sum(np.abs(q[:, n:] @ q[:, n:].conj().T) ** 3) + np.sum(np.abs(r) ** 3) + np.sum(q.real[:, :n] ** 3)


@pytest.mark.parametrize("fun", [eigh_invariant, two_invariant, some_invariant, eig_invariant, svd_invariant])
@pytest.mark.parametrize("a", [X, X.real, REAL])
def test_invariant_functions_of_vectors(fun, a):
    check_gradient(fun, a)


def test_a_real_vector_among_complex_ones_has_no_free_phase():
    real = int(np.argmin(np.abs(np.imag(np.linalg.eig(REAL)[0]))))
    check_gradient(lambda a: np.real(np.sum((B[0] + 1j * B[1]) * np.linalg.eig(a)[1][:, real])), REAL)


@pytest.mark.parametrize("fun", [lambda a: np.abs(np.linalg.eigh(a)[1]), lambda a: np.abs(np.linalg.eig(a)[1]),
                                 lambda a: np.abs(np.linalg.svd(a)[0]), lambda a: np.abs(np.linalg.svd(a, False)[2])])
def test_vectors_of_a_stack(fun):
    check_gradient(lambda a: np.sum(fun(a) ** 3 * B), np.stack([X, X.T + 1]))


def test_full_q_of_scipy_without_the_columns_that_complete_it():
    def both(a):
        q, r = linalg.qr(a)
        return np.sum(q[:, :2] ** 3) + np.sum(r**3)

    a = _rng.normal(size=(4, 2))
    direction = random_like(a, _rng)
    assert np.sum(grad(both)(a) * direction) == pytest.approx(directional(both, (a,), (0,), (direction,)), rel=1e-7)


def test_how_much_vectors_enlarge_rounding():
    vectors = np.stack([X, 3 * X @ np.diag([1.0, 1e-3, 1e3]), np.eye(3)])
    np.testing.assert_allclose(refuse_defective(vectors), np.linalg.cond(vectors), rtol=1e-6)


@pytest.mark.parametrize("a", [REAL, np.stack([X, X.T])])
def test_values_in_another_order_are_matched(a):
    w, v = np.linalg.eig(a)
    values = w[..., [2, 0, 1]] * (1 + 1e-14)
    matched, vectors = eig_matched(a, values)
    np.testing.assert_allclose(matched, values, rtol=1e-12)
    np.testing.assert_array_equal(vectors, v[..., [2, 0, 1]])


def test_the_vector_of_a_number_that_is_zero_is_refused():
    def signed(a):
        u, s, _ = np.linalg.svd(a, hermitian=True)
        return np.sum(u * s)

    for derivative in (lambda: grad(signed)(np.zeros((1, 1))), lambda: jvp(signed, (np.zeros((1, 1)),), (np.ones((1, 1)),))):
        with pytest.raises(tangentish.UnsupportedError, match="singular value that is 0"):
            derivative()


@pytest.mark.parametrize("shape", [(4, 2), (2, 4), (5, 2), (3, 2), (2, 3), (3, 1)])
@pytest.mark.parametrize("kind", ["real", "complex"])
def test_projections_on_null_spaces(shape, kind):
    a = _rng.normal(size=shape) + (1j * _rng.normal(size=shape) if kind == "complex" else 0)
    check_gradient(svd_invariant, a)
    check_gradient(svd_null_space, a)
    if shape[0] > shape[1]:
        check_gradient(qr_complement, a)


@pytest.mark.parametrize("fun", [
    lambda a: np.sum(np.linalg.eigh(a)[1].real ** 3), lambda a: np.sum(linalg.eigh(a)[1].real ** 3),
    lambda a: np.sum(linalg.eigh(a, np.eye(3), subset_by_index=[0, 1])[1].imag ** 3),
    lambda a: np.sum(np.linalg.eig(a)[1].real ** 3),
    lambda a: np.sum(np.linalg.svd(a)[0].real ** 3), lambda a: np.sum(np.linalg.svd(a)[2].imag ** 3),
    lambda a: np.sum(np.linalg.qr(a[:, :2], mode="complete")[0].real ** 3),
    lambda a: np.sum(np.linalg.svd(a[:, :1])[0].real ** 3),
])
def test_what_depends_on_a_phase_is_refused(fun):
    with pytest.raises(tangentish.UnsupportedError, match="phase"):
        grad(fun)(X)


@pytest.mark.parametrize("fun", [lambda a: np.sum(np.linalg.svd(a)[0] ** 3), lambda a: np.sum(np.linalg.svd(a.T)[2] ** 3),
                                 lambda a: np.sum(np.linalg.qr(a, mode="complete")[0] ** 3)])
def test_what_depends_on_the_basis_of_a_null_space_is_refused(fun):
    with pytest.raises(tangentish.UnsupportedError, match="basis"):
        grad(fun)(_rng.normal(size=(4, 2)))


def turned(v, v_bar):
    """`v_bar` less what depends on the phases of the columns of `v`."""
    return v_bar - 1j * np.conj(v) * np.imag(np.sum(v * v_bar, axis=0))


@pytest.mark.parametrize("function", [np.linalg.eigh, np.linalg.eig])
def test_forward_and_reverse_of_complex_eigenvectors_agree(function):
    a = X + X.conj().T if function is np.linalg.eigh else X
    ans, rng = function(a), np.random.default_rng(5)
    rule = direct.rules_for(function, (a,), {})[0]
    bars = (random_like(np.asarray(ans[0]), rng), turned(ans[1], random_like(ans[1], rng)))
    a_bar = direct.vjp(rule, direct.bind(rule, (a,), {}), ans, bars)["a"]
    a_dot = random_like(a, rng)
    dots = direct.jvp(function, rule, (a,), {}, ans, {"a": a_dot})
    forward = sum(np.real(np.sum(bar * dot)) for bar, dot in zip(bars, dots, strict=True))
    assert forward == pytest.approx(np.real(np.sum(a_bar * a_dot)), rel=1e-10)


@pytest.mark.parametrize("shape", [(3, 3), (4, 2), (2, 3)])
def test_forward_and_reverse_of_complex_singular_vectors_agree(shape):
    rng = np.random.default_rng(5)
    a = random_like(np.zeros(shape, complex), rng)
    ans = np.linalg.svd(a, full_matrices=False)
    rule = direct.rules_for(np.linalg.svd, (a, False), {})[0]
    u_bar, s_bar, vh_bar = (random_like(one, rng) for one in ans)
    turning = np.imag(np.sum(ans[0] * u_bar, axis=0) - np.sum(ans[2] * vh_bar, axis=1))
    u_bar = u_bar - 1j * np.conj(ans[0]) * turning
    a_bar = direct.vjp(rule, direct.bind(rule, (a, False), {}), ans, (u_bar, s_bar, vh_bar))["a"]
    a_dot = random_like(a, rng)
    dots = direct.jvp(np.linalg.svd, rule, (a, False), {}, ans, {"a": a_dot})
    assert [dot.dtype for dot in rule.jvp(ans, a_dot, a, False)] == [one.dtype for one in ans]
    forward = sum(np.real(np.sum(bar * dot)) for bar, dot in zip((u_bar, s_bar, vh_bar), dots, strict=True))
    assert forward == pytest.approx(np.real(np.sum(a_bar * a_dot)), rel=1e-10)


def parts_of(*values):
    """The real and imaginary parts of all entries, in a row."""
    return np.concatenate([np.ravel(part) for value in values for part in (np.real(value), np.imag(value))])


def along(fun, a, axes=(-2,)):
    """The tangents of the vectors that `fun` gives beside central differences of these, with the signs that they have at `a`.

    The `axes` are those along which the vectors lie: LAPACK chooses other signs for some matrices close by.
    """
    rng = np.random.default_rng(8)
    dot = random_like(a, rng)
    ans, ans_dot = jvp(lambda a: parts_of(*fun(a)), (a,), (dot,))
    weights = rng.normal(size=np.shape(ans))

    def weighed(at):
        signed = [there * np.sign(np.real(np.sum(np.conj(here) * there, axis=axis, keepdims=True)))
                  for here, there, axis in zip(fun(a), fun(at), axes, strict=True)]
        return np.sum(weights * parts_of(*signed))

    assert np.sum(weights * ans_dot) == pytest.approx(directional(weighed, (a,), (0,), (dot,)), rel=1e-6, abs=1e-7)


@pytest.mark.parametrize("fun", [
    lambda a: np.linalg.eigh(a)[1], lambda a: np.linalg.eigh(a, "U")[1], lambda a: np.linalg.eig(a)[1],
    lambda a: linalg.eigh(a + 9 * np.diag(np.arange(3.0)))[1], lambda a: linalg.eig(a)[1],
    lambda a: linalg.eigh(a + 9 * np.diag(np.arange(3.0)), lower=False)[1],
    lambda a: linalg.eigh(X + X.conj().T, a @ a.conj().T + 3 * np.eye(3))[1],
    lambda a: linalg.eigh(a + 9 * np.diag(np.arange(3.0)), X @ X.conj().T + 3 * np.eye(3))[1],
    lambda a: linalg.eigh(X + X.conj().T, a @ a.conj().T + 3 * np.eye(3), lower=False)[1],
    lambda a: np.linalg.svd(a + a.conj().T, hermitian=True)[0], lambda a: np.linalg.eigh(np.stack([a, a @ a]))[1],
])
def test_tangents_of_eigenvectors_have_the_phases_of_the_vectors(fun):
    along(lambda a: (fun(a),), X)


def test_tangents_of_complex_eigenvectors_of_a_real_matrix():
    along(lambda a: (np.linalg.eig(a)[1],), REAL)


@pytest.mark.parametrize("shape", [(3, 3), (5, 3), (3, 5), (9, 3), (3, 9), (4, 1), (1, 4), (7, 6), (6, 7), (2, 4, 2)])
@pytest.mark.parametrize("kind", ["real", "complex"])
@pytest.mark.parametrize("full", [True, False])
def test_tangents_of_singular_vectors_turn_as_these_do(shape, kind, full):
    rng = np.random.default_rng(6)
    a = rng.normal(size=shape) + (1j * rng.normal(size=shape) if kind == "complex" else 0)
    along(lambda a: np.linalg.svd(a, full_matrices=full)[::2], a, (-2, -1))


def test_bases_that_are_not_those_of_lapack_are_refused():
    a = _rng.normal(size=(4, 2))
    u, s, vh = np.linalg.svd(a)
    u[:, 2:] = u[:, 2:] @ np.array([[0.6, 0.8], [-0.8, 0.6]])
    rule = direct.rules_for(np.linalg.svd, (a,), {})[0]
    with pytest.raises(tangentish.UnsupportedError, match="basis"):
        direct.jvp(np.linalg.svd, rule, (a,), {}, (u, s, vh), {"a": np.ones_like(a)})
