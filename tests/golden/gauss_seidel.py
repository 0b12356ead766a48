import numpy as np


def gauss_seidel(u, f, sweeps):
    n, m = u.shape
    for _ in range(sweeps):
        for i in range(1, n - 1):
            for j in range(1, m - 1):
                u[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - f[i, j])
    return np.sum(u ** 2)


ARGNUMS = ("u", "f")


def example_args():
    return np.sin(np.arange(20.0)).reshape(4, 5), np.cos(np.arange(20.0)).reshape(4, 5), 3
