def horner(coefficients, x):
    value = 0.0
    for c in coefficients[::-1]:
        value = value * x + c
    return value


ARGNUMS = (0, 1)


def example_args():
    import numpy as np

    return np.array([1.0, -2.0, 0.5, 3.0]), 1.5
