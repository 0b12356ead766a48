import math
import numpy as np


def program(x):
    w1 = (np.ones(4), 2.0)
    x += w1[0] * x
    w1[0][0] = 2.0
    return np.sum(x)


ARGS = (np.array([-0.365, 1.082, 0.607, -0.389]),)
ARGNUMS = (0,)

