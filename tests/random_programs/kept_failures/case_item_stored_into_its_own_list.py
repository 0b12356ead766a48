import numpy as np


def program(M):
    rows1 = [M, M]
    rows1[1] = np.mean(rows1, axis=0)
    return np.sum(rows1)


ARGS = (np.array([[0.434, -0.649], [0.084, -0.438], [-0.308, 0.327]]),)
ARGNUMS = (0,)
