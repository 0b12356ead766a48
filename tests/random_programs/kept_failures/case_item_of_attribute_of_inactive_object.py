import numpy as np


class Cell1:

    def __init__(self, state, rate=1.5):
        self.state = state


def program(x_1, n):
    cell1 = Cell1(np.eye(2, 4), n)
    cell1.state[0, 0] += 0.5
    return n


ARGS = (np.array([0.756, -0.013, -0.915, 0.206]), 1)
ARGNUMS = (0,)
