import numpy as np


def program(x):
    d = {'a': x, 'b': x}
    q = d.pop('zz', x)
    return q


ARGS = (0.7,)
ARGNUMS = (0,)
