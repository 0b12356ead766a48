import numpy as np

def program(x):
    items = [x[0]]

    def push(t):
        items.append(t * t)
        return items
    n = len(push(x[1]))
    return sum(items) * n
ARGS = (np.array([1.1, 0.6, -0.8, 0.3]), )
ARGNUMS = (0,)
