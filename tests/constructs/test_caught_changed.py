"""Exceptions that are changed where they are caught; numbers chosen with active probabilities."""

from __future__ import annotations

import numpy as np
import pytest

from tests.constructs.cases import P4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(P4)
def a_note_in_a_loop(x):
    total = 0.0
    for k in range(4):
        try:
            total = total + np.log(x[k])
        except FloatingPointError as error:
            error.note = "badly"
            raise
    return total


@case(P4)
def other_arguments_in_a_loop(x):
    total = 0.0
    for k in range(4):
        try:
            if k == 2:
                raise ValueError("third")
            total = total + np.sin(x[k]) * total
            total = total + x[k]
        except ValueError as error:
            error.args = (error.args[0] + " item",)
            total = total * x[k] + len(error.args[0])
    return total


def logs(x, *, errors=None):
    errors = errors or {"all": "raise"}
    total = 0.0
    for k in range(4):
        try:
            with np.errstate(**errors):
                total = total + np.log(x[k])
        except FloatingPointError as error:
            error.args = (error.args[0] + ". The system is ill-conditioned",)
            raise error
    return total


@case(P4)
def raised_again_by_a_helper(x):
    return logs(x) * x[0]


@case(P4)
def chosen_by_a_generator(x):
    chosen = np.random.default_rng(3).choice(4, size=2, replace=False, p=x / np.sum(x))
    return np.sum(x[chosen] ** 2) * x[0]


@case(P4)
def chosen_by_a_state(x):
    source = np.random.RandomState(3)
    chosen = source.choice(4, size=2, replace=False, p=x / np.sum(x))
    return np.sum(x[chosen] ** 2) * x[source.choice(np.int64(4), p=x / np.sum(x))]


@pytest.mark.parametrize("fun, args, options", case)
def test_case(fun, args, options):
    check_all_ways(fun, *args, **options)
