import numpy as np

def program(items):
    for i, a in enumerate(items):
        items[i] = a * 2.0
    return sum([np.sum(b) for b in items])
ARGS = ([np.array([0.7, -1.3, 0.4]), np.array([1.1, 0.6, -0.8, 0.3])], )
ARGNUMS = (0,)
