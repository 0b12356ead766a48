import numpy as np


def program(x, x_1):
    a1 = x_1[1:]
    x_1[3:4] -= 0.2 * (np.array([np.sin(v1) for v1 in a1[:1]]) / (1.5 + np.cos(1.1) ** 2))
    try:
        x_1, x = (x, x_1 + 0.2 * x_1)
        if np.sum(x_1) > 0.0:
            raise ValueError('no')
        with np.errstate(all='ignore'):
            for i1 in range(0, len(a1), 2):
                x_1, x = (x, x_1)
    except ValueError:
        for v2 in a1:
            mask1 = (a1 > -0.9) & (a1 < -0.2)
            a1[mask1] = np.tanh((a1 + a1[::-1] * x[1:])[mask1])
    else:
        a1[1], a1[0] = (a1[0], a1[1] * 1.3)
    a2 = np.zeros_like(x_1)
    return np.tanh((np.sum(a2 * np.cos(np.arange(5))) + 0.8 * np.sum(np.sin(a1)) + np.sum(x_1 ** 2) / 4.0) / 3.0)


ARGS = (np.array([0.477, 0.116, 1.104, 0.657, -0.037]), np.array([1.062, -0.345, 1.036, -0.461, -0.157]))
ARGNUMS = (0, 1)
