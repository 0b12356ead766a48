import numpy as np

def program(x):
    a = x

    def step():
        nonlocal a
        a = a * a
        return 1
    n = [0, 5.0][step()]
    return a * n
ARGS = (0.7, )
ARGNUMS = (0,)
