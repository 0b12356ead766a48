import numpy as np


def program(t):
    A1 = np.where(np.broadcast_to(0.5, (3, 3)), 0.5, t) if 0.5 else 0.5
    return t


ARGS = (0.532,)
ARGNUMS = (0,)
