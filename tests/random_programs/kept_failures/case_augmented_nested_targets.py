import numpy as np
import contextlib
import functools
import itertools
import math
from collections import namedtuple
from dataclasses import dataclass
from types import SimpleNamespace


def program(a):
    b = {'m': a, 'l': [a, {'k': a[1]}]}
    b['l'][1]['k'] @= b['m']
    return 0.5


ARGS = (np.array([[2.1, 0.3, -0.4], [0.5, 1.8, 0.2], [-0.3, 0.6, 2.4]]),)
ARGNUMS = (0,)
