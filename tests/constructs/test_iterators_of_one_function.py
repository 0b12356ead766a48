"""A function that may give iterators is called twice for a call: that its name is met in both says nothing of what they read."""

from __future__ import annotations

import numpy as np
import pytest

from tests.constructs.right_or_refused import is_right, operators


def stripped(*values):
    strip = lambda value: None if value is None else np.asarray(value)
    return strip(values[0]) if len(values) == 1 else map(strip, values)


def power(t, y, frequency):
    y = y - np.mean(y)
    y[0] *= 2.0
    return np.sum(y * np.cos(t * frequency))


def power_that_writes_nothing(t, y, frequency):
    return np.sum(y * np.cos(t * frequency))


def halved(rows):
    return (row / 2.0 for row in rows)


def summed(items, known):
    known.append(2.0)
    return sum(np.sum(row) for row in items) * len(known)


def two_of_one_function(x):
    t = np.array([0.1, 0.7, 0.4])
    frequency = 2.0 * x
    return power(*stripped(t, t * x), frequency=stripped(frequency))


def two_of_one_function_given_on(x):
    t = np.array([0.1, 0.7, 0.4])
    frequency = 2.0 * x
    return power_that_writes_nothing(*stripped(t, t * x), frequency=stripped(frequency))


def an_iterator_beside_a_number(x):
    return summed(halved([x, x * x]), [*halved([1.0])])


def one_that_reads_what_is_changed(x):
    known = [x, x * x]
    return summed(halved(known), known)


ROWS = [np.ones(2), np.ones(2)]


def rows_or_halves(whole):
    return ROWS if whole else map(lambda row: row / 2.0, ROWS)


def changed_and_summed(items, rows, x):
    kept, rows[0] = rows[0], np.zeros(2)
    total = sum(np.sum(row) * x for row in items)
    rows[0] = kept
    return total


def one_that_reads_what_it_gives_too(x):
    return changed_and_summed(rows_or_halves(False), rows_or_halves(True), x)


RIGHT = [two_of_one_function, two_of_one_function_given_on, an_iterator_beside_a_number]
REFUSED = [one_that_reads_what_is_changed, one_that_reads_what_it_gives_too]


@operators
@pytest.mark.parametrize("fun", [*RIGHT, *REFUSED], ids=lambda f: f.__name__)
def test_right_or_refused(fun, operator):
    assert is_right(operator, lambda: fun, 0.7, "test_iterators_of_one_function.py:") or fun in REFUSED
