"""`x op= v` and `x * v` of a list or a tuple `x` and `v` of NumPy: this gives an array, and leaves the list as it was."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import special

from tests.constructs.cases import P4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
L3 = [1.0, 0.4, 0.3]


@case([*L3])
def argument_normalised(x):
    x /= np.linalg.norm(x)
    return x[0] + 2.0 * x[1] * x[2]


@case([*L3])
def arrays_added(x):
    x += np.array([1.0, 2.0, 3.0]) * x[0]
    x -= np.array([0.1, 0.2, 0.3])
    return np.sum(x**2)


@case([*L3])
def each_operator(x):
    total = 0.0
    for i in range(3):
        y = [x[0], x[1] * i, x[2]]
        y -= np.array(x) * y[1]
        y *= np.array(x)
        y **= np.array([1.0, 2.0, 1.5])
        z = [x[2], x[i]]
        z @= np.array([[x[0], 1.0], [x[1], 2.0]])
        total += y[0] ** 2 + y[1] * y[2] + z[0] * z[1]
    return total


@case([*L3])
def a_tuple_divided_then_extended(x):
    y = (x[0], x[1] ** 2, x[2])
    y /= np.array(x)
    y += (x[2], x[1], x[1])
    return np.sum(y**2) * y[1]


@case([*L3])
def another_name_keeps_the_list(x):
    y = [x[0], x[1] ** 2]
    y += [x[2]]
    z = y
    y += np.array(x)
    z += [x[1]]
    return np.sum(y**2) * z[3] * len(z)


@case([*L3])
def lists_of_lists(x):
    y = [[x[0], x[1]], [x[2], x[0] ** 2]]
    z = y
    y /= np.linalg.norm(y)
    return np.sum(y[0] ** 3) + z[0][1] + z[1][1]


@case(P4)
def by_numbers_of_numpy(x):
    y = [x[0], x[1]]
    y -= x[2]
    y /= y[0] + np.float64(x[3])
    z = [x, 2.0 * x]
    z *= x
    return np.sum(y**3) * np.sum(z[1] ** 2)


class Holder:
    def __init__(self, items):
        self.items = items


@case(P4)
def in_attributes_and_items(x):
    held, table = Holder([x[0], x[1]]), {"a": [x[2], x[3]]}
    held.items /= np.linalg.norm(x)
    table["a"] -= held.items**2
    return np.sum(table["a"] ** 2) * held.items[1]


def scaled(items, by):
    items /= by
    return items


@case(P4)
def by_a_function(x):
    y = [x[0], x[1]]
    z = scaled(y, x[2])
    return z[0] * y[0] + z[1] * y[1] ** 2


@case([*L3])
def times_what_may_be_a_number(x):
    y = [x[0], x[1]]
    y += y * np.array(x[:2])
    z = (x[0], x[1])
    w = np.array([[x[0]], [x[2]]]) * z
    return np.sum(y**2) * np.sum(w[1] ** 2) + np.sum(z * np.array(x[2]))


@case(0.6)
def complex_powers(x):
    y = [x - 1.0 + 0.5j, x * 2.0]
    y **= np.array([x, 1.5])
    z = x - 1.0  # negative
    z **= 1.0 + x
    return np.sum(np.real(y) + 2.0 * np.imag(y)) + z.real - 3.0 * z.imag


@case([*L3])
def times_and_changed_later(x):
    y, w, total = [x[0], x[1]], np.array(x[1:]), 0.0
    for i in range(3):
        z = y * w
        y[i % 2] = x[i] ** 2 * y[0]
        w += x[0]
        total += np.sum(z**3)
    y.append(x[1])
    return total * y[0] * y[2]


class Weights:
    def sum_of(self, x, places):
        places = np.asarray(places, dtype=float)
        return np.sum(places * x)


@case(1.7)
def ranges_that_are_made_arrays(x):
    held = [Weights()]
    return Weights().sum_of(x, range(3)) * held[0].sum_of(x, range(1, 7, 2))


@case([0.7, 0.4, 0.3])
def in_functions_of_numpy_out_of_a_dict(x):
    held = {"a": [x[0], x[1]], "b": [x[0], x[2]]}
    a, b = held["a"], held["b"]
    ties = np.maximum(a, b) * 2.0 + np.minimum(a, b) ** 2 + np.fmax(b, a)
    slopes = np.log1p(a) * np.arcsin(b) + np.square(a) + np.arctan(b) + np.arctanh(b[1:])
    rests = np.mod(b, [0.23, 0.27]) + np.divmod(a, [0.23, 0.27])[1] + np.modf(b)[0]
    return np.sum(ties * slopes * x[2]) + np.sum(rests * slopes)


@case([*L3])
def in_functions_of_numpy_out_of_a_list(x):
    rows = []
    for k in range(2):
        rows.append([x[0], x[k + 1]])
    a, b = rows
    return np.sum(np.maximum(a, b) * np.minimum(rows[0], rows[1]) * np.log1p(rows[1]))


def pair_of(x):
    return [x[0], x[1] * x[2]]


@case([*L3])
def in_functions_with_several_results(x):
    held = {"pair": pair_of(x), "third": x[2]}
    found = special.airy(held["pair"])[0] * special.fresnel(held["pair"])[1] + special.sici(held["pair"])[0]
    first, second = special.pbdv(1.0, held["pair"])
    return np.sum(found * special.ellipj(held["pair"], 0.5)[2] + special.poch(held["pair"], held["pair"]) * first + second)


@case([*L3])
def tuples_made_of_what_a_call_gives(x):
    made = tuple(pair_of(x))
    return np.sum(np.sin(made) * np.exp(tuple(item**2 for item in made))) + np.add(tuple(pair_of(made * 2)), 1.0)[1]


@case([*L3])
def stretched_out_of_a_dict(x):
    held = {"a": [x[0], x[1]]}
    v = np.broadcast_to(held["a"], (3, 2))
    return np.sum(v[0] * v[1] * v[:2, 0] + v * v[:1]) + np.sum(v[:, 1] * x[2])


@pytest.mark.parametrize("fun, args, options", case)
def test_all_ways(fun, args, options):
    check_all_ways(fun, *args, **options)
