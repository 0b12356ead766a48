import math


def recurrence(x, rate, steps):
    for _ in range(steps):
        x = rate * x + 1e-3 * math.sin(x)
    return x


ARGNUMS = ("x", "rate")


def example_args():
    return 0.7, 0.999, 20
