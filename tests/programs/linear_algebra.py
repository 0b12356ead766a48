"""Dense linear algebra in place, with loops, as in PolyBench."""

from __future__ import annotations

from typing import Any

import numpy as np


def kernel_cholesky(A: Any) -> None:
    """Row by row; the lower triangle is overwritten by the factor."""
    A[0, 0] = np.sqrt(A[0, 0])
    for i in range(1, A.shape[0]):
        for j in range(i):
            A[i, j] -= np.dot(A[i, :j], A[j, :j])
            A[i, j] /= A[j, j]
        A[i, i] -= np.dot(A[i, :i], A[i, :i])
        A[i, i] = np.sqrt(A[i, i])


def cholesky(A: Any) -> Any:
    """Cholesky factor in place, reduced with weights that keep every entry of it."""
    kernel_cholesky(A)
    L = np.tril(A)
    return np.sum(np.cos(np.arange(A.size)).reshape(A.shape) * L**2) + np.sum(np.log(np.diag(L)))


def cholesky_columns(A: Any, b: Any) -> Any:
    """Right-looking Cholesky: scaled columns, rank-one updates of the trailing block, then a Gaussian log-density."""
    n = A.shape[0]
    for k in range(n):
        A[k, k] = np.sqrt(A[k, k])
        col = A[k + 1 :, k]
        col /= A[k, k]
        A[k + 1 :, k + 1 :] -= np.outer(col, col)
    z = np.zeros(n)
    for i in range(n):
        z[i] = (b[i] - A[i, :i] @ z[:i]) / A[i, i]
    return -0.5 * z @ z - np.log(np.diagonal(A)).sum()


def kernel_lu(A: Any) -> None:
    """Doolittle, both factors in the place of `A`."""
    N = A.shape[0]
    for i in range(N):
        for j in range(i):
            A[i, j] -= A[i, :j] @ A[:j, j]
            A[i, j] /= A[j, j]
        for j in range(i, N):
            A[i, j] -= A[i, :i] @ A[:i, j]


def lu(A: Any) -> Any:
    """LU without pivoting."""
    kernel_lu(A)
    return np.sum(np.cos(np.arange(A.size)).reshape(A.shape) * A**2)


def lu_solve(A: Any, b: Any) -> Any:
    """LU, then the two triangular solves, into fresh vectors."""
    kernel_lu(A)
    x = np.zeros_like(b)
    y = np.zeros_like(b)
    N = len(b)
    for i in range(N):
        y[i] = b[i] - A[i, :i] @ y[:i]
    for i in range(N - 1, -1, -1):
        x[i] = (y[i] - A[i, i + 1 :] @ x[i + 1 :]) / A[i, i]
    return np.sum(np.arange(1.0, N + 1) * x**2)


def gauss_pivot(A: Any, b: Any) -> Any:
    """Gaussian elimination with row exchanges by fancy indexing."""
    n = len(b)
    for k in range(n):
        p = k + np.argmax(np.abs(A[k:, k]))
        if p != k:
            A[[k, p]] = A[[p, k]]
            b[k], b[p] = b[p], b[k]
        for i in range(k + 1, n):
            factor = A[i, k] / A[k, k]
            A[i, k:] -= factor * A[k, k:]
            b[i] -= factor * b[k]
    for i in reversed(range(n)):
        b[i] = (b[i] - A[i, i + 1 :] @ b[i + 1 :]) / A[i, i]
    return np.sum(np.sin(b))


def kernel_gramschmidt(A: Any, Q: Any, R: Any) -> None:
    """Modified Gram-Schmidt."""
    for k in range(A.shape[1]):
        nrm = np.dot(A[:, k], A[:, k])
        R[k, k] = np.sqrt(nrm)
        Q[:, k] = A[:, k] / R[k, k]
        for j in range(k + 1, A.shape[1]):
            R[k, j] = np.dot(Q[:, k], A[:, j])
            A[:, j] -= Q[:, k] * R[k, j]


def gramschmidt(A: Any) -> Any:
    """QR by Gram-Schmidt into arrays that the caller makes."""
    Q = np.zeros_like(A)
    R = np.zeros((A.shape[1], A.shape[1]), dtype=A.dtype)
    kernel_gramschmidt(A, Q, R)
    return np.sum(np.cos(np.arange(Q.size)).reshape(Q.shape) * Q) + np.sum(R**2 * np.arange(R.shape[1]))


def householder(A: Any) -> Any:
    """QR by Householder reflections, applied to the trailing block through a view."""
    m, n = A.shape
    for k in range(min(m - 1, n)):
        v = A[k:, k].copy()
        v[0] += np.copysign(np.linalg.norm(v), v[0])
        v /= np.linalg.norm(v)
        block = A[k:, k:]
        block -= 2.0 * np.outer(v, v @ block)
    return np.sum(np.triu(A) ** 3)


