import numpy as np
import functools
import math


def write_and_give(y, i, v):
    y[i] = v
    return v


def program(x):
    y = x
    y[write_and_give(y, 3, 0.5) > 5] -= y
    return np.sum(y)


ARGS = (np.array([1.1, 0.6, -0.8, 0.3]),)
ARGNUMS = (0,)
