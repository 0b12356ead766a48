import numpy as np
def put_float(y):
    y[3] = 0.5
    return 5.0
def program(x):
    y = x * 1.0
    y[put_float(y) * np.ones(4) > 5] = 2.0
    return np.sum(y ** 2)
ARGS = (np.array([1.1, 0.6, -0.8, 0.3]), )
ARGNUMS = (0,)
