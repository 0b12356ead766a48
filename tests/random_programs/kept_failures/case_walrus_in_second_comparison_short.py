import numpy as np

def program(x):
    y = x
    if 0.9 < 0.5 < (y := (y * x)):
        return y * x
    return y * 3.0
ARGS = (0.7, )
ARGNUMS = (0,)
