import numpy as np


def program(M, x_1):
    M[:, :] = x_1[:, None]
    A1 = M + 0.0
    M *= A1
    return A1.sum()


ARGS = (np.array([[0.5, -0.866], [0.117, -0.955], [-0.8, -0.618]]), np.array([1.125, 0.283, -1.165]))
ARGNUMS = (1,)
