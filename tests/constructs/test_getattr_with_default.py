"""`getattr(o, name, default)` of attributes that code of the class makes: that runs once."""

import numpy as np
import pytest

from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Counting:
    def __init__(self, w):
        self._w, self.asked = w, []

    @property
    def w(self):
        self.asked.append(1.0)
        return self._w * len(self.asked)

    def __getattr__(self, key):
        if key != "made":
            raise AttributeError(key)
        self.asked.append(2.0)
        return self._w * len(self.asked)


@case(V4)
def property_that_counts(x):
    o = Counting(x * 1.5)
    y = getattr(o, "w", 0.0) * x
    return np.sum(y * getattr(o, "w", 0.0)) * getattr(o, "_w", 0.0)[1]


@case(V4)
def attribute_made_up_by_code_that_acts(x):
    o = Counting(x * 1.5)
    return np.sum(getattr(o, "made", 0.0) * x) + np.sum(getattr(o, "made", 0.0)) * (2.0 if hasattr(o, "w") else 3.0) * len(o.asked)


@pytest.mark.parametrize("fun,args,options", case)
def test_getters_run_once(fun, args, options):
    check_all_ways(fun, *args, **options)
