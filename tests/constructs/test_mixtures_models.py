"""Models fitted and simulated: parameters in dicts and lists of records, loops with early ends, records that grow."""

import collections
import itertools
import math
from dataclasses import dataclass, field

import numpy as np
import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
V8 = np.array([0.7, -1.3, 0.4, 1.1, 0.25, -0.6, 0.9, 0.15])
V = np.array([0.7, -1.3, 0.4, 1.1])


@dataclass
class Layer:
    W: np.ndarray
    b: np.ndarray
    act: str = "tanh"
    grads: dict = field(default_factory=dict)

    def forward(self, z):
        self.z = z
        a = self.W @ z + self.b
        self.out = np.tanh(a) if self.act == "tanh" else np.where(a > 0, a, 0.1 * a)
        return self.out

    def backward(self, g):
        d = g * (1 - self.out**2) if self.act == "tanh" else g * np.where(self.out > 0, 1.0, 0.1)
        self.grads["W"] = np.outer(d, self.z)
        self.grads["b"] = d
        return self.W.T @ d


@case(V8)
def train_net(x):
    net = [Layer(x[:6].reshape(3, 2).copy(), x[5:8] * 0.5), Layer(x[2:8].reshape(2, 3) * 0.7, x[:2].copy(), act="leaky")]
    vel = {}
    data = [(np.array([0.5, -0.2]), np.array([0.3, 0.1])), (np.array([-0.4, 0.9]), np.array([0.0, 0.8]))]
    loss = 0.0
    for epoch in range(2):
        for inp, tgt in data:
            z = inp
            for l in net:
                z = l.forward(z)
            r = z - tgt
            loss = loss + 0.5 * r @ r
            for l in reversed(net):
                r = l.backward(r)
            for i, l in enumerate(net):
                for name, g in l.grads.items():
                    key = (i, name)
                    if key not in vel:
                        vel[key] = np.zeros_like(g)
                    v = vel[key]
                    v *= 0.5
                    v -= 0.1 * g
                    p = getattr(l, name)
                    p += v
    return loss + net[0].W.sum() * net[1].b[0]


@case(V8)
def hmm(x):
    A = np.exp(x[:4].reshape(2, 2))
    A /= A.sum(axis=1, keepdims=True)
    mu = x[4:6]
    obs = [0.1, 0.8, -0.3, 0.5]
    like = lambda o: np.exp(-0.5 * (o - mu) ** 2)
    alpha = np.zeros((4, 2))
    beta = np.ones((4, 2))
    scale = np.empty(4)
    alpha[0] = 0.5 * like(obs[0])
    scale[0] = alpha[0].sum()
    alpha[0] /= scale[0]
    for t in range(1, 4):
        np.dot(alpha[t - 1], A, out=alpha[t])
        alpha[t] *= like(obs[t])
        scale[t] = alpha[t].sum()
        alpha[t] /= scale[t]
    for t in range(2, -1, -1):
        beta[t] = A @ (like(obs[t + 1]) * beta[t + 1]) / scale[t + 1]
    gamma = alpha * beta
    gamma /= gamma.sum(1)[:, None]
    back = np.zeros((4, 2), int)
    v = np.log(alpha[0])
    for t in range(1, 4):
        sc = v[:, None] + np.log(A)
        back[t] = sc.argmax(0)
        v = sc.max(0) + np.log(like(obs[t]))
    path = [int(v.argmax())]
    for t in range(3, 0, -1):
        path.append(back[t, path[-1]])
    return np.log(scale).sum() + sum((gamma[t, p] for t, p in enumerate(reversed(path)))) + v.max()


@case(V8)
def reaction_network(x):
    reactions = [({"A": 1}, {"B": 1}, abs(x[0])), ({"A": 1, "B": 1}, {"C": 2}, abs(x[1])), ({"C": 1}, {"A": 1}, abs(x[2]))]
    conc = {"A": x[3], "B": 0.5, "C": abs(x[4])}
    traj = collections.defaultdict(list)
    for step in range(3):
        rates = []
        for lhs, rhs, k in reactions:
            r = k
            for sp, n in lhs.items():
                r = r * conc[sp] ** n
            rates.append(r)
        for (lhs, rhs, _), r in zip(reactions, rates):
            for sp, n in lhs.items():
                conc[sp] -= 0.1 * n * r
            for sp, n in rhs.items():
                conc[sp] += 0.1 * n * r
        for sp in conc:
            traj[sp].append(conc[sp])
        if conc["B"] < 0.45 and "D" not in conc:
            conc["D"] = 0.1 * conc["A"]
            reactions.append(({"D": 1}, {"B": 1}, x[5] ** 2))
    return sum((v[-1] ** 2 for v in traj.values())) + np.array(traj["A"]) @ np.array(traj["C"]) + len(traj) * traj["B"][1]


