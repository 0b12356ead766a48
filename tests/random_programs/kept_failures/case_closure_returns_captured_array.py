import numpy as np


def program(M, x_1):

    def g1():
        return M
    A1 = g1()
    A1 -= x_1
    loss = np.sum(M)
    return loss


ARGS = (np.array([[-0.992, 0.898, -0.336, 0.424], [-0.935, -0.858, 0.704, -0.526], [1.083, -0.505, 0.925, -0.23], [-0.393, 0.882, -0.358, 0.904]]), np.array([-1.156, 0.564, 1.094, -0.123]))
ARGNUMS = (1,)
