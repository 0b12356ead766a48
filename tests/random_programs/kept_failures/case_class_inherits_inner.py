import numpy as np
import contextlib
import operator
from collections import deque, defaultdict

def program(x):

    class A:

        def __init__(self, v):
            self.v = v

    class B(A):

        def __init__(self, v):
            super().__init__(v * v)
    return B(x).v
ARGS = (0.7, )
ARGNUMS = (0,)
