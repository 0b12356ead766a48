"""`operator.setitem` of a table that a comprehension makes: what the comprehension binds was read as if it were in store position."""

import operator

import numpy as np


def program(x):
    operator.setitem({k: v for k, v in enumerate(x)}, 0, x[0])
    rows = [x * 2.0, x + 1.0]
    [row for row in rows][1][0] *= x[2]
    return np.sum(rows[1]) * x[1]


ARGS = (np.array([0.7, 0.4, 1.1, 0.9]),)
ARGNUMS = (0,)
