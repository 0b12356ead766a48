"""`a.shape = ...` and `a.resize(...)`: of arrays that the function made; of others refused where that is reached, only there."""

from __future__ import annotations

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import P4, V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
pytestmark = pytest.mark.filterwarnings("ignore:Setting the shape on a NumPy array:DeprecationWarning")  # from NumPy 2.5 on


class System:
    def __init__(self, a, static=False):
        if static:
            a.shape = (0, 0)
        self.a = a * 2.0


@case(V4)
def not_reached(x, static=False):
    a = x * 2.0
    b = a
    if static:
        a.shape = (0, 0)
    a[0] = a[0] ** 2
    return np.sum(b * a)


@case(V4)
def not_reached_in_a_loop(x):
    t = np.zeros(4)
    for k in range(3):
        t[k] = x[k] ** 2
        if k > 5:
            t.shape = (2, 2)
    return np.sum(t * x)


@case(V4)
def of_a_class(x):
    return np.sum(System(x).a ** 2)


@case(P4)
def in_a_branch(x):
    a = x * 2.0
    if a[0] > 0:
        a.shape = (2, 2)
    return np.sum(a * a)


@case(P4)
def with_another_shape_after(x):
    a = x[:3] * 2.0
    a.shape = (3, 1)
    return np.sum((a + a.T) ** 2)


@case(P4)
def of_an_array_that_is_filled(x):
    a = np.zeros(4)
    row = a[:2]
    a.shape = 2, -1
    a[0], a[1] = x[:2], x[2:] ** 2
    row *= 3.0
    a.shape += (1,)
    return np.sum(a[..., 0] @ a[:, 1] ** 2)


@case(P4)
def in_a_loop(x):
    for k in range(2):
        y = x * (k + 1.0)
        y.shape = (2, 2)
        x = (y @ y).ravel()
    return np.sum(x)


@case(P4)
def with_another_name_after(x):
    a = x**2
    a.shape = (2, 2)
    b = a
    b[0] *= 2.0
    a = a.T
    return np.sum(a @ b)


@case(P4)
def of_a_copy(x):
    a = np.array(x, dtype=float)
    b = np.array(a, ndmin=2)
    a.shape = (2, 2)
    b.shape = (2, 2)
    a[0] = a[1] ** 2
    return np.sum(a @ b)


@case(P4)
def of_what_was_a_list(x):
    a = np.array([x[0] ** 2, x[1], x[2] * x[3], x[0]])
    a.shape = -1, 2
    return np.sum(a @ a)


@case(P4)
def of_an_object(x):
    s = Scaled(x) * 2.0
    s.shape = "any"
    return np.sum(s.values**2)


@case(P4)
def resized(x):
    a = x * 2.0
    a.resize((2, 2))
    b = x**2
    b.resize(6, refcheck=False)
    c = x * x[0]
    c.resize((1, 2), refcheck=False)
    return np.sum(a @ a) + np.sum(b**2) + np.sum(c**3)


@case(P4)
def of_a_parameter_bound_anew(x):
    first = x
    x = np.sin(x)
    x.shape = 2, 2
    return np.sum(x @ x) * first[1]


@case(P4)
def of_a_parameter_in_a_loop(x):
    x = x * 2.0
    for k in range(3):
        x = x * 1.5
        x.shape = (4,) if k % 2 else (2, 2)
    return np.sum(x[0] * x[1])


@case(P4)
def of_two_at_once(x):
    a = x * 2.0
    b = x**2
    a.shape = b.shape = shape = 2, -1
    return np.sum(a @ b) * shape[0]


def doubled(x):
    return x * 2.0


def in_columns(x):
    out = np.zeros((2, 2))
    out[:, 0], out[:, 1] = x[:2], x[2:] ** 2
    return out.ravel()


@case(P4)
def of_what_a_helper_gives(x):
    a = doubled(x)
    a.shape = 2, -1
    b = in_columns(a[0]) if a.size > 4 else in_columns(x)
    b.shape = 2, 2
    return np.sum(a @ b)


@case(P4)
def of_a_copy_that_is_asked_for(x):
    a = np.array(x, copy=True)
    a.shape = 2, 2
    b = np.asarray(doubled(x))
    b.shape = 2, 2
    return np.sum(a @ b)


