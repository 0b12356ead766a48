import numpy as np
import contextlib
import math


def program(x):
    y = x
    try:
        y = y
    except ValueError:
        pass
    finally:
        y = y * x
    return y


ARGS = (0.7,)
ARGNUMS = (0,)
