import numpy as np


def program(x, t):
    A2 = np.eye(3, 3) - sum(x)
    for t in range(1, 6, 2):
        A3 = A2
        A3 = A3 * A3
    loss = np.sum(A2)
    return loss


ARGS = (np.array([-0.218, 1.161, 0.825]), 0.517)
ARGNUMS = (0,)
