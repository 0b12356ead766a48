import numpy as np


def average_neighbours(out, u):
    out[1:-1] = 0.5 * u[1:-1] + 0.25 * (u[:-2] + u[2:])


def smooth(u, target, rounds):
    v = u.copy()
    for _ in range(rounds):
        average_neighbours(v, u)
        average_neighbours(u, v)
    return np.sum((u - target) ** 2)


def example_args():
    return np.sin(np.arange(7.0)), np.zeros(7), 2
