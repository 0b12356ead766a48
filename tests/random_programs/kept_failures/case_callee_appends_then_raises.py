import numpy as np
import contextlib
import math


def append_then_raise(items, x, fail):
    raise ValueError


def program(x, fail):
    try:
        append_then_raise(x, x, fail)
    except ValueError:
        pass
    return 0.5


ARGS = (0.6, True)
ARGNUMS = (0,)
