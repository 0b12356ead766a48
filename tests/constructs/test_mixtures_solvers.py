"""Solvers as their authors write them: state carried by objects, arrays written in place, steps that are taken back."""

import math

import numpy as np
import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
V8 = np.array([0.7, -1.3, 0.4, 1.1, 0.25, -0.6, 0.9, 0.15])
V = np.array([0.7, -1.3, 0.4, 1.1])


class Multigrid:
    def __init__(self, levels, smooth=2):
        self.levels, self.smooth, self.log = (levels, smooth, [])

    def relax(self, u, f, h):
        for _ in range(self.smooth):
            for i in range(1, len(u) - 1):
                u[i] = 0.5 * (u[i - 1] + u[i + 1] + h * h * f[i])

    def residual(self, u, f, h):
        r = np.zeros_like(u)
        r[1:-1] = f[1:-1] + (u[:-2] - 2 * u[1:-1] + u[2:]) / h**2
        return r

    def cycle(self, u, f, h, level=0):
        self.relax(u, f, h)
        if level < self.levels and len(u) > 3:
            r = self.residual(u, f, h)
            rc = r[::2].copy()
            rc[1:-1] += 0.25 * (r[1:-2:2] + r[3::2] - 2 * r[2:-1:2])
            e = np.zeros_like(rc)
            self.cycle(e, rc, 2 * h, level + 1)
            u[::2] += e
            u[1::2] += 0.5 * (e[:-1] + e[1:])
            self.log.append((level, np.max(np.abs(e))))
        self.relax(u, f, h)
        return u


@case(V8)
def multigrid(x):
    f = np.concatenate([x, [0.3]])
    mg = Multigrid(2)
    u = np.zeros(9)
    u[0] = x[0]
    u[-1] = x[1]
    for _ in range(2):
        mg.cycle(u, f, 1 / 8)
    return u @ u * 10 + sum((m * (l + 1) for l, m in mg.log))


class RKF:
    A = ((), (1 / 2,), (0, 3 / 4), (2 / 9, 1 / 3, 4 / 9))
    B = (2 / 9, 1 / 3, 4 / 9, 0)
    E = (-5 / 72, 1 / 12, 1 / 9, -1 / 8)

    def __init__(self, fun, y0, tol=0.01):
        self.fun, self.y, self.t, self.h, self.tol = (fun, y0, 0.0, 0.4, tol)
        self.n = {"ok": 0, "rejected": 0}
        self.dense = [(0.0, y0)]

    def step(self):
        while True:
            ks = []
            for row in self.A:
                yi = self.y
                for a, k in zip(row, ks):
                    yi = yi + self.h * a * k
                ks.append(self.fun(self.t, yi))
            err = self.h * sum((e * k for e, k in zip(self.E, ks)))
            norm = np.sqrt(np.mean((err / (1 + np.abs(self.y))) ** 2))
            fac = min(2.0, max(0.3, 0.9 * (self.tol / norm) ** (1 / 3))) if norm > 0 else 2.0
            if norm <= self.tol:
                self.y = self.y + self.h * sum((b * k for b, k in zip(self.B, ks)))
                self.t += self.h
                self.dense.append((self.t, self.y))
                self.h *= fac
                self.n["ok"] += 1
                return
            self.h *= fac
            self.n["rejected"] += 1

    def __call__(self, t):
        for (t0, y0), (t1, y1) in zip(self.dense, self.dense[1:]):
            if t0 <= t <= t1:
                s = (t - t0) / (t1 - t0)
                return (1 - s) * y0 + s * y1
        raise ValueError("outside")


@case(V, rtol=1e-05)
def rkf(x):
    s = RKF(lambda t, y: np.array([y[1], -x[2] * y[0] * 9 - 0.2 * y[1]]), x[:2])
    while s.t < 1.5:
        s.step()
    return s(0.7)[0] + s(1.2) @ s(1.2) + s.h * 0.1 + s.n["ok"]


@case(V8)
def householder_qr(x):
    A = np.vstack([x.reshape(4, 2), np.eye(2)]).copy()
    m, n = A.shape
    vs = []
    for k in range(n):
        v = A[k:, k].copy()
        alpha = -np.sign(v[0]) * np.linalg.norm(v)
        v[0] -= alpha
        nv = v @ v
        if nv == 0:
            continue
        A[k:, k:] -= 2 * np.outer(v, v @ A[k:, k:]) / nv
        vs.append(v / np.sqrt(nv))
    b = np.ones(m)
    b[:2] = x[:2]
    for k, v in enumerate(vs):
        b[k:] -= 2 * v * (v @ b[k:])
    sol = np.zeros(n)
    for i in reversed(range(n)):
        sol[i] = (b[i] - A[i, i + 1 : n] @ sol[i + 1 :]) / A[i, i]
    return sol @ sol + abs(A[0, 0]) + b[n:] @ b[n:]


