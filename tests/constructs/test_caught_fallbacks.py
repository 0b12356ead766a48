"""What is done where a method fails: other factorisations, smaller steps, other values; errors that arithmetic raises."""

import math

import numpy as np
import pytest
import scipy.linalg

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
V = np.array([0.7, -1.3, 0.4, 1.1])
P = np.array([0.5, 1.2, 2.1, 0.8])
A = np.array([[2.0, 0.3], [0.3, 1.0]])
B = np.array([[1.0, 2.0], [2.0, 1.0]])


@case(A)
@case(B)
def cholesky_jitter(K):
    L = np.eye(2)
    jitter = 0.0
    S = K * 1.0
    for k in range(5):
        try:
            L = np.linalg.cholesky(S)
            break
        except np.linalg.LinAlgError:
            jitter = 10.0 * jitter + 0.5
            S[np.diag_indices(2)] += jitter * K[0, 0]
    else:
        raise RuntimeError
    return np.sum(L ** 2) + jitter


@case(A, np.array([1.0, 2.0]), False)
@case(np.array([[1.0, 2.0], [2.0, 4.0]]), np.array([1.0, 2.0]), True)
def solve_or_ridge(M, b, sing):
    S = np.array([[M[0, 0], M[0, 1]], [2 * M[0, 0], 2 * M[0, 1]]]) if sing else M
    rhs = b.copy()
    try:
        rhs[0] *= M[0, 0]
        z = np.linalg.solve(S, rhs)
    except np.linalg.LinAlgError:
        rhs[1] += M[1, 1]
        z = np.linalg.solve(S.T @ S + 0.1 * np.eye(2), S.T @ rhs)
    return z @ z + rhs @ b


@case(V)
def damping(x):
    y = x.copy()
    h = 1.0
    f0 = np.sum(y ** 4)
    for it in range(4):
        try:
            trial = y - h * 4 * y ** 3
            if np.sum(trial ** 4) > f0:
                raise ArithmeticError("worse")
            y[:] = trial
            f0 = np.sum(y ** 4)
            h = min(1.0, h * 2)
        except ArithmeticError:
            h *= 0.25
            continue
    return np.sum(y * x) + f0


@case(P)
@case(V)
def errstate_raise(x):
    y = x * 1.0
    with np.errstate(all="raise"):
        try:
            y = y * 2.0
            y[0] = y[1] * y[2]
            z = np.log(y)
        except FloatingPointError:
            z = y ** 2
    return np.sum(z * y)


@case(P)
@case(V)
def errstate_inside(x):
    try:
        with np.errstate(invalid="raise", divide="raise"):
            z = np.sqrt(x)
            z = z * x
    except FloatingPointError:
        z = np.abs(x) ** 1.5
    return np.sum(z)


class Diverged(Exception):
    def __init__(self, it, msg=""):
        super().__init__(msg)
        self.it = it


def newton(f, x0):
    v = x0
    for k in range(20):
        step = f(v)
        v = v - step
        if abs(v) > 3:
            raise Diverged(k, "diverged")
    return v


@case(V)
def exception_with_value(x):
    try:
        r = newton(lambda v: -(v * v) * x[3] - 0.5, x[0])
        n = 0
    except Diverged as e:
        n = e.it
        r = x[0] * n + x[1]
    return r * (n + 1)


@case(V)
def math_domain(x):
    out = []
    for v in x:
        try:
            out.append(math.sqrt(v))
        except ValueError:
            out.append(v ** 2)
    return sum(out) * out[1]


@case(P)
@case(V)
def lu_state(x):
    M = np.outer(x, x) + np.diag(x)
    d = 1.0
    try:
        for k in range(4):
            if M[k, k] <= 0:
                raise np.linalg.LinAlgError("pivot")
            d = d * M[k, k]
            M[k + 1:, k] /= M[k, k]
            M[k + 1:, k + 1:] -= np.outer(M[k + 1:, k], M[k, k + 1:])
    except np.linalg.LinAlgError:
        d = d * np.sum(M ** 2)
    return d


