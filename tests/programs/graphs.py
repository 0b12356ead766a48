"""Graphs and sparse matrices."""

from __future__ import annotations

from typing import Any

import numpy as np


def kernel_floyd_warshall(path: Any) -> None:
    """All shortest paths, one pivot at a time."""
    for k in range(path.shape[0]):
        path[:] = np.minimum(path[:], np.add.outer(path[:, k], path[k, :]))


def floyd_warshall(path: Any) -> Any:
    """Sum of the squared lengths of all shortest paths."""
    kernel_floyd_warshall(path)
    return np.sum(path**2)


def floyd_warshall_loops(path: Any) -> Any:
    """The same with loops, a comparison and an element store."""
    n = len(path)
    for k in range(n):
        for i in range(n):
            for j in range(n):
                through = path[i][k] + path[k][j]
                if through < path[i][j]:
                    path[i][j] = through
    return np.sum(path**2)


def bellman_ford(sources: Any, targets: Any, weights: Any, start: int, n: int) -> Any:
    """Shortest paths from one node by relaxing edges until nothing changes."""
    dist = np.full(n, np.inf)
    dist[start] = 0.0
    for _ in range(n - 1):
        changed = False
        for s, t, w in zip(sources, targets, weights, strict=True):
            if dist[s] + w < dist[t]:
                dist[t] = dist[s] + w
                changed = True
        if not changed:
            break
    return np.sum(dist**2)


def spmv(A_row: Any, A_col: Any, A_val: Any, x: Any) -> Any:
    """CSR matrix times vector, gathering a row at a time."""
    y = np.empty(A_row.size - 1, A_val.dtype)
    for i in range(A_row.size - 1):
        cols = A_col[A_row[i] : A_row[i + 1]]
        vals = A_val[A_row[i] : A_row[i + 1]]
        y[i] = vals @ x[cols]
    return np.sum(y**2 * np.cos(np.arange(y.size)))


def spmv_loops(indptr: Any, indices: Any, data: Any, x: Any, repeats: int) -> Any:
    """CSR matrix times vector in scalar loops, applied `repeats` times."""
    n = len(indptr) - 1
    for _ in range(repeats):
        y = np.zeros(n)
        for i in range(n):
            acc = 0.0
            for k in range(indptr[i], indptr[i + 1]):
                acc += data[k] * x[indices[k]]
            y[i] = np.tanh(acc)
        x = y
    return np.sum(x**2)


def assemble(edges: Any, stiffness: Any, n: int, load: Any) -> Any:
    """Assemble a network of springs with repeated indices, hold one node, solve, give the energy."""
    K = np.zeros((n, n))
    i, j = edges[:, 0], edges[:, 1]
    np.add.at(K, (i, i), stiffness)
    np.add.at(K, (j, j), stiffness)
    np.add.at(K, (i, j), -stiffness)
    np.add.at(K, (j, i), -stiffness)
    K[0, :] = 0.0
    K[:, 0] = 0.0
    K[0, 0] = 1.0
    u = np.linalg.solve(K, load)
    return 0.5 * u @ K @ u


def pagerank(links: Any, damping: Any, iterations: int) -> Any:
    """Weighted PageRank by a fixed number of iterations."""
    n = links.shape[0]
    P = links / links.sum(axis=0)
    rank = np.full(n, 1.0 / n)
    for _ in range(iterations):
        rank = damping * (P @ rank) + (1.0 - damping) / n
    return np.sum(np.arange(1, n + 1) * rank**2)
