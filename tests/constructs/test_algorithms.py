"""Whole algorithms whose state is in ring buffers, stacks, trees, queues and objects."""

import collections
import itertools
import math
import operator

import numpy as np
import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
V = np.array([0.7, -1.3, 0.4, 1.1])
P = np.array([0.5, 1.2, 2.1, 0.8])


@case(P)
def gmres_hand(x):
    A = np.diag(x + 2) + 0.2 * np.triu(np.ones((4, 4)), 1)
    b = x * 1.0
    m = 3
    Q = np.zeros((4, m + 1))
    H = np.zeros((m + 1, m))
    beta = np.linalg.norm(b)
    Q[:, 0] = b / beta
    cs = np.zeros(m)
    sn = np.zeros(m)
    e = np.zeros(m + 1)
    e[0] = beta
    for k in range(m):
        q = A @ Q[:, k]
        for i in range(k + 1):
            H[i, k] = Q[:, i] @ q
            q -= H[i, k] * Q[:, i]
        H[k + 1, k] = np.linalg.norm(q)
        Q[:, k + 1] = q / H[k + 1, k]
        for i in range(k):
            t = cs[i] * H[i, k] + sn[i] * H[i + 1, k]
            H[i + 1, k] = -sn[i] * H[i, k] + cs[i] * H[i + 1, k]
            H[i, k] = t
        d = math.hypot(H[k, k], H[k + 1, k])
        cs[k] = H[k, k] / d
        sn[k] = H[k + 1, k] / d
        H[k, k] = d
        H[k + 1, k] = 0
        e[k + 1] = -sn[k] * e[k]
        e[k] *= cs[k]
    y = np.linalg.solve(H[:m, :m], e[:m])
    u = Q[:, :m] @ y
    return u @ u


@case(P)
def lm_hand(x):
    t = np.linspace(0, 1, 5)
    d = x[0] * np.exp(-x[1] * t) + 0.1 * x[2] * t
    p = np.array([1.0, 0.5])
    lam = x[3] * 0.1
    last = np.inf
    for _ in range(8):
        m = p[0] * np.exp(-p[1] * t)
        r = d - m
        J = np.c_[np.exp(-p[1] * t), -t * m]
        c = r @ r
        if c < last:
            lam /= 3
            best = p.copy()
            last = c
        else:
            lam *= 2
            p = best.copy()
            continue
        A = J.T @ J
        A[np.diag_indices(2)] *= 1 + lam
        p += np.linalg.solve(A, J.T @ r)
    return p[0] * best[1]


