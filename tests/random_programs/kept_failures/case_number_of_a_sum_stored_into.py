"""Forward mode: the sum of an array without axes and a number was a number, into which the next statement stores."""

import numpy as np


def program(x, t, M):
    a = np.array(np.prod(0.5 + 0.5 * M[::-1, :-1]) / (1.5 + np.min(M[1, :])))
    a += np.sin(x[-1])
    np.copyto(x, np.sin(a))
    a[...] *= 0.8 + 0.1 * (float(a) + 0.9 * t)
    return np.sum(np.sin(x)) + a.sum()


ARGS = (np.array([0.755, -0.91, 1.013]), 0.4, np.array([[-0.308, -0.662, 0.288], [0.432, -0.032, 0.722]]))
ARGNUMS = (0, 1, 2)
