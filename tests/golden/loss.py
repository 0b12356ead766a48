import numpy as np


def loss(w, b, x, y):
    p = 1.0 / (1.0 + np.exp(-(x @ w + b)))
    return -np.mean(y * np.log(p) + (1.0 - y) * np.log(1.0 - p))


ARGNUMS = (0, 1)


def example_args():
    x = np.cos(np.arange(12.0)).reshape(4, 3)
    return np.array([0.5, -1.0, 0.25]), 0.1, x, np.array([0.0, 1.0, 1.0, 0.0])
