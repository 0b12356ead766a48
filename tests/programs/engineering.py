"""Programs of engineers: classes with state, elements that are assembled, events, phasors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sparse
from scipy.linalg import expm
from scipy.sparse.linalg import spsolve


class Bar:
    """An element of a truss in the plane."""

    def __init__(self, nodes: tuple[int, int], stiffness: Any) -> None:
        self.nodes, self.stiffness = nodes, stiffness

    def places(self) -> list[int]:
        return [2 * node + k for node in self.nodes for k in range(2)]

    def direction(self, X: Any) -> tuple[Any, Any]:
        d = X[self.nodes[1]] - X[self.nodes[0]]
        length = np.sqrt(np.sum(d**2))
        return length, d / length

    def matrix(self, X: Any) -> Any:
        length, (c, s) = self.direction(X)
        k = np.array([[c * c, c * s], [c * s, s * s]])
        return self.stiffness / length * np.block([[k, -k], [-k, k]])


class Cable(Bar):
    """One under tension, which is stiff across itself, too."""

    def __init__(self, nodes: tuple[int, int], stiffness: Any, tension: Any = 0.0) -> None:
        super().__init__(nodes, stiffness)
        self.tension = tension

    def matrix(self, X: Any) -> Any:
        K = super().matrix(X)
        length, n = self.direction(X)
        across = self.tension / length * (np.eye(2) - np.outer(n, n))
        for first, second, sign in ((0, 0, 1), (2, 2, 1), (0, 2, -1), (2, 0, -1)):
            K[first : first + 2, second : second + 2] += sign * across
        return K


def truss(X: Any, stiffness: Any, tension: Any, load: Any, kind: str = "dense") -> Any:
    """The work of a load on a truss, assembled in a dense or a sparse matrix; the first two nodes are held."""
    pairs = [(0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    bars = [Cable(p, k, tension=tension) if p == (1, 3) else Bar(p, k) for p, k in zip(pairs, stiffness, strict=True)]
    free = np.setdiff1d(np.arange(X.size), [0, 1, 2, 3])
    F = np.zeros(X.size)
    F[-1] = -load
    u = np.zeros(X.size)
    if kind == "sparse":
        rows, columns, values = [], [], []
        for bar in bars:
            places = np.array(bar.places())
            rows.append(np.repeat(places, 4))
            columns.append(np.tile(places, 4))
            values.append(bar.matrix(X).ravel())
        entries = (np.concatenate(values), (np.concatenate(rows), np.concatenate(columns)))
        S = sparse.coo_matrix(entries, shape=(X.size, X.size)).tocsr()
        u[free] = spsolve(S[free][:, free].tocsc(), F[free])
    else:
        K = np.zeros((X.size, X.size))
        for bar in bars:
            K[np.ix_(bar.places(), bar.places())] += bar.matrix(X)
        u[free] = np.linalg.solve(K[np.ix_(free, free)], F[free])
    return F @ u


def crank_nicolson(k: Any, T: Any, dt: Any, steps: int) -> Any:
    """Heat in a rod of changing conductivity, by sparse matrices of their diagonals."""
    main = np.zeros(len(T))
    main[:-1] += k
    main[1:] += k
    A = sparse.diags([-k, main, -k], [-1, 0, 1], format="csc")
    one = sparse.identity(len(T), format="csc")
    left, right = one + 0.5 * dt * A, one - 0.5 * dt * A
    for _ in range(steps):
        T = spsolve(left, right @ T)
    return np.sum(T**2)


@dataclass(order=True)
class Dose:
    """What is given at a time, at once or for as long as it says."""

    time: float
    amount: Any
    duration: float = 0.0


class Compartments:
    """A drug in the body; what is given waits in a list until its time has come."""

    def __init__(self, ka: Any, ke: Any, doses: list[Dose]) -> None:
        self.rates = np.array([[-ka, 0.0], [ka, -ke]])
        self.pending = sorted(doses)
        self.x, self.t, self.inflow, self.stop = np.zeros(2), 0.0, None, np.inf

    def advance(self, until: float) -> None:
        if until <= self.t:
            return
        A = np.zeros((3, 3))
        A[:2, :2] = self.rates
        if self.inflow is not None:
            A[1, 2] = self.inflow
        self.x = (expm(A * (until - self.t)) @ np.append(self.x, 1.0))[:2]
        self.t = until

    def levels(self, times: list[float]) -> Iterator[Any]:
        for time in times:
            while self.pending and self.pending[0].time <= time:
                dose = self.pending.pop(0)
                self.advance(dose.time)
                if dose.duration > 0:
                    self.inflow, self.stop = dose.amount / dose.duration, dose.time + dose.duration
                else:
                    self.x = self.x + np.array([dose.amount, 0.0])
            if self.stop <= time:
                self.advance(self.stop)
                self.inflow, self.stop = None, np.inf
            self.advance(time)
            yield self.x[1]


def pharmacokinetics(logs: Any, amounts: Any, seen: Any) -> Any:
    """Squared differences of levels of a drug from those seen."""
    doses = [Dose(2.0, amounts[0], duration=1.5), Dose(0.0, amounts[1])]
    body = Compartments(np.exp(logs[0]), np.exp(logs[1]), doses)
    found = list(body.levels([0.5, 1.0, 2.5, 6.0]))
    return np.mean((np.log(np.stack(found)) - seen) ** 2)


def power_flow(r: Any, x: Any, load: Any) -> Any:
    """The losses of a network of three buses, by Newton's method in voltages and angles."""
    Y = np.zeros((3, 3), dtype=complex)
    for k, (a, b) in enumerate([(0, 1), (1, 2), (0, 2)]):
        y = 1 / (r[k] + 1j * x[k])
        for i, j, sign in ((a, a, 1), (b, b, 1), (a, b, -1), (b, a, -1)):
            Y[i, j] += sign * y
    S = np.array([0.0, -0.6 - 0.2j, 0.4 - 0.1j]) * load
    V = np.array([1.02, 1.0, 1.0], dtype=complex)
    pq = np.array([1, 2])
    for _ in range(10):
        wrong = (V * np.conj(Y @ V) - S)[pq]
        F = np.r_[wrong.real, wrong.imag]
        if np.linalg.norm(F, np.inf) < 1e-12:
            break
        D, size = np.diag(V), np.diag(V / np.abs(V))
        by_size = D @ np.conj(Y @ size) + np.conj(np.diag(Y @ V)) @ size
        by_angle = 1j * D @ np.conj(np.diag(Y @ V) - Y @ D)
        J = np.block([[by_angle[np.ix_(pq, pq)].real, by_size[np.ix_(pq, pq)].real],
                      [by_angle[np.ix_(pq, pq)].imag, by_size[np.ix_(pq, pq)].imag]])
        dx = -np.linalg.solve(J, F)
        angles, sizes = np.angle(V), np.abs(V)
        angles[pq] += dx[:2]
        sizes[pq] += dx[2:]
        V = sizes * np.exp(1j * angles)
    return np.real(np.sum(V * np.conj(Y @ V))) + np.sum((np.abs(V) - 1) ** 2)
