"""Items of plain arrays that are augmented where arrays of a class of its own, which says what NumPy does, are about."""

import numpy as np
import pytest

import tangentish
from tests.constructs.ways import check_all_ways

try:
    from astropy import units
except ImportError:
    units = None


class Marked(np.ndarray):
    def __array_ufunc__(self, function, method, *inputs, **options):
        plain = [x.view(np.ndarray) if isinstance(x, Marked) else x for x in inputs]
        return getattr(function, method)(*plain, **options).view(Marked)


def by_a_number(x):
    marked = np.ones(2).view(Marked)
    v = np.array([x, 2.0 * x])
    v[0] *= np.random.normal(loc=len(marked) / 2.0, scale=0.0)
    return v[0] * v[1]


def by_a_marked_one(x):
    marked = np.ones(2).view(Marked) * x
    v = np.array([x, 2.0 * x])
    v[0] *= marked[0]
    return v[0] * v[1]


def test_by_a_number():
    check_all_ways(by_a_number, 1.5)


@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_by_a_marked_one(mode):
    try:
        found = tangentish.grad(by_a_marked_one)(1.5) if mode == "reverse" else tangentish.jvp(by_a_marked_one, (1.5,), (1.0,))[1]
    except tangentish.UnsupportedError as error:
        assert "Make them arrays first" in str(error)
    else:
        assert found == pytest.approx(6.0 * 1.5**2)


def by_values_of_quantities(x):
    q = np.array([x, 2.0 * x]) * units.m
    v = np.array([x, 2.0 * x])
    v[0] *= q[0].value
    v[1:] **= q[0].value
    return v[0] * v[1]


def items_of_quantities(x):
    q = np.array([x, 2.0 * x]) * units.m
    q[0] *= 2.0
    return np.sum(q.value**2)


@pytest.mark.skipif(units is None, reason="needs astropy")
def test_by_values_of_quantities():
    check_all_ways(by_values_of_quantities, 1.5)


@pytest.mark.skipif(units is None, reason="needs astropy")
def test_items_of_quantities():
    with pytest.raises(tangentish.UnsupportedError, match="a Quantity takes part"):
        tangentish.grad(items_of_quantities)(1.5)
    with pytest.raises(tangentish.UnsupportedError, match="a Quantity takes part"):
        tangentish.jvp(items_of_quantities, (1.5,), (1.0,))
