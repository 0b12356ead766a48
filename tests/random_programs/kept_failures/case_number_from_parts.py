import numpy as np


def program(x, t):
    s = np.sum(np.append(x, t), axis=0) + np.max(np.hstack([np.array([t, 0.1]), x]))
    return t * s + np.sin(t) + np.sum(np.append(x, t) ** 2)


ARGS = (np.array([0.453, 0.071, -0.124]), 0.4)
ARGNUMS = (0, 1)