def kernel_durbin(r: Any, y: Any) -> None:
    """Levinson-Durbin recursion, whose right-hand side reads what it is about to overwrite, reversed."""
    alpha = -r[0]
    beta = 1.0
    y[0] = -r[0]
    for k in range(1, r.shape[0]):
        beta *= 1.0 - alpha * alpha
        alpha = -(r[k] + np.dot(np.flip(r[:k]), y[:k])) / beta
        y[:k] += alpha * np.flip(y[:k])
        y[k] = alpha


def durbin(r: Any) -> Any:
    """Solution of the Yule-Walker equations."""
    y = np.empty_like(r)
    kernel_durbin(r, y)
    return np.sum(np.cos(np.arange(y.size)) * y**2)


def kernel_trisolv(L: Any, x: Any, b: Any) -> None:
    """Forward substitution."""
    for i in range(x.shape[0]):
        x[i] = (b[i] - L[i, :i] @ x[:i]) / L[i, i]


def trisolv(L: Any, x: Any, b: Any) -> Any:
    """A lower triangular solve into an argument, whose old values do not matter."""
    kernel_trisolv(L, x, b)
    return np.sum(np.cos(np.arange(x.size)) * x**2)


def tridiagonal(lower: Any, diag: Any, upper: Any, rhs: Any) -> Any:
    """Thomas's algorithm, overwriting diagonal and right-hand side."""
    n = len(diag)
    for i in range(1, n):
        w = lower[i - 1] / diag[i - 1]
        diag[i] -= w * upper[i - 1]
        rhs[i] -= w * rhs[i - 1]
    rhs[-1] /= diag[-1]
    for i in range(n - 2, -1, -1):
        rhs[i] = (rhs[i] - upper[i] * rhs[i + 1]) / diag[i]
    return np.sum(rhs**3)


def gemver(alpha: float, beta: float, A: Any, u1: Any, v1: Any, u2: Any, v2: Any, y: Any, z: Any) -> Any:
    """Rank-two update, and the two products that follow it."""
    A += np.multiply.outer(u1, v1) + np.multiply.outer(u2, v2)
    x = beta * y @ A + z
    w = alpha * A @ x
    return np.sum(w * x)


def trmm(alpha: Any, A: Any, B: Any) -> Any:
    """Triangular product in place: rows still to come are read."""
    for i in range(B.shape[0]):
        for j in range(B.shape[1]):
            B[i, j] += np.dot(A[i + 1 :, i], B[i + 1 :, j])
    B *= alpha
    return np.sum(B**2)


def syrk(alpha: Any, beta: Any, C: Any, A: Any) -> Any:
    """Symmetric update of a triangle, `C[i, :i + 1]` scaled then added to."""
    for i in range(A.shape[0]):
        C[i, : i + 1] *= beta
        for k in range(A.shape[1]):
            C[i, : i + 1] += alpha * A[i, k] * A[: i + 1, k]
    return np.sum(np.sin(C))


def doitgen(A: Any, C4: Any, scratch: Any) -> Any:
    """Contractions through `np.dot(..., out=)` into one scratch vector that is used again and again."""
    NR, NQ, NP = A.shape
    for r in range(NR):
        for q in range(NQ):
            np.dot(A[r, q], C4, out=scratch)
            A[r, q, :] = scratch
    return np.sum(np.cos(np.arange(NP)) * A**2)


def conjugate_gradient(A: Any, b: Any, x: Any, steps: int) -> Any:
    """A fixed number of conjugate gradient steps, everything updated in place."""
    r = b - A @ x
    p = r.copy()
    rs = r @ r
    for _ in range(steps):
        Ap = A @ p
        alpha = rs / (p @ Ap)
        x += alpha * p
        r -= alpha * Ap
        rs_new = r @ r
        p *= rs_new / rs
        p += r
        rs = rs_new
    return np.sum(np.arange(1.0, x.size + 1) * x**2) + rs


def power_iteration(A: Any, v: Any, tol: float) -> Any:
    """The dominant eigenvalue, iterated until the vector stands still."""
    v = v / np.linalg.norm(v)
    while True:
        w = A @ v
        w /= np.linalg.norm(w)
        if np.max(np.abs(w - v)) < tol:
            break
        v = w
    return w @ A @ w


def determinant(A: Any) -> Any:
    """Recursive expansion by minors along the first row."""
    if A.shape[0] == 1:
        return A[0, 0]
    if A.shape == (2, 2):
        return A[0, 0] * A[1, 1] - A[0, 1] * A[1, 0]
    total = 0.0
    for j in range(A.shape[0]):
        minor = np.delete(A[1:], j, axis=1)
        total += (-1) ** j * A[0, j] * determinant(minor)
    return total
