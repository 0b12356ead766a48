import numpy as np

def program(M, t, M_1):
    for x in range(2):
        M_1[...] = 0.5
        M, M_1 = (M_1, M)
    return 0.5 * t
ARGS = (np.array([0.124, 0.834, -0.536]), -0.566, np.array([-0.666, -0.358, 1.015]))
ARGNUMS = (1,)
