import numpy as np


def f1(f, x):
    y = np.zeros(5)
    for q, v in enumerate(x):
        y[q] = f(v)
    return y


def program(x):
    s2 = np.mean(x)
    a7 = f1(lambda v: v * s2, x)
    return np.mean(a7) + 0.2 * s2


ARGS = (np.array([0.292, -0.129, -0.077, 0.441, 1.156]),)
ARGNUMS = (0,)