@case(P4)
def of_a_view_of_what_has_another_name(x):
    a = x * 2.0
    b = a.reshape(-1)
    b.shape = 2, 2
    b[0] *= x[0]
    c = x.astype(float)
    c.shape = 2, 2
    return np.sum(b @ c) * a.ndim + np.sum(a**2)


class Scaled:
    def __init__(self, values):
        self.values, self.shape = values, values.shape

    def __mul__(self, factor):
        return Scaled(self.values * factor)


def of_an_argument(x):
    x.shape = (2, 2)
    return np.sum(x * x)


def with_another_name(x):
    a = x * 2.0
    b = a
    a.shape = (2, 2)
    return np.sum(a @ b)


def of_a_copy_if_needed(x):
    a = np.array(x, copy=None)
    a.shape = (2, 2)
    return np.sum(a @ a)


def of_a_copy_if_told(x, options={"copy": None}):
    a = np.array(x, **options)
    a.shape = (2, 2)
    return np.sum(a @ a)


def with_a_name_for_what_is_not_copied(x):
    a = x * 2.0
    b = np.array(a, copy=None)
    a.shape = (2, 2)
    return np.sum(b @ a)


def in_a_list(x):
    a = x * 2.0
    held = [a]
    a.shape = (2, 2)
    return np.sum(held[0] @ a)


def the_same_by_its_real_part(x):
    a = x * 2.0
    b = a.real
    a.shape = (2, 2)
    return np.sum(b @ a)


def given_back(x):
    return x


def by_a_helper(x):
    a = given_back(x * 2.0)
    a.shape = (2, 2)
    return np.sum(a @ a)


KEPT = {}
PLAIN = np.arange(4.0)


def kept_in_a_table(x):
    KEPT["last"] = y = np.arange(4.0)
    return y


def from_around(x):
    return PLAIN


def by_a_helper_that_keeps_it(x):
    a = kept_in_a_table(x)
    a.shape = (2, 2)
    return np.sum((x.reshape(2, 2) * a) @ KEPT["last"])


def by_a_helper_from_around(x):
    a = from_around(x)
    a.shape = (2, 2)
    return np.sum((x.reshape(2, 2) * a) @ PLAIN)


class Held:
    def __init__(self, values):
        self.values = values

    def __mul__(self, factor):
        return self.values


def of_what_an_operator_gives(x):
    held = Held(x * 1.0)
    a = held * 2.0
    a.shape = (2, 2)
    return np.sum(a @ held.values)


def the_array_given_to_write_into(x):
    a = np.zeros(4)
    b = np.sin(x, out=a)
    b.shape = (2, 2)
    return np.sum(a @ b)


def of_a_parameter_perhaps_bound_anew(x):
    if x[0] > 0.0:
        x = np.sin(x)
    x.shape = (2, 2)
    return np.sum(x @ x)


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


@pytest.mark.parametrize("fun", [of_an_argument, with_another_name, of_a_copy_if_needed, of_a_copy_if_told,
                                 with_a_name_for_what_is_not_copied, in_a_list, the_same_by_its_real_part, by_a_helper,
                                 by_a_helper_that_keeps_it, by_a_helper_from_around, of_what_an_operator_gives,
                                 the_array_given_to_write_into, of_a_parameter_perhaps_bound_anew])
def test_refused(fun):
    with pytest.raises(tangentish.UnsupportedError, match=r"shape = (.|\n)*reshape"):
        tangentish.grad(fun)(P4)
    with pytest.raises(tangentish.UnsupportedError, match=r"shape = (.|\n)*reshape"):
        tangentish.jvp(fun, (P4,), (P4,))


def test_a_shape_that_is_no_view_raises():
    def transposed(x):
        a = np.outer(x, x).T * 2.0
        a.shape = (16,)
        return np.sum(a)

    for run in (lambda: transposed(P4), lambda: tangentish.grad(transposed)(P4), lambda: tangentish.jvp(transposed, (P4,), (P4,))):
        with pytest.raises(AttributeError, match="in-place"):
            run()


def test_a_shape_assigned_in_a_helper_of_what_has_another_name_is_refused():
    class Holder:
        pass

    def reshape(o):
        o.a.shape = (2, 2)

    def total(x):
        w, o = x * 1.5, Holder()
        o.a = w
        reshape(o)
        return np.sum(w[1] * x[0]) + np.sum(w.ravel() * x)

    with pytest.raises(tangentish.UnsupportedError, match="assigning to `shape`"):
        tangentish.grad(total)(np.array([0.7, 0.4, 1.1, 0.9]))
