import math
import numpy as np


def program(x, t, t_1):
    for t in x:
        t_1 += t
        x[~(x > 0.1)] = 0.5
    return np.sin(t_1)


ARGS = (np.array([-0.999, 0.863, 0.023, 0.472]), 0.539, -1.178)
ARGNUMS = (2,)
