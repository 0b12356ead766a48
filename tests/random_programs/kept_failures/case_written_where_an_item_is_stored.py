"""A helper that writes into an argument, called where an item of a dict is stored, changed the array of the caller."""

import numpy as np


def helper1(x0, t):
    x0[2] += np.sin(x0[2] * 0.5)
    return np.tanh(t)


def program(x, t):
    seen = {}
    for v in x[2] * np.ones(4):
        key = "p" if v > 1.5 else "n"
        if seen.get(key) is not None:
            seen[key] *= 0.9
        else:
            seen[key] = v * helper1(x[:], 0.3)
    return np.tanh(sum(seen.values()) + t)


ARGS = (np.array([-1.003, -0.911, -0.656]), 0.648)
ARGNUMS = (1,)
