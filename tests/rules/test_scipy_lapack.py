"""Functions of LAPACK that SciPy gives by name: they give what SciPy gives, and their derivatives are right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import scipy.linalg as linalg
import scipy.linalg.lapack as lapack
from scipy.linalg import get_lapack_funcs

import tangentish
from tangentish import library
from tests.oracle import check_gradient

RNG = np.random.default_rng(9)


def some(kind: str, *shape: int) -> Any:
    """Numbers of a type of LAPACK."""
    x = RNG.normal(size=shape) + (1j * RNG.normal(size=shape) if kind in "cz" else 0.0)
    return x.astype({"s": np.float32, "d": np.float64, "c": np.complex64, "z": np.complex128}[kind])


def real(x: Any) -> Any:
    return np.abs(x).astype(x.real.dtype) + 4


def band(kind: str, rows: int, middle: int) -> Any:
    """The rows of bands, with a large diagonal."""
    ab = some(kind, rows, 4)
    ab[middle] = real(ab[middle]) + 4
    return ab


def calls(kind: str) -> Iterator[tuple[Any, ...]]:
    """The name of a function, its arguments, its keywords, and which results are looked at: all of them if none are named."""
    a, b, v = some(kind, 4, 4) + 4 * np.eye(4, dtype=kind.replace("s", "f").replace("c", "F").replace("z", "D")), \
        some(kind, 4, 2), some(kind, 4)
    h, s, d = a @ np.conj(a.T), a + a.T, real(v)
    lu, piv, _ = getattr(lapack, kind + "getrf")(a)
    real_ones = kind in "sd"
    for right in (b, v, some(kind, 4, 2, 2)):
        yield "gesv", (a, right), {}
        for trans in (0, 1, 2):
            yield "getrs", (lu, piv, right), {"trans": trans}
        yield "gtsv", (v[:3], v[::-1] * 1, v[1:], right), {}
        yield "ptsv", (d, v[:3], right), {}
        yield "pttrs", (d, v[:3], right), {} if real_ones else {"lower": 1}
        for kl, ku in ((1, 2), (0, 1), (2, 0)):
            yield "gbsv", (kl, ku, band(kind, 2 * kl + ku + 1, kl + ku), right), {}
        for lower in (0, 1):
            yield "posv", (h, right), {"lower": lower}
            yield "potrs", (a, right), {"lower": lower}
            yield "sysv", (s, right), {"lower": lower}
            for width in (0, 2, 5):
                yield "pbsv", (band(kind, width + 1, 0 if lower else width), right), {"lower": lower}
                yield "pbtrs", (band(kind, width + 1, 0 if lower else width), right), {"lower": lower}
            for trans in (0, 1, 2):
                yield "trtrs", (a, right), {"lower": lower, "trans": trans, "unitdiag": trans % 2}
                yield "tbtrs", (band(kind, 3, 0 if lower else 2), right), {
                    "uplo": "UL"[lower], "trans": "NTC"[trans], "diag": "NU"[trans % 2]}
    for right in (b[:1], v[:1]):  # of one row
        yield "gtsv", (v[:1], v[1:2], v[2:3], right), {}
        yield "ptsv", (d[:1], v[:1], right), {}
        yield "pttrs", (d[:1], v[:1], right), {}
    yield "pttrf", (d[:1], v[:1]), {}
    yield "pttrs", (d, v[:3], b), {} if real_ones else {"lower": 0}
    yield "pttrf", (d, v[:3]), {}
    yield "pbtrs", (band(kind, 2, 1), some(kind, 6, 2)), {}
    for shape in ((4, 4), (5, 3), (3, 5)):
        yield "getrf", (some(kind, *shape),), {}
        yield "geqrf", (some(kind, *shape),), {}, (0, 1)
    yield "getri", (lu, piv), {}
    for lower in (0, 1):
        yield "potrf", (h,), {"lower": lower, "clean": lower}
        yield "potri", (np.real(a) if real_ones else np.linalg.cholesky(h).conj().T,), {"lower": lower}, None, "dc"[kind in "cz"]
        yield "pbtrf", (band(kind, 3, 0 if lower else 2),), {"lower": lower}
        yield "trtri", (a,), {"lower": lower, "unitdiag": lower}
        yield "sytrf", (s - 6 * np.diag(np.diag(s)),), {"lower": lower}
        if not real_ones:
            yield "hesv", (s + np.conj(s.T), b), {"lower": lower}
        yield ("syevd" if real_ones else "heevd"), (h,), {"lower": lower}, (0,)
    q, tau, _, _ = getattr(lapack, kind + "geqrf")(some(kind, 5, 3))
    yield ("orgqr" if real_ones else "ungqr"), (q, tau), {}, (0,)
    for side, c in (("L", some(kind, 5, 2)), ("R", some(kind, 2, 5))):
        for trans in "NT" if real_ones else "NC":
            yield ("ormqr" if real_ones else "unmqr"), (side, trans, q, tau, c, 64), {}, (0,)
    yield "gels", (some(kind, 5, 3), some(kind, 5)), {}
    yield "gehrd", (a,), {}
    yield ("orghr" if real_ones else "unghr"), (a, v[:3]), {}
    upper = np.triu(a)
    for trana, tranb, sign in (("N", "N", 1), ("C", "N", -1), ("N", "C", 1)):
        yield "trsyl", (upper, 3 * upper, a), {"trana": trana, "tranb": tranb, "isgn": sign}, (0,), "c"


CALLS = [(kind, *call) for kind in "dzsc" for call in calls(kind)]


def name(call: Any) -> str:
    return f"{call[0]}{call[1]} {call[3]} {[np.shape(x) for x in call[2] if isinstance(x, np.ndarray)]}"


@pytest.mark.parametrize("call", CALLS, ids=name)
def test_value(call: Any) -> None:
    """As SciPy's: also the types, the shapes, and the order of memory."""
    kind, routine, args, keywords, *more = call
    function = getattr(lapack, kind + routine)
    replacement = library.replacement(function)
    assert replacement is not None
    tolerance = 1e-11 if kind in "dz" else 2e-4
    for place, (one, other) in enumerate(zip(replacement(*args, **keywords), function(*args, **keywords), strict=True)):
        assert np.shape(one) == np.shape(other)
        if not isinstance(other, np.ndarray) or (more and more[0] and place not in more[0] and "q" in routine):
            continue  # what was worked with
        assert one.dtype == other.dtype or one.dtype.kind == "i"
        assert one.flags.f_contiguous == other.flags.f_contiguous
        np.testing.assert_allclose(one, other, atol=tolerance, rtol=tolerance)


