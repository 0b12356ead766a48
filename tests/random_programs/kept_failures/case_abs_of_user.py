import numpy as np
import contextlib
import operator
from collections import deque, defaultdict
class Rev:

    def __init__(self, v):
        self.v = v

    def __rtruediv__(self, o):
        return Rev(o / self.v)

    def __pow__(self, n):
        return Rev(self.v ** n)

    def __abs__(self):
        return Rev(self.v * 3.0)

    def __getitem__(self, i):
        return self.v * i
def program(x):
    return abs(Rev(x)).v
ARGS = (0.7, )
ARGNUMS = (0,)
