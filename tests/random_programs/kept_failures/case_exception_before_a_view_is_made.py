import numpy as np


def program(x, x_1, n, t):
    x_1[n - 1] /= t
    try:
        raise ValueError('no')
        a2 = x[:]
        a2 -= x_1
    except ValueError:
        pass
    return 0.5


ARGS = (np.array([-0.225, 0.057]), np.array([0.666, 0.125, 0.214, -0.455, 1.028, 0.57]), 4, -0.767)
ARGNUMS = (3,)
