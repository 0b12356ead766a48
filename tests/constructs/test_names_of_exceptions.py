"""Exceptions that are caught under the name of a parameter: Python deletes it then, and its derivative is asked for."""

from __future__ import annotations

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
HIGH, LOW, E = np.array([1.5, 0.7]), np.array([0.5, 0.7]), np.array([1.0, 2.0])


def doubled(v):
    if v < 1.0:
        raise ValueError("low")
    return v * 2.0


@case(HIGH, E, argnums=(0, 1))
@case(LOW, E, argnums=(0, 1))
def not_read(x, e):
    try:
        s = doubled(x[0])
    except ValueError as e:
        s = x[1] * 3.0
    return s * x[0]


@case(HIGH, E, argnums=(0, 1))
@case(LOW, E, argnums=(0, 1))
def read_before(x, e):
    y = np.sum(e * e) * x[0]
    try:
        s = doubled(x[0])
    except (ValueError, LookupError) as e:
        s = x[1] * len(e.args)
    return s * x[0] + y


@case(HIGH, E, argnums=(0, 1))
@case(LOW, E, argnums=(0, 1))
def bound_again(x, e):
    y = np.sum(e * e) * x[0]
    try:
        s = doubled(x[0])
    except ValueError as e:
        s = x[1] * len(e.args)
    e = s * x
    return np.sum(e) + y


@case(LOW, E, argnums=(0, 1))
def in_a_loop(x, e):
    y = np.sum(e) * x[0]
    for k in range(1, 4):
        try:
            y = y + doubled(x[0] * k * 0.9)
        except ValueError as e:
            y = y * x[1] if e.args else y
            continue
    return y


@case(LOW, E, argnums=(0, 1))
def left(x, e):
    y = np.sum(e) * x[0]
    try:
        return doubled(x[0]) * y
    except ValueError as e:
        return y * y * len(e.args)


@pytest.mark.parametrize("fun, args, options", case)
def test_all_ways(fun, args, options):
    check_all_ways(fun, *args, **options)


def read_after(x, e):
    try:
        s = doubled(x[0])
    except ValueError as e:
        s = x[1] * len(e.args)
    return s * x[0] + np.sum(e)


def test_it_is_gone():
    with pytest.raises(UnboundLocalError):
        read_after(LOW, E)
    with pytest.raises(UnboundLocalError):
        tangentish.grad(read_after, (0, 1))(LOW, E)
    np.testing.assert_allclose(tangentish.grad(read_after, 1)(HIGH, E), np.ones(2))
