import numpy as np


def helper2(x0, t, k):
    for i1 in range(k):
        d1 = dict(p=x0[1] * 2.0, q=x0)
        t = sum((np.sum(v) for v in (d1['p'], d1['q'])))
        d1['p'], t = (t, d1['p'])
    return np.sin(t)


def program(x):
    return helper2(x[:2], x[0], 1) + x[2]


ARGS = (np.array([0.191, -0.61, 0.347]),)
ARGNUMS = (0,)
