import math
import numpy as np


def f2(t, k=2):
    if k <= 0:
        return 1.1 * t
    return np.sin(t) + 0.5 * f2(np.cos(t), k - 1)


def program(x):
    a = 0.0
    for v1 in reversed(x):
        a = np.tanh(math.sin(f2(*(x[0], 1))) / 2)
    return a


ARGS = (np.array([0.3, 0.4]),)
ARGNUMS = (0,)
