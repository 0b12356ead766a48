"""Active values written into an array, a list or a dict that a class keeps for its objects, and read by helpers and methods."""

import numpy as np
import pytest

from tests.constructs.cases import V4
from tests.constructs.ways import check_all_ways


def _class():
    class Kept:
        w = np.array([0.5, 1.0, 2.0, 1.5])
        rows = [np.ones(4)]
        table = {"w": np.ones(4)}

        def __init__(self, v):
            self.v = v

        def scaled(self):
            return self.w * self.v + self.rows[0] + self.table["w"]

    return Kept


KEPT = _class()


def both(o, p):
    return o.w * p.rows[0] * o.table["w"]


def in_array(x):
    o = KEPT(x * 1.5)
    o.w[1] = x[0] * x[2]
    return np.sum(both(o, o) * o.scaled())


def in_row(x):
    o = KEPT(x * 1.5)
    o.rows[0][1] = x[0]
    return np.sum(both(o, o) * o.scaled())


def in_list(x):
    o = KEPT(x * 1.5)
    o.rows[0] = x * x
    return np.sum(both(o, o) * x)


def in_dict(x):
    o = KEPT(x * 1.5)
    o.table["w"] = x * x
    return np.sum(both(o, o) * o.scaled())


@pytest.mark.parametrize("fun", [in_array, in_row, in_list, in_dict])
def test_what_was_written_is_active(fun, monkeypatch):
    fresh = _class()
    for key in ("w", "rows", "table"):
        monkeypatch.setattr(KEPT, key, getattr(fresh, key))
    check_all_ways(fun, V4)
