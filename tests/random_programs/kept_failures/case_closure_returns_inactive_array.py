import numpy as np


def program(x, M):

    def g1():
        return M
    A1 = g1()
    A1[0] = 0.5
    return 0.5 * np.sum(x) + np.sum(M)


ARGS = (np.array([0.014, 0.32]), np.array([[1.131, 0.099], [-0.814, -0.005]]))
ARGNUMS = (0,)
