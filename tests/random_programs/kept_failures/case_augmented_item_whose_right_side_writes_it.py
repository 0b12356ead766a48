import numpy as np


def program(x_1):

    def g1(t):
        x_1[2] = t
        return 0.5
    s1 = 0.5
    x_1[2] -= g1(**{'t': s1})
    return np.mean(x_1)


ARGS = (np.array([-0.288, -1.004, -0.99]),)
ARGNUMS = (0,)
