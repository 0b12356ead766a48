import numpy as np
def touch(y):
    y[0] = y[0] * y[1]
    return 2.0
def program(x):
    y = x * 1.0
    flag = touch(y) > 1.0
    return np.sum(y ** 2) * flag
ARGS = (np.array([1.1, 0.6, -0.8, 0.3]), )
ARGNUMS = (0,)
