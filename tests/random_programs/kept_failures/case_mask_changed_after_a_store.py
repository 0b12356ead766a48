import math
import numpy as np


def program(x, t, n):
    t, x, t = (t, x[:-1], t)
    at1 = np.ones(3, dtype=bool)
    x[at1] *= t
    at1[n % 3] = False
    return x[-1] + t


ARGS = (np.array([0.064, 0.292, 0.574, 1.155]), 0.438, 0)
ARGNUMS = (1,)

