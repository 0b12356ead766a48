import numpy as np

def program(x):
    y = x
    try:
        pass
    except ValueError:
        y = x
    finally:
        y = y * x
    return y
ARGS = (0.7, )
ARGNUMS = (0,)
