"""The adjoint of a factor of a product under `mean` is one column for all, and was added to a view as if it were a row."""

import numpy as np


def program(x, M):
    x[1] -= np.dot(M.T, M[:, 1::2]).mean()
    return np.sum(x)


ARGS = (np.array([-1.114, 0.959, 0.982]), np.array([[0.295, -0.513, 1.179, 0.435, -0.444, -0.384],
                                                    [0.197, -0.405, -0.352, -1.042, -0.587, -0.754],
                                                    [0.205, -0.261, 0.317, 0.358, 0.659, -1.199]]))
ARGNUMS = (0, 1)
