import numpy as np


def program(t, n):
    A1 = np.zeros((3, 3))
    A1[2][0] += n
    return 0.5


ARGS = (0.116, 4)
ARGNUMS = (0,)
