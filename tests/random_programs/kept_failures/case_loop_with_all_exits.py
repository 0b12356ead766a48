import numpy as np
import contextlib
import math


def program(x):
    y = x
    for x in range(4):
        try:
            continue
        except ValueError:
            pass
        else:
            y[x - 1] *= x
    return np.sum(y)


ARGS = (np.array([1.1, 0.6, -0.8, 0.3]),)
ARGNUMS = (0,)
