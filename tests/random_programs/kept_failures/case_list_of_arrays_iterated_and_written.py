import numpy as np
import contextlib
import functools
import itertools
import math
from collections import namedtuple
from dataclasses import dataclass
from types import SimpleNamespace


def program(items):
    for i, a in enumerate(items):
        items[i] = a * 2.0
    return sum((np.sum(a) for a in items))


ARGS = ([np.array([0.7, -1.3, 0.4]), np.array([1.1, 0.6, -0.8, 0.3])],)
ARGNUMS = (0,)
