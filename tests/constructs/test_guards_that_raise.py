"""Guards: what is kept is compared with a value, and an exception raised if it is other: nothing was computed for it."""

import numpy as np
import pytest

import tangentish
from tests.constructs.ways import check_all_ways

X = np.arange(1.0, 4.0)


class Model:
    def __init__(self, a):
        self.metrics = {"a": {"size": np.size(a), "shape": np.shape(a)}}
        self.sizes, self.size = {"a": np.size(a)}, np.size(a)

    def by_a_table_of_tables(self, key, value):
        if np.size(value) != self.metrics[key]["size"]:
            raise ValueError("shape")
        self.a = value

    def by_a_name(self, key, value):
        size = self.metrics[key]["size"]
        if np.size(value) != size:
            raise ValueError(f"{np.size(value)} is not {size}")
        self.a = value

    def by_two(self, key, value):
        size, shape = self.metrics[key]["size"], self.metrics[key]["shape"]
        if np.size(value) != size or self.plain(np.shape(value)) != self.plain(shape):
            raise ValueError("shape")
        self.a = value

    def by_a_table(self, key, value):
        if np.size(value) != self.sizes[key]:
            raise ValueError("shape")
        self.a = value

    def by_an_attribute(self, key, value):
        if np.size(value) != self.size:
            raise ValueError("shape")
        self.a = value

    @staticmethod
    def plain(shape):
        return tuple(k for k in shape if k != 1)


@pytest.mark.parametrize("how", ["by_a_table_of_tables", "by_a_name", "by_two", "by_a_table", "by_an_attribute"])
def test_guard(how):
    def total(x, a):
        model = Model(1.0)
        getattr(model, how)("a", a)
        return np.sum(model.a * x)

    check_all_ways(total, X, 1.3, argnums=(0, 1))


class Memo:
    """What a guard is not: results are kept for the values that they were computed of."""

    def __init__(self):
        self.last = {"x": None, "y": None, "n": None}

    def of(self, x, n):
        if self.last["n"] != n or self.last["x"] is None or not np.array_equal(x, self.last["x"]):
            self.compute(x, n)
        return self.last["y"]

    def compute(self, x, n):
        self.last["x"], self.last["n"] = x.copy(), n
        self.last["y"] = np.sum(x**n)


def test_memo():
    memo = Memo()
    memo.of(X, 3)
    try:
        found = tangentish.grad(lambda x: memo.of(x, 3))(X)
    except tangentish.UnsupportedError:
        return
    assert found == pytest.approx(3.0 * X**2)
