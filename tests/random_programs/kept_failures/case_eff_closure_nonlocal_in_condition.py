import numpy as np

def program(x):
    a = x

    def step():
        nonlocal a
        a = a * a
        return 2
    if step() > 1:
        a = a * x
    return a
ARGS = (0.7, )
ARGNUMS = (0,)
