"""Classes that are defined inside the function that is differentiated."""

import enum

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways
from tests.oracle import check_gradient

case = Cases()


@case(V4)
def attribute_of_the_class(x):
    class Total:
        start = 1.5

    total = Total()
    total.start = x[0]
    return total.start * Total.start + Total().start * x[1]


@case(V4)
def method_through_the_class(x):
    class Held:
        def __init__(self, q):
            self.q = q

        def value(self, k):
            return self.q * k

        @staticmethod
        def square(v):
            return v**2

    return Held.value(Held(x[0]), x[1]) + Held.square(x[2])


@case(V4)
def parameters_named_like_other_variables(x):
    class Held:
        def __init__(self, v):
            self.v = v

        def times(self, y):
            return self.v * y

    held = [Held(v) for v in x]
    y = x[0] * 2
    return held[0].v * held[1].times(y)


@case(V4)
def that_names_itself(x):
    class Dual:
        def __init__(self, u, count=0):
            self.u, self.count = u, count

        def __add__(self, o):
            return Dual(self.u + o.u, self.count + 1)

        def __mul__(self, o):
            return Dual(self.u * o.u, self.count + 1) if isinstance(o, Dual) else Dual(self.u * o, self.count)

    total = Dual(x[0]) + Dual(x[1])
    for k in range(3):
        total = total * Dual(x[k]) + Dual(x[3])
        total += Dual(x[0])
    return (total * 2.0 * total).u + total.count


@case(V4)
def one_derived_from_another(x):
    class First:
        factor = 2.0

        def __init__(self, u):
            self.u = u

        def value(self):
            return self.u * self.factor

    class Second(First):
        factor = 3.0

        def value(self):
            return super().value() ** 2

    return sum(made.value() for made in (First(x[0]), Second(x[1]), Second(x[0] * x[1])))


@case(V4)
def in_a_branch_and_in_a_loop(x):
    total = 0.0
    for k in range(3):
        if k != 1:
            class Scaled:
                def __init__(self, u):
                    self.u = u * 2
        else:
            class Scaled:
                def __init__(self, u):
                    self.u = u**2
        total += Scaled(x[k]).u * x[3]
    return total


class Doubled:
    factor = 2.0

    def value(self, x):
        return self.factor * x


@case(np.float64(1.3))
def made_by_type_of_constants(x):
    made = type("Tripled", (Doubled,), {"factor": 3.0, "square": lambda self, x: x * x})()
    other = [type, len][0]("Halved", (Doubled,), {"count": 2, "half": lambda self, x: x / self.count})()
    made.kept = made.square(x)
    return made.value(x) * made.kept + other.value(x) * other.half(x)


@case(np.float64(1.3))
def given_a_method_that_captures(x):
    class Held:
        factor = 2.0

    Held.value = lambda self: x * x * self.factor
    return Held().value()


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_capturing_active_values_is_refused(mode):
    def fun(x):
        y = x * 2

        class Held:
            def value(self):
                return y

        return Held().value()

    with pytest.raises(tangentish.UnsupportedError, match="a class that captures active values"):
        if mode == "reverse":
            tangentish.grad(fun)(np.float64(2.0))
        else:
            tangentish.jvp(fun, (2.0,), (1.0,))


def classes_that_only_read(m, t):
    class Held:
        rows = m

        def __init__(self, a):
            self.a = a

        def total(self, a):
            return np.sum(a * m)

    held = Held(t)
    held.a = held.a * 2.0
    return held.a * held.total(t) * np.sum(held.rows)


def test_what_it_captures_and_only_reads_is_a_constant():
    check_gradient(classes_that_only_read, V4, 0.3, argnums=1)


def written_through_a_method(m, t):
    class Held:
        def rows(self):
            return m

    Held().rows()[:] *= t
    return np.sum(m)


def written_through_a_property(m, t):
    class Held:
        @property
        def rows(self):
            return m

    Held().rows[:] *= t
    return np.sum(m)


def written_through_the_class(m, t):
    class Held:
        rows = m

    Held.rows[:] *= t
    return np.sum(m)


@pytest.mark.parametrize("fun", [written_through_a_method, written_through_a_property, written_through_the_class])
def test_writing_active_values_into_what_it_captures_is_refused(fun):
    m = V4.copy()
    for differentiate in (lambda: tangentish.grad(fun, 1)(m, 0.3), lambda: tangentish.jvp(fun, (m, 0.3), (None, 1.0))):
        with pytest.raises(tangentish.UnsupportedError, match="a class that captures active values"):
            differentiate()
    np.testing.assert_array_equal(m, V4)


def made_by_type(x):
    return type("Held", (), {"value": x * x})().value


def made_by_type_of_parts(x):
    parts = ("Held", (), {"value": x * x})
    return type(*parts).value


def made_by_type_with_a_method(x):
    return type("Held", (), {"value": lambda self: x * x})().value()


def made_by_type_under_another_name(x):
    make = {"class": type, "length": len}["class"]
    return make("Held", (), {"value": x * x}).value


def made_by_type_mapped(x):
    return next(iter([held.value for held in map(type, ["Held"], [()], [{"value": x * x}])]))


def made_by_enum(x):
    return enum.Enum("Held", {"FIRST": x * x, "SECOND": 2.0}).FIRST.value


@pytest.mark.parametrize("fun", [made_by_type, made_by_type_of_parts, made_by_type_with_a_method, made_by_type_under_another_name,
                                 made_by_type_mapped, made_by_enum], ids=lambda f: f.__name__)
def test_a_class_made_of_active_values_is_refused(fun):
    for differentiate in (lambda: tangentish.grad(fun)(1.3), lambda: tangentish.jvp(fun, (1.3,), (1.0,))):
        with pytest.raises(tangentish.UnsupportedError, match=r"a class that (holds active values|is made here)"):
            differentiate()