@pytest.mark.parametrize("call", [call for call in CALLS if call[0] in "dz"], ids=name)
def test_derivative(call: Any) -> None:
    kind, routine, args, keywords, *more = call
    function = getattr(lapack, kind + routine)
    parts = more[0] if more and more[0] is not None else None
    active = [place for place, arg in enumerate(args) if isinstance(arg, np.ndarray) and arg.dtype.kind in "fc"]
    if more[1:] == ["c"]:
        active = active[-1:] if routine == "trsyl" else []  # of the others a part is read that has no name
    if not active:
        return
    places = parts or [place for place, one in enumerate(function(*args, **keywords)) if np.asarray(one).dtype.kind in "fc"]

    def value(*given: Any) -> Any:
        called = list(args)
        for k in range(len(active)):
            called[active[k]] = given[k]
        results = function(*called, **keywords)
        total = 0.0
        for place in places:
            result = np.ravel(results[place])
            total = total + np.sum(np.cos(np.arange(1, result.size + 1)) * (np.real(result) + 0.7 * np.imag(result)))
        return total

    check_gradient(value, *[args[place] for place in active], argnums=tuple(range(len(active))), rtol=1e-5, repeats=1)


A, B, C = RNG.normal(size=(3, 3, 3)) + 4 * np.eye(3)
V = RNG.normal(size=3)


@pytest.mark.parametrize("order", ["C", "F"])
def test_overwritten(order: Any) -> None:
    """What is read of an argument after it was overwritten, or was not for the order of its memory."""
    def solve(a: Any, b: Any, c: Any) -> Any:
        a, c = np.array(a, order=order), np.array(c, order=order)
        lu, _, x, _ = lapack.dgesv(a, b, 1, overwrite_b=1)
        inverse, _ = lapack.dgetri(lu, np.arange(3), overwrite_lu=1)
        lapack.dpotrf(c, overwrite_a=1)
        lapack.dtrtrs(c, b, overwrite_b=1)
        return np.sum(np.sin(a)) + np.sum(b * x) + np.sum(np.cos(lu)) + np.sum(c**2) + np.sum(inverse)

    check_gradient(solve, A, V, C @ C.T, argnums=(0, 1, 2))


def test_no_solution() -> None:
    """The right side is what it was; and what is tried again has a derivative."""
    def left(b: Any) -> Any:
        x, info = lapack.dgesv(np.ones((3, 3)), b)[2:]
        return np.sum(x**2) + info

    def damped(a: Any) -> Any:
        c, info = lapack.dpotrf(a)
        if info:
            c, info = lapack.dpotrf(a + 9 * np.eye(3))
        return np.sum(np.sin(c))

    check_gradient(left, V)
    assert np.all(np.isfinite(tangentish.grad(damped)(-np.eye(3))))