@case(V8)
def dtw_soft(x):
    a, b = (x[:4], x[4:])

    def softmin(*v, g=0.5):
        m = min(v)
        return m - g * math.log(sum((math.exp(-(u - m) / g) for u in v)))

    inf = 1000.0
    D = [[inf] * 5 for _ in range(5)]
    D[0][0] = 0.0
    for i, j in itertools.product(range(1, 5), range(1, 5)):
        D[i][j] = (a[i - 1] - b[j - 1]) ** 2 + softmin(D[i - 1][j], D[i][j - 1], D[i - 1][j - 1])
    i = j = 4
    cost = 0.0
    while i or j:
        cost += D[i][j]
        c = [(D[p][q], p, q) for p, q in ((i - 1, j), (i, j - 1), (i - 1, j - 1)) if p >= 0 and q >= 0]
        _, i, j = min(c)
    return D[4][4] + 0.1 * cost


@case(V8)
def kv_attention(x):
    Wq, Wk = (x[:4].reshape(2, 2), x[4:].reshape(2, 2))
    cache = {"k": [], "v": []}
    h = np.array([0.3, -0.5])
    outs = []
    for t in range(4):
        q = Wq @ h
        cache["k"].append(Wk @ h)
        cache["v"].append(h * (t + 1))
        if len(cache["k"]) > 3:
            for lst in cache.values():
                del lst[0]
        K = np.stack(cache["k"])
        Vv = np.stack(cache["v"])
        s = K @ q / math.sqrt(2)
        mask = np.zeros(len(s))
        mask[:-2] = -1.0
        s += mask
        s -= s.max()
        w = np.exp(s)
        w /= w.sum()
        h = np.tanh(w @ Vv + h)
        outs.append(h)
    return sum((o @ o for o in outs)) + outs[-1][0]


@case(V8)
def particle_filter(x):
    rng = np.random.default_rng(1)
    p = x.copy()
    w = np.full(8, 1 / 8)
    ll = 0.0
    for obs in (0.2, -0.1, 0.4):
        p = 0.9 * p + 0.1 * rng.normal(size=8)
        w *= np.exp(-0.5 * (p - obs) ** 2)
        tot = w.sum()
        ll += np.log(tot)
        w /= tot
        if 1 / np.sum(w**2) < 7.5:
            idx = np.searchsorted(np.cumsum(w), (np.arange(8) + 0.5) / 8)
            p = p[idx]
            w[:] = 1 / 8
    return ll + w @ p


@case(V)
def fem_assembly(k):
    n = 5
    K = np.zeros((n, n))
    F = np.zeros(n)
    conn = [(i, i + 1) for i in range(n - 1)]
    for e, nodes in enumerate(conn):
        ke = k[e] ** 2 * np.array([[1.0, -1.0], [-1.0, 1.0]]) + np.eye(2) * 0.1
        for a, A in enumerate(nodes):
            F[A] += 0.5 * k[e]
            for b, B in enumerate(nodes):
                K[A, B] += ke[a, b]
        ix = np.ix_(nodes, nodes)
        K[ix] += 0.01 * ke @ ke
    fixed = {0: 0.0, n - 1: k[1]}
    for dof, val in fixed.items():
        F -= K[:, dof] * val
        K[dof, :] = K[:, dof] = 0.0
        K[dof, dof] = 1.0
        F[dof] = val
    u = np.linalg.solve(K, F)
    react = [K[i] @ u - F[i] for i in fixed]
    return 0.5 * u @ K @ u + np.max(u) + sum(react)


@case(V)
def event_ode(x):
    events = []
    log = {}

    def rhs(t, y, p):
        return np.array([y[1], -p * y[0] - 0.1 * y[1]])

    def bounce(t, y):
        if y[0] < 0.2:
            events.append((t, y.copy()))
            y[1] = -0.8 * y[1]
            y[0] = 0.2 + (0.2 - y[0])
            return True
        return False

    y = x[:2].copy()
    t, h = (0.0, 0.2)
    callbacks = [bounce]
    while t < 1.9:
        k1 = rhs(t, y, x[2])
        k2 = rhs(t + h, y + h * k1, x[2])
        y += 0.5 * h * (k1 + k2)
        t += h
        for cb in callbacks:
            if cb(t, y):
                log.setdefault(cb.__name__, []).append(y[1])
                break
        else:
            y *= 0.99
    total = sum((v**2 for v in log.get("bounce", [])))
    if events:
        total += sum((tt * float(e[0]) for tt, e in events))
        last = events.pop()
        total += last[1] @ last[1]
    return total + y @ y


@case(V, 0.5, argnums=(0, 1))
def broyden(x, damp):

    def F(z):
        return np.array([z[0] ** 2 + z[1] - 1.2 + damp, z[0] - z[1] ** 3 + x[3]])

    z = x[:2] * 0.1 + 0.6
    J = np.eye(2) * 2.0
    f = F(z)
    for it in range(6):
        dz = np.linalg.solve(J, -f)
        if np.linalg.norm(dz) < 1e-09:
            break
        z += dz
        fn = F(z)
        df = fn - f
        J += np.outer(df - J @ dz, dz) / (dz @ dz)
        f = fn
    else:
        z[0] += 0.1 * x[2]
    return z @ z + J[0, 1]


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
