import numpy as np

def program(x):
    y = x * 1.0
    for i in range(4):
        try:
            continue
        except ValueError:
            pass
        else:
            y[0] *= 3.0
    return np.sum(y)
ARGS = (np.array([1.1, 0.6, -0.8, 0.3]), )
ARGNUMS = (0,)
