import numpy as np
import functools
import operator
import math
from collections import OrderedDict, namedtuple, defaultdict, Counter, ChainMap, deque
from dataclasses import dataclass, field, asdict, astuple, replace
from types import SimpleNamespace


class Vec:

    def __init__(self, data):
        self.data = data

    def __rtruediv__(self, o):
        return Vec(o)

    def __pow__(self, n):
        return self


def program(x, s):
    u = s / Vec(x)
    return (u ** 2).data


ARGS = (np.array([0.7, -1.3, 0.4]), 0.4)
ARGNUMS = (1,)