@case(V8)
def burgers(x):
    limiters = {
        "minmod": lambda a, b: np.where(a * b > 0, np.where(np.abs(a) < np.abs(b), a, b), 0.0),
        "vanleer": lambda a, b: np.where(a * b > 0, 2 * a * b / (a + b + 1e-30 * (a + b == 0)), 0.0),
    }
    u = x + 1.5
    for it in range(4):
        lim = limiters["minmod" if it % 2 else "vanleer"]
        ext = np.concatenate([u[-2:], u, u[:2]])
        d = np.diff(ext)
        s = lim(d[:-1], d[1:])
        left, right = (ext[1:-1] + 0.5 * s, ext[1:-1] - 0.5 * s)
        ul, ur = (left[:-1], right[1:])
        speed = np.maximum(np.abs(ul), np.abs(ur))
        flux = 0.25 * (ul**2 + ur**2) - 0.5 * speed * (ur - ul)
        u -= 0.1 * (flux[1:] - flux[:-1])
    return u @ np.arange(8) + u.max()


@case(V8)
def levenberg(x):
    t = np.linspace(0, 1, 4)
    y = x[4:]

    def model(p):
        return p[0] * np.exp(-p[1] * t) + p[2]

    def jac(p):
        e = np.exp(-p[1] * t)
        return np.stack([e, -p[0] * t * e, np.ones_like(t)], axis=1)

    p, lam = (x[:3].copy(), 0.1)
    r = y - model(p)
    cost = r @ r
    for _ in range(5):
        J = jac(p)
        H = J.T @ J
        while True:
            step = np.linalg.solve(H + lam * np.diag(np.diag(H) + 0.1), J.T @ r)
            trial = p + step
            rt = y - model(trial)
            ct = rt @ rt
            if ct < cost:
                p, r, cost = (trial, rt, ct)
                lam /= 3
                break
            lam *= 4
            if lam > 1000000.0:
                return cost + p @ p
    return cost + p @ p


@case(V8)
def adaptive_quad(x):
    evals = {}

    def f(t):
        if t not in evals:
            evals[t] = np.exp(-x[0] * t) * np.sin(x[1] * t) + x[2] * abs(t - 0.3) ** 1.5
        return evals[t]

    def simpson(a, b):
        return (b - a) / 6 * (f(a) + 4 * f((a + b) / 2) + f(b))

    def adapt(a, b, tol, whole, depth):
        m = (a + b) / 2
        l, r = (simpson(a, m), simpson(m, b))
        if depth <= 0 or abs(l + r - whole) < 15 * tol:
            return l + r + (l + r - whole) / 15
        return adapt(a, m, tol / 2, l, depth - 1) + adapt(m, b, tol / 2, r, depth - 1)

    return adapt(0.0, 1.0, 0.0001, simpson(0.0, 1.0), 5) * 10 + evals[0.5]


@case(V8)
def tridiag_spline(x):
    n = 8
    h = 0.5
    a, b, c, d = (np.ones(n), np.full(n, 4.0), np.ones(n), np.zeros(n))
    d[1:-1] = 6 * (x[2:] - 2 * x[1:-1] + x[:-2]) / h**2
    b[0] = b[-1] = 1
    c[0] = a[-1] = 0
    for i in range(1, n):
        w = a[i] / b[i - 1]
        b[i] -= w * c[i - 1]
        d[i] -= w * d[i - 1]
    m = np.empty(n)
    m[-1] = d[-1] / b[-1]
    for i in range(n - 2, -1, -1):
        m[i] = (d[i] - c[i] * m[i + 1]) / b[i]

    def s(t):
        i = min(int(t / h), n - 2)
        u = t - i * h
        v = h - u
        return (m[i] * v**3 + m[i + 1] * u**3) / (6 * h) + (x[i] / h - m[i] * h / 6) * v + (x[i + 1] / h - m[i + 1] * h / 6) * u

    return sum((s(t) ** 2 for t in (0.1, 1.3, 2.9))) + m @ m * 0.01


@case(V8)
def haar_inplace(x):

    def fwd(v):
        n = len(v)
        while n > 1:
            h = n // 2
            t = v[:n].copy()
            v[:h] = (t[::2] + t[1::2]) / math.sqrt(2)
            v[h:n] = (t[::2] - t[1::2]) / math.sqrt(2)
            n = h

    def inv(v):
        n = 1
        while n < len(v):
            t = np.empty(2 * n)
            t[::2] = v[:n] + v[n : 2 * n]
            t[1::2] = v[:n] - v[n : 2 * n]
            v[: 2 * n] = t / math.sqrt(2)
            n *= 2
        return v

    y = x.copy()
    fwd(y)
    thr = 0.2 * np.max(np.abs(y))
    y[np.abs(y) < thr] = 0
    y[1:] = np.sign(y[1:]) * np.maximum(np.abs(y[1:]) - 0.1 * thr, 0)
    return inv(y) @ x + (y**2)[:3].sum()


@case(V8)
def fft_recursive(x):

    def fft(a):
        n = len(a)
        if n == 1:
            return a
        e, o = (fft(a[::2]), fft(a[1::2]))
        tw = np.exp(-2j * np.pi * np.arange(n // 2) / n) * o
        return np.concatenate([e + tw, e - tw])

    X = fft(x.astype(complex))
    X[3:6] = 0
    X[1] *= 1j
    P = X.real**2 + X.imag**2
    P[0] = 0
    return np.sum(P * np.arange(8)) + np.angle(X[2]) + abs(X[1] * X[6].conjugate())


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
