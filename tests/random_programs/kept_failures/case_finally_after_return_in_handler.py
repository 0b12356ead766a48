import numpy as np

def program(x):
    a = x
    try:
        raise KeyError
    except KeyError:
        a = a
        return a * x
    finally:
        a = 0.0
ARGS = (0.7, )
ARGNUMS = (0,)
