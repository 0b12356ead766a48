"""Classes defined inside a function, through whose objects the function writes into what is around the class."""

import numpy as np
import pytest

import tangentish
from tests.oracle import check_gradient

V4 = np.array([0.3137, 1.2411, 0.7133, 0.9217])


def given_by_a_method(m, t):
    class Held:
        def rows(self):
            return m

    r = Held().rows()
    r[:] *= t
    return np.sum(m)


def item_of_what_is_given(m, t):
    class Held:
        def rows(self):
            return m

    h = Held()
    r = h.rows()
    r[0] = t
    return np.sum(m)


def given_by_a_property(m, t):
    class Held:
        @property
        def rows(self):
            return m

    h = Held()
    r = h.rows
    r[0] = t
    return np.sum(m)


def read_by_another_method(m, t):
    class Held:
        def rows(self):
            return m

        def tot(self):
            return np.sum(m)

    r = Held().rows()
    r[:] *= t
    return Held().tot()


def kept_by_the_constructor(m, t):
    class Held:
        def __init__(self):
            self.rows = m

    h = Held()
    h.rows[:] *= t
    return np.sum(m)


def kept_and_named(m, t):
    class Held:
        def __init__(self):
            self.rows = m

    h = Held()
    r = h.rows
    r[0] = t
    return np.sum(m)


def stored_by_a_method(m, t):
    class Held:
        def __init__(self):
            self.rows = m

        def put(self, v):
            self.rows[0] = v

    h = Held()
    h.put(t)
    return np.sum(m)


def stored_in_what_another_gives(m, t):
    class Held:
        def rows(self):
            return m

        def put(self, v):
            self.rows()[0] = v

    h = Held()
    h.put(t)
    return np.sum(m)


def held_by_the_class(m, t):
    class Held:
        rows = m

    h = Held()
    r = h.rows
    r[:] = t
    return np.sum(m)


def given_out_of_a_display(m, t):
    class Held:
        def rows(self):
            return [m][0]

    h = Held()
    r = h.rows()
    r[:] = t
    return np.sum(m)


def given_by_an_inner_function(m, t):
    class Held:
        def rows(self):
            def inner():
                return m

            return inner()

    h = Held()
    r = h.rows()
    r[:] = t
    return np.sum(m)


def yielded(m, t):
    class Held:
        def rows(self):
            yield m

    h = Held()
    for r in h.rows():
        r[:] = t
    return np.sum(m)


def given_as_an_item(m, t):
    class Held:
        def __getitem__(self, k):
            return m

    h = Held()
    h[0][:] = t
    return np.sum(m)


def given_by_a_manager(m, t):
    class Held:
        def __enter__(self):
            return m

        def __exit__(self, *a):
            pass

    with Held() as r:
        r[:] = t
    return np.sum(m)


def given_by_a_call(m, t):
    class Held:
        def __call__(self):
            return m

    r = Held()()
    r[:] = t
    return np.sum(m)


def written_by_a_method(m, t):
    class Held:
        def put(self, v):
            m[0] = v

    h = Held()
    h.put(t)
    return np.sum(m)


def written_by_a_bound_method(m, t):
    class Held:
        def put(self, v):
            m[0] = v

    put = Held().put
    put(t)
    return np.sum(m)


def written_by_a_call(m, t):
    class Held:
        def __call__(self, v):
            m[0] = v

    Held()(t)
    return np.sum(m)


def written_by_a_method_of_what_it_has(m, t):
    class Held:
        def __init__(self, v):
            self.v = v

        def put(self):
            m[0] = self.v

    h = Held(t)
    h.put()
    return np.sum(m)


CAPTURED_WRITTEN = [
    given_by_a_method,
    item_of_what_is_given,
    given_by_a_property,
    read_by_another_method,
    kept_by_the_constructor,
    kept_and_named,
    stored_by_a_method,
    stored_in_what_another_gives,
    held_by_the_class,
    given_out_of_a_display,
    given_by_an_inner_function,
    yielded,
    given_as_an_item,
    given_by_a_manager,
    given_by_a_call,
    written_by_a_method,
    written_by_a_bound_method,
    written_by_a_call,
    written_by_a_method_of_what_it_has,
]


@pytest.mark.parametrize("fun", CAPTURED_WRITTEN)
def test_what_a_class_captures_is_written_through_what_it_makes(fun):
    m = V4.copy()
    for differentiate in (
        lambda: tangentish.grad(fun, 1)(m, 0.3),
        lambda: tangentish.jvp(fun, (m, 0.3), (None, 1.0)),
        lambda: tangentish.vjp(fun, m, 0.3),
    ):
        with pytest.raises(tangentish.UnsupportedError, match="a class that captures active values"):
            differentiate()
    np.testing.assert_array_equal(m, V4)


def reads_and_stores_in_itself(m, t):
    class Held:
        def __init__(self, v):
            self.v = v

        def value(self):
            return np.sum(m * self.v)

        def fill(self, x):
            self.v = self.v + x

        def grid(self):
            return m

    held = Held(t)
    held.fill(t)
    total = held.value()
    total += t
    return total + held.v + held.grid()[0]


def own_arrays_of_a_captured_length(m, t):
    n = len(m)

    class Held:
        def __init__(self):
            self.v = np.zeros(n)

        def fill(self, x):
            self.v[:] = m * x

        def get(self):
            return self.v

    held = Held()
    held.fill(t)
    rows = held.get()
    rows *= t
    return np.sum(held.v)


@pytest.mark.parametrize("fun", [reads_and_stores_in_itself, own_arrays_of_a_captured_length])
def test_what_a_class_only_reads_is_no_obstacle(fun):
    check_gradient(fun, V4, 0.3, argnums=1)
