import numpy as np

def program(x):
    y = x
    z = 1.0
    if y > 1.0 or (y := (y * x)) > 0.1:
        z = y * x
    return y * z
ARGS = (0.7, )
ARGNUMS = (0,)
