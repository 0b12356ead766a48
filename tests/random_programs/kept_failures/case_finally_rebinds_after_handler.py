import numpy as np

def program(x):
    y = x
    try:
        raise ValueError
    except ValueError:
        y = y * x
    finally:
        y = y * x
    return y
ARGS = (0.7, )
ARGNUMS = (0,)
