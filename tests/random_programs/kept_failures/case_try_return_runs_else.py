import numpy as np

def program(x):
    try:
        return x
    except KeyError:
        pass
    else:
        return 0.5
ARGS = (0.7, )
ARGNUMS = (0,)
