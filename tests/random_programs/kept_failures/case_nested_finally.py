import numpy as np
import contextlib
import math


def program(x):
    a = x
    try:
        pass
    except ValueError:
        a = x
    finally:
        a = a * x
    return a


ARGS = (0.7,)
ARGNUMS = (0,)
