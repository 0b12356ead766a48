import numpy as np


def program(x, t):
    for i1 in range(2):
        for v1 in x:
            a1 = np.full(3, 0.25)
            k2 = 0
            while k2 < 2:
                k2 += 1
                x[1:] = np.tanh(a1[-2:])
        x[1] = t * x[0]
    return np.sum(x**2) * t


ARGS = (np.array([0.453, 0.071, -0.124]), 0.4)
ARGNUMS = (0, 1)
