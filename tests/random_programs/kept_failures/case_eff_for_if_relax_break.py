import numpy as np
def relax(u):
    old = u.copy()
    u[1:-1] = 0.5 * (u[2:] + u[:-2])
    return np.max(np.abs(u - old))
def program(x):
    u = x * 1.0
    for _ in range(20):
        if relax(u) < 0.1:
            break
    return np.sum(u ** 2)
ARGS = (np.array([1.1, 0.6, -0.8, 0.3]), )
ARGNUMS = (0,)