@case(V)
def rk_reject(x):
    y = x[:2].copy()
    t = 0.0
    h = 0.5
    rej = 0
    class Reject(Exception):
        pass
    while t < 1.0 and rej < 20:
        try:
            k1 = -x[2] * y
            k2 = -x[2] * (y + h * k1)
            err = np.max(np.abs(k2 - k1)) * h
            if err > 0.02:
                raise Reject
            y += 0.5 * h * (k1 + k2)
            t += h
        except Reject:
            h *= 0.7
            rej += 1
    return np.sum(y ** 2) * h


@case(A)
@case(B)
def scipy_cho(K):
    S = K.copy()
    n = 0
    while n < 6:
        try:
            c = scipy.linalg.cho_factor(S, lower=True)
            z = scipy.linalg.cho_solve(c, K[0])
            break
        except scipy.linalg.LinAlgError:
            S = S + 0.7 * np.eye(2) * K[0, 0]
            n += 1
    return np.sum(z ** 2)


@case(A)
@case(B)
def inverse_update(K):
    S = K * 1.0
    try:
        S[0, 0] += K[1, 1]
        L = np.linalg.cholesky(S)
        S[1, 1] = L[1, 1]
        S[0] *= L[0, 0]
    except np.linalg.LinAlgError:
        S[0] *= 2.0
        S = S @ S
    return np.sum(S ** 2)


@case(V)
def deep_loops(x):
    y = x * 1.0
    s = 0.0
    for i in range(3):
        try:
            for j in range(4):
                for k in range(2):
                    y[j] += y[k] * y[i] * 0.1
                    if y[j] > 1.2:
                        raise ValueError
                s = s + y[j] * s + 0.3
            s = s * 0.5
        except ValueError:
            y[j] = y[k] * 0.5
            s = s + y[j]
    return s + np.sum(y ** 2)


@case(V)
def fallback_chain(x):
    def a(v):
        if v[0] > 0:
            raise NotImplementedError
        return np.sum(v)
    def b(v):
        if v[1] < 0:
            raise ArithmeticError("b")
        return np.prod(v)
    def c(v):
        return np.sum(v ** 2)
    for f in (a, b, c):
        try:
            r = f(x)
        except (NotImplementedError, ArithmeticError):
            continue
        break
    return r * x[2]


def factor(M):
    for k in range(len(M)):
        if M[k, k] <= 0:
            raise np.linalg.LinAlgError("pivot")
        M[k, k] = np.sqrt(M[k, k])
        M[k + 1:, k] /= M[k, k]
        for j in range(k + 1, len(M)):
            M[j:, j] -= M[j:, k] * M[j, k]


@case(V, 0.1)
@case(V, 4.0)
@case(V, 0.0)
def own_cholesky(x, s):
    M = np.outer(x, x) + s * np.eye(4) + np.diag(x)
    n = 0
    while True:
        L = M.copy()
        try:
            factor(L)
            break
        except np.linalg.LinAlgError:
            M = M + (1.0 + x[0] ** 2) * np.eye(4) + 0.01 * L
            n += 1
    return np.sum(np.tril(L) ** 2) + n


def bisect(f, lo, hi):
    if f(lo) * f(hi) > 0:
        raise ValueError("bracket")
    for _ in range(5):
        mid = 0.5 * (lo + hi)
        if f(mid) * f(lo) < 0:
            hi = mid
        else:
            lo = mid
    return 0.5 * (lo + hi)


@case(V)
def a_helper_that_calls_back(x):
    try:
        r = bisect(lambda u: u ** 2 + x[0], x[1], x[3])
    except ValueError:
        r = bisect(lambda u: u ** 3 + x[0], x[1], x[3])
    return r * x[2]


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
