import numpy as np


def program(x, p):
    q1, w1 = x[1], np.array([0.3, 0.7, 0.2])
    a1 = x * x
    try:
        w1[0] = np.mean(a1)
        if np.max(a1) > 0.1:
            raise ValueError
        q1 = q1 + (1.2 + p[2] ** 2) ** 0.5
        w1[1] *= q1
    except ValueError:
        w1[1] = 1.3
        q1 = 1.1
    finally:
        q1 *= 1.5
    return q1 * np.sum(w1) + sum(p)


ARGS = (np.array([-0.222, -0.446, 1.16, -1.168]), [-0.771, -0.163, 0.673, -1.099])
ARGNUMS = (0, 1)
