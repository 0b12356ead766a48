import numpy as np


def program(x_2):
    np.add.at(x_2, [1, 0], np.tanh((lambda v: x_2[1])(0.5)))
    loss = np.mean(x_2)
    return loss


ARGS = (np.array([1.111, -1.193, 0.914]),)
ARGNUMS = (0,)

# seed 3000291: wrong value: got 0.21134933608179116, want 0.1841713004100391
