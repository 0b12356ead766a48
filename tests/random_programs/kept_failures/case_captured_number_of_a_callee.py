import numpy as np


def helper1(x0, t=0.4, k=1):
    t += sum(x0)
    return ((lambda v: t)(0.5), x0)


def program(x, x_1):
    x_1, x = helper1(x_1, np.dot(x_1, x_1))
    return x_1


ARGS = (np.array([-0.137, -1.068, -1.135, -0.452]), np.array([0.11, 0.327, -0.05, 0.806]))
ARGNUMS = (1,)
