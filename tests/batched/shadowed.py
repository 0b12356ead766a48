"""A function in whose module a builtin has another meaning."""

import numpy as np


def zip(*lists):
    return [np.zeros(3) for _ in lists]


def with_zip(x):
    return np.convolve(x, x[:2]) + np.sum(zip(x)[0])
