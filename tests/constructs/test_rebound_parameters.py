"""Functions that bind a parameter anew, to a copy of it, and write into that: what they were given is nobody's to be looked for.

Else all that classes in reach change in their objects would be taken for active, here the content of a table that says what its
items mean, and goes through its keys in a generator.
"""

import warnings
from collections import Counter
from collections.abc import MutableMapping

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import P4, V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class AnyCase(MutableMapping):
    """A table with texts as keys, found in whatever case they are said."""

    def __init__(self, **items):
        self.items_kept = {}
        self.update(items)

    def __getitem__(self, key):
        try:
            return self.items_kept[key]
        except KeyError:
            pass
        try:
            return self[dict(zip(self.small(), self.items_kept.keys(), strict=True))[str(key).lower()]]
        except KeyError:
            pass
        return self[dict(zip(self.large(), self.items_kept.keys(), strict=True))[str(key).upper()]]

    def __setitem__(self, key, value):
        self.items_kept[key] = value

    def __delitem__(self, key):
        del self.items_kept[key]

    def __iter__(self):
        yield from self.items_kept.keys()

    def __len__(self):
        return len(self.items_kept)

    def small(self):
        found = [str(key).lower() for key in self.items_kept]
        self.tell_of_collisions(found)
        yield from iter(found)

    @staticmethod
    def tell_of_collisions(found):
        collisions = [key for key, count in Counter(found).items() if count > 1]
        if collisions:
            warnings.warn(f"{collisions} collide", stacklevel=2)

    def large(self):
        found = [str(key).upper() for key in self.items_kept]
        self.tell_of_collisions(found)
        yield from iter(found)


CURVES = AnyCase(Steep=AnyCase(Low=(2.0, 3.0)), Flat=AnyCase(Low=(0.5, 0.1)))
PERCENT = False


def array_of(a, dtype=None):
    dtype = np.float64 if dtype is None else dtype
    return np.asarray(a, dtype)


def one_of(word, words):
    small = word.lower()
    if small not in [one.lower() for one in words]:
        raise ValueError(word)
    return small


def share(a, dtype=None):
    dtype = np.float64 if dtype is None else dtype
    a = array_of(a, dtype).copy()
    if PERCENT:
        a /= 100.0
    return a


@case(P4)
def curve_found_by_a_word(x, curve="Steep"):
    x = share(x)
    curve = one_of(curve, ("Steep", "Flat"))
    a, b = CURVES[curve]["low"]
    return np.sum(a * x**2 + b * x)


def halved(a):
    a = array_of(a).copy()
    a[0] = 0.5 * a[1]
    a *= 0.5
    return a


@case(V4)
def copies_changed_by_the_callee(x):
    y = array_of(x)
    z = halved(y)
    return np.sum(y * z) + np.sum(halved(x) ** 2)


def rows_of(rows):
    rows = rows.copy()
    rows[0] *= 2.0
    return rows


@case(V4)
def items_of_a_copied_list_are_written(x):
    rows = [x**2, np.sin(x)]
    rows_of(rows)
    return np.sum(rows[0] * rows[1])


def filled(rows, last):
    rows = rows.copy()
    rows += [last]
    rows[0] = last
    return rows


@case(V4)
def a_copied_list_grows(x):
    rows = [x**2, np.sin(x)]
    more = filled(rows, rows[1] * 2.0)
    return np.sum(rows[0] * more[0] * more[2])


def bound_later(a, b):
    a *= 2.0
    a = b * 3.0
    a += 1.0
    return a


@case(V4, P4)
def written_before_it_is_bound(x, y):
    z = x * 1.0
    return np.sum(bound_later(z, y) * z)


def bound_to_another(a, b):
    a = b
    a *= 2.0
    return a


@case(V4, P4)
def bound_to_another_parameter(x, y):
    z, w = x * 1.0, y * 1.0
    return np.sum(bound_to_another(z, w) * z * w)


def bound_in_a_branch(a, b):
    if b[0] > 0.0:
        a = a.copy()
    a *= b
    return a


@case(V4, P4)
def bound_in_one_branch_only(x, y):
    z = x * 1.0
    return np.sum(bound_in_a_branch(z, y) * z)


def captured_after(a):
    def written():
        a[0] = 5.0 * a[1]

    a = a.copy()
    written()
    return a


@case(V4)
def captured_by_a_function_inside(x):
    z = x * 1.0
    return np.sum(captured_after(z) * z)


class Own:
    """Its copies share what they hold."""

    def __init__(self, values):
        self.values = values

    def copy(self):
        return Own(self.values)

    def __setitem__(self, key, value):
        self.values[key] = value


def stored_in_a_copy(a, v):
    a = a.copy()
    a[0] = v
    return a


def test_copies_of_a_class_that_shares_are_not_taken_for_copies():
    def f(x):
        own = Own(x * 1.0)
        stored_in_a_copy(own, x[1] ** 2)
        return np.sum(own.values**2)

    try:
        found = tangentish.grad(f)(V4)
    except tangentish.TangentishError:
        return
    expected = 2.0 * V4 + np.array([-2.0 * V4[0], 4.0 * V4[1] ** 3, 0.0, 0.0])
    np.testing.assert_allclose(found, expected)


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