def test_found_by_name() -> None:
    def solve(a: Any, b: Any) -> Any:
        getrf, getrs = get_lapack_funcs(("getrf", "getrs"), (a, b))
        lu, piv, info = getrf(a)
        if info > 0:
            raise np.linalg.LinAlgError("singular")
        return np.sum(np.abs(getrs(lu, piv, b)[0]) ** 2)

    check_gradient(solve, A, V, argnums=(0, 1))
    check_gradient(solve, A.astype(np.complex128) + 1j * B, V, argnums=(0, 1))
    with pytest.raises(np.linalg.LinAlgError):
        tangentish.grad(solve)(np.ones((3, 3)), V)


def test_wrong_shapes() -> None:
    for function in (lambda b: np.sum(lapack.dgesv(A, b)[2]), lambda b: np.sum(lapack.dpotrs(A, b)[0]),
                     lambda b: np.sum(lapack.dgetrs(A, [0, 1, 2], b)[0])):
        with pytest.raises(Exception, match=r"shape|dimension") as theirs:
            function(np.ones(4))
        with pytest.raises(type(theirs.value)):
            tangentish.grad(function)(np.ones(4))


def test_nothing() -> None:
    assert tangentish.grad(lambda a: np.sum(lapack.dpotrf(a)[0]))(np.zeros((0, 0))).shape == (0, 0)
    assert tangentish.grad(lambda b: np.sum(lapack.dgesv(A, b)[2]))(np.zeros((3, 0))).shape == (3, 0)


def test_factors_of_scipy() -> None:
    """What SciPy writes in Python with these functions: indefinite factors, Hessenberg form; and updates of QR."""
    def pivoted(a: Any) -> Any:
        lower, d, _ = linalg.ldl(a + a.T - 6 * np.diag(V))
        return np.sum(np.sin(lower)) + np.sum(np.cos(d))

    def similar(a: Any) -> Any:
        h, q = linalg.hessenberg(a, calc_q=True)
        return np.sum(np.sin(np.real(h) + 0.3 * np.imag(h))) + np.sum(np.cos(np.real(q) + 0.3 * np.imag(q)))

    def updated(a: Any, u: Any) -> Any:
        q, r = linalg.qr(a)
        q, r = linalg.qr_update(q, r, u, 2.0 * u)
        total = np.sum(np.sin(q)) + np.sum(np.cos(r))
        q, r = linalg.qr_delete(*linalg.qr_insert(q, r, u, 1, "col"), 0, 1, "col")
        return total + np.sum(np.sin(q)) + np.sum(np.cos(r))

    check_gradient(pivoted, A)
    check_gradient(similar, A)
    check_gradient(similar, A + 1j * B)
    check_gradient(updated, A, V, argnums=(0, 1))


@pytest.mark.parametrize("function", [
    lambda a: np.sum(lapack.dpotrf(-np.outer(a[0], a[0]))[0]), lambda a: np.sum(lapack.dgebal(a, scale=1)[0]),
    lambda a: np.sum(lapack.dsyev(a, compute_v=0)[0]), lambda a: np.sum(lapack.dgels(a[:2], a[0])[1]),
    lambda a: np.sum(lapack.dgehrd(np.triu(a))[0]), lambda a: np.sum(linalg.qr_delete(*linalg.qr(a), 1)[1]),
    lambda a: np.sum(lapack.dpbsv(a, V, ldab=2)[1]), lambda a: np.sum(lapack.dgesv(a[0, 0], 2.0)[2]),
])
def test_refused(function: Any) -> None:
    for derivative in (lambda: tangentish.grad(function)(A), lambda: tangentish.jvp(function, (A,), (B,))):
        with pytest.raises(tangentish.TangentishError, match=r"test_scipy_lapack\.py"):
            derivative()


def test_no_solution_after_others() -> None:
    """What was made for a matrix that has a solution also serves one that has none."""
    def left(a: Any) -> Any:
        x, info = lapack.dgtsv(a[0, :2], a[1], a[2, :2], V)[3:]
        c, other = lapack.dpotrf(a)
        return np.sum(a) if info or other else np.sum(x) + np.sum(c)

    derivative = tangentish.grad(left)
    assert not np.all(derivative(C @ C.T) == 1)
    assert np.all(derivative(np.zeros((3, 3))) == 1)


@pytest.mark.parametrize("f, g", [(1.3, 0.4), (-1.3, 0.4), (0.7, 0.0), (-0.2, -1.1)])
def test_rotations(f: float, g: float) -> None:
    check_gradient(lambda f, g: np.sum(np.array(lapack.dlartg(f, g)) * [1.0, 0.3, -0.7]), f, g, argnums=(0, 1))
    for at in ((f, g), (0.0, g + 0.1), (-0.0, -2.0)):
        np.testing.assert_allclose(np.array(library.REPLACED[lapack.dlartg](*at)), lapack.dlartg(*at), atol=1e-15)
    with pytest.raises(tangentish.UnsupportedError, match="two zeros"):
        tangentish.grad(lambda f: lapack.dlartg(f, 0.0)[2])(0.0)
