import numpy as np


def program(x, x_1, z):
    np.sum(np.cumsum(np.zeros((2, 5)), axis=1), axis=1, out=x)
    return np.tanh(x_1).sum() + 0.8 * float(z) + np.sum(np.sin(x))


ARGS = (np.array([0.527, 0.812]), np.array([0.595, -0.395]), np.array(0.822))
ARGNUMS = (1, 2)
