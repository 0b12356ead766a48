import numpy as np
import functools
import math


def program(x, s):
    y = x
    for x in range(4):
        if -1.0 < 0.5 < (s := (y[x] * s + 0.5)) <= 2.0 != 3.0:
            x += s
        elif 0.0 <= s < 0.5 or (s := 0.5):
            pass
    return x


ARGS = (np.array([1.1, 0.6, -0.8, 0.3]), 0.3)
ARGNUMS = (0,)
