import numpy as np
import contextlib
import math


def program(x):
    a = 1.0
    y = x
    for x in range(3):
        try:
            pass
        except ValueError:
            y = y
        finally:
            a = a * y
            y = a
    return y


ARGS = (-0.7,)
ARGNUMS = (0,)
