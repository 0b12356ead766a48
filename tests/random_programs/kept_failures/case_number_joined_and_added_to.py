import math

import numpy as np


def program(x, M, p, n):
    k4 = 0
    while k4 < 3:
        A1 = M.T
        a2 = A1[4][:]
        s3 = A1[n % 6, (n + 1) % 6] * 1.3
        A1[0, -1 - n] = np.sin(max(s3, p[n]))
        a2[1:] = a2[:-1]
        a2[4] += 0.3 * np.tanh(np.square(p[-1]) + s3)
        if k4 > 1:
            return math.tanh(np.sum(np.append(x[1:], s3), axis=0).mean())
        k4 += 1
    loss = 0.3 * sum(p) + 0.5 * np.sum(np.sin(M))
    return loss


ARGS = (np.array([0.381, -0.096, -0.736, 0.991, 0.774, 0.63]), np.linspace(-0.8, 1.2, 36).reshape(6, 6), [-0.343, 0.852, -1.121], 0)
ARGNUMS = (1, 2)
