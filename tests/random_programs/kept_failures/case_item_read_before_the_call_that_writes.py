import numpy as np


def fill(x, k=0):
    if k >= len(x):
        return
    x[k] = 0.5
    fill(x, k + 1)


def filled(x, t):
    fill(x)
    return t


def program(x, t):
    A = x.reshape(2, 2)
    A[0, -1] -= np.sin(filled(x, t))
    return np.mean(A)


ARGS = (np.array([0.501, 0.803, 0.61, 0.824]), 0.64)
ARGNUMS = (0,)
