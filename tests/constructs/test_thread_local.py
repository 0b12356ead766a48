"""Attributes of `threading.local`, which stores them in a way of its own."""

import threading

import pytest

from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(V4)
def made_inside(x):
    store = threading.local()
    store.v = x[0]
    store.v = store.v * x[1]
    return store.v**2


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
