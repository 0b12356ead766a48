import math
import numpy as np


def program(x, t):
    items1 = [v ** 2 for v in np.ones(4) if v > -9.0]
    a1 = np.array(math.sin(sum((v for v in (items1[0], t)))))
    a2 = (lambda v: v * t)(0.3 * a1.item() ** 3)
    return a2 * x[0] + [v for v in range(3)][1]


ARGS = (np.array([0.3, 0.4]), 0.7)
ARGNUMS = (0, 1)