@case(np.random.default_rng(0).normal(size=8))
def fft_bitrev(x):
    n = len(x)
    a = x.astype(complex)
    j = 0
    for i in range(1, n):
        bit = n >> 1
        while j & bit:
            j ^= bit
            bit >>= 1
        j |= bit
        if i < j:
            a[i], a[j] = a[j], a[i]
    ln = 2
    while ln <= n:
        w = np.exp(-2j * np.pi / ln)
        for i in range(0, n, ln):
            z = 1 + 0j
            for k in range(i, i + ln // 2):
                u = a[k]
                v = a[k + ln // 2] * z
                a[k] = u + v
                a[k + ln // 2] = u - v
                z *= w
        ln <<= 1
    return np.sum(np.abs(a) ** 3 * np.arange(n))


@case(np.random.default_rng(0).normal(size=9))
def multigrid(x):
    def smooth(u, f, h, n):
        for _ in range(n):
            for i in range(1, len(u) - 1):
                u[i] = 0.5 * (u[i - 1] + u[i + 1] + h * h * f[i] * (1 + 0.1 * u[i]))

    def v(u, f, h):
        smooth(u, f, h, 2)
        if len(u) <= 3:
            smooth(u, f, h, 3)
            return u
        r = np.zeros_like(u)
        r[1:-1] = f[1:-1] + (u[2:] - 2 * u[1:-1] + u[:-2]) / h**2
        rc = r[::2].copy()
        rc[1:-1] = 0.25 * (r[1:-2:2] + 2 * r[2:-1:2] + r[3::2])
        ec = v(np.zeros_like(rc), rc, 2 * h)
        e = np.zeros_like(u)
        e[::2] = ec
        e[1::2] = 0.5 * (ec[:-1] + ec[1:])
        u += e
        smooth(u, f, h, 1)
        return u

    u = np.zeros(9)
    for _ in range(2):
        u = v(u, x, 1 / 8)
    return np.sum(u * u) * 100


@case(P)
def kinetics(x):
    rates = [(0.3 * x[0], {"A": 1}, {"B": 1}), (0.5 * x[1], {"B": 2}, {"C": 1}), (0.2, {"C": 1, "A": 1}, {"B": 1})]
    c = {"A": x[2], "B": x[3], "C": 0.1}
    for _ in range(6):
        d = dict.fromkeys(c, 0.0)
        for k, r, p in rates:
            v = k * math.prod(c[s] ** n for s, n in r.items())
            for s, n in r.items():
                d[s] -= n * v
            for s, n in p.items():
                d[s] += n * v
        for s in c:
            c[s] += 0.1 * d[s]
    return c["A"] * c["B"] + c["C"]


@case(P)
def beam(x):
    lp = np.log(np.outer(x, x[::-1]) + 1)
    beams = [((), 0.0)]
    for t in range(3):
        c = []
        for s, v in beams:
            for k in range(4):
                c.append((s + (k,), v + lp[t, k] * (1.1 if s and s[-1] == k else 1.0)))
        c.sort(key=lambda p: p[1], reverse=True)
        beams = c[:2]
    return beams[0][1] * beams[1][1]


@case(P)
def hmm_fb(x):
    A = np.array([[x[0], 1], [1, x[1]]])
    A /= A.sum(1, keepdims=True)
    B = np.array([[x[2], 1.0], [0.5, x[3]]])
    B = B / B.sum(1)[:, None]
    o = [0, 1, 1, 0, 1]
    al = np.zeros((5, 2))
    sc = np.zeros(5)
    al[0] = 0.5 * B[:, o[0]]
    sc[0] = al[0].sum()
    al[0] /= sc[0]
    for t in range(1, 5):
        al[t] = (al[t - 1] @ A) * B[:, o[t]]
        sc[t] = al[t].sum()
        al[t] /= sc[t]
    be = np.ones((5, 2))
    for t in reversed(range(4)):
        be[t] = A @ (B[:, o[t + 1]] * be[t + 1]) / sc[t + 1]
    g = al * be
    return np.log(sc).sum() + np.sum(g[:, 0] ** 2)


@case(P)
def lbfgs_two_loop(x):
    f = lambda u: np.sum(x * (u - 1) ** 2) + np.sum((u[1:] - u[:-1] ** 2) ** 2)

    def g(u):
        r = 2 * x * (u - 1)
        d = u[1:] - u[:-1] ** 2
        r[1:] += 2 * d
        r[:-1] -= 4 * d * u[:-1]
        return r

    u = np.zeros(4)
    S = collections.deque(maxlen=3)
    gr = g(u)
    for it in range(5):
        q = gr.copy()
        al = []
        for s, y, r in reversed(S):
            a = r * (s @ q)
            al.append(a)
            q -= a * y
        if S:
            s, y, r = S[-1]
            q *= (s @ y) / (y @ y)
        for (s, y, r), a in zip(S, reversed(al)):
            q += s * (a - r * (y @ q))
        t = 0.1 if not S else 0.5
        un = u - t * q
        gn = g(un)
        s, y = un - u, gn - gr
        S.append((s, y, 1 / (s @ y)))
        u, gr = un, gn
    return f(u)


@case(P)
def nelder_mead(x):
    f = lambda u: (u[0] - x[0]) ** 2 + x[1] * (u[1] - x[2] * u[0]) ** 2
    s = [np.array([0.0, 0.0]), np.array([1.0, 0.0]) * x[3], np.array([0.0, 1.0])]
    for _ in range(6):
        s.sort(key=f)
        c = (s[0] + s[1]) / 2
        r = c + (c - s[2])
        if f(r) < f(s[0]):
            e = c + 2 * (c - s[2])
            s[2] = e if f(e) < f(r) else r
        elif f(r) < f(s[1]):
            s[2] = r
        else:
            s[2] = c + 0.5 * (s[2] - c)
    return f(min(s, key=f)) + s[0].sum()


@case(P)
def sparse_csr_cls(x):
    class CSR:
        def __init__(s, d, i, p):
            s.data, s.indices, s.indptr = d, i, p

        def __matmul__(s, v):
            o = np.zeros(len(s.indptr) - 1)
            for r in range(len(o)):
                for k in range(s.indptr[r], s.indptr[r + 1]):
                    o[r] += s.data[k] * v[s.indices[k]]
            return o

        @property
        def T(s):
            from_rows = [[] for _ in range(4)]
            for r in range(len(s.indptr) - 1):
                for k in range(s.indptr[r], s.indptr[r + 1]):
                    from_rows[s.indices[k]].append((r, s.data[k]))
            return CSR(
                [d for f in from_rows for _, d in f],
                [r for f in from_rows for r, _ in f],
                list(itertools.accumulate([0] + [len(f) for f in from_rows])),
            )

    A = CSR(x * 2, [0, 2, 1, 3], [0, 2, 3, 3, 4])
    return (A @ x) @ (A.T @ x)


@case(P)
def verlet_cells(x):
    pos = np.stack([x, x[::-1] * 0.7], 1)
    vel = np.zeros_like(pos)
    f = np.zeros_like(pos)

    def forces(p, out):
        out[:] = 0
        e = 0.0
        for i in range(len(p)):
            for j in range(i + 1, len(p)):
                d = p[i] - p[j]
                r2 = d @ d + 0.1
                if r2 > 4:
                    continue
                s = 1 / r2**3
                out[i] += s * d
                out[j] -= s * d
                e += s
        return e

    forces(pos, f)
    for _ in range(3):
        vel += 0.005 * f
        pos += 0.01 * vel
        e = forces(pos, f)
        vel += 0.005 * f
    return e + np.sum(vel**2)


@case(P)
def shunting_eval(x):
    env = dict(zip("abcd", x))
    ops = {"+": (1, operator.add), "*": (2, operator.mul), "-": (1, operator.sub), "^": (3, operator.pow)}
    out, st = [], []

    def app():
        b, a = out.pop(), out.pop()
        out.append(ops[st.pop()][1](a, b))

    for tok in "a * b + c * d ^ a - b".split():
        if tok in ops:
            while st and ops[st[-1]][0] >= ops[tok][0]:
                app()
            st.append(tok)
        else:
            out.append(env[tok])
    while st:
        app()
    return out[0]


@case(P)
def kmeans_loop(x):
    X = np.array([[0.0, 0], [1, 0], [0, 1], [3, 3]]) * x[:, None]
    C = X[[0, 3]].copy()
    for _ in range(3):
        d = ((X[:, None] - C) ** 2).sum(-1)
        lab = d.argmin(1)
        for k in range(2):
            if (lab == k).any():
                C[k] = X[lab == k].mean(0)
    return d.min(1).sum() + C.prod()


@case(P)
def cholesky_update(x):
    L = np.linalg.cholesky(np.diag(x) + 0.1)
    v = x.copy()
    for k in range(4):
        r = np.hypot(L[k, k], v[k])
        c, s = r / L[k, k], v[k] / L[k, k]
        L[k, k] = r
        if k < 3:
            L[k + 1 :, k] = (L[k + 1 :, k] + s * v[k + 1 :]) / c
            v[k + 1 :] = c * v[k + 1 :] - s * L[k + 1 :, k]
    return np.sum(L**2 * np.arange(16).reshape(4, 4))


@case(P)
def event_queue(x):
    q = collections.deque([(0.0, "a", x[0])])
    t = 0.0
    while q:
        tm, kind, v = q.popleft()
        if kind == "a" and tm < 3:
            q.append((tm + 1, "b", v * x[1]))
            q.appendleft((tm + 1, "a", v + x[2]))
        else:
            t += v * tm
    return t


@case(P)
def state_machine(x):
    class M:
        def __init__(s):
            s.state = "idle"
            s.acc = 0.0

        def feed(s, v):
            getattr(s, "do_" + s.state)(v)

        def do_idle(s, v):
            if v > 0.6:
                s.state = "run"
                s.acc = v

        def do_run(s, v):
            s.acc *= v
            if s.acc > 2:
                s.state = "idle"
                s.acc -= 1

    m = M()
    for v in np.concatenate([x, x]):
        m.feed(v)
    return m.acc


@case(P)
def memo_dict(x):
    memo = {}

    def f(n):
        if n in memo:
            return memo[n]
        memo[n] = x[n] if n < 2 else f(n - 1) * x[n % 4] + f(n - 2)
        return memo[n]

    r = f(5)
    memo[5] *= 2
    return r * memo[5] + f(5)


@pytest.mark.parametrize("fun,args,options", case)
def test_algorithms(fun, args, options):
    check_all_ways(fun, *args, **options)
