import math


def newton(a, b):
    x = a
    step = 1.0
    while abs(step) > 1e-12:
        step = (x - b * math.cos(x) - a) / (1.0 + b * math.sin(x))
        x -= step
    return x


ARGNUMS = (0, 1)


def example_args():
    return 0.4, 0.5
