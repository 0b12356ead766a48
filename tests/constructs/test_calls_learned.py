"""Calls that are looked up are told at once when others like them were met: what is alike and not the same is told apart."""

import contextlib
import operator

import numpy as np
import pytest

from tangentish import grad, jacfwd, rules
from tests.constructs.cases import P4, V4, Cases
from tests.constructs.ways import check_all_ways
from tests.rules.user_rules import own_table

__all__ = ["own_table"]  # a fixture: the rules registered here are gone after each test

case = Cases()
modes = pytest.mark.parametrize("mode", [grad, jacfwd])


class Spring:
    def __init__(self, k, length):
        self.k, self.length = k, length

    def energy(self, a, b=0.5):
        return 0.5 * self.k * (b - a - self.length) ** 2

    def __add__(self, other):
        return Spring(self.k + other.k, self.length * other.length)


class Stiff(Spring):
    def energy(self, a, b=0.5):
        return super().energy(a, b) + self.k * a


@case(V4)
def methods_of_objects_of_several_classes(x):
    total = 0.0
    springs = [Spring(x[0], 0.1), Stiff(x[1], x[2]), Spring(2.0, x[3]), Stiff(0.5, 0.2)]
    for i, s in enumerate(springs):
        total = total + s.energy(x[i]) + s.energy(x[i], x[3 - i]) + s.energy(b=x[i], a=1.0)
    return total


@case(V4)
def operators_of_objects_and_of_numbers(x):
    total = Spring(x[0], x[1])
    for part in [Spring(x[2], 1.1), Spring(0.3, x[3]), Spring(x[1], x[1])]:
        total = operator.add(total, part)
    for op in [operator.add, operator.mul, operator.sub]:
        x = op(x, x[::-1])
    return total.k * total.length + np.sum(x)


@case(V4)
def arguments_of_changing_kinds(x):
    def scaled(y, by=2.0, *, shift=0.0):
        return y * by + shift

    total = 0.0
    for f in [scaled]:
        for y in [x[0], x, x[:2], float(x[1]), x[:3]]:
            total = total + np.sum(f(y)) + np.sum(f(y, x[0])) + np.sum(f(y, shift=x[1])) + np.sum(f(by=y, y=3.0))
    return total


@case(P4)
def managers_and_generators(x):
    @contextlib.contextmanager
    def scaled(y):
        yield y * 2.0

    @contextlib.contextmanager
    def logged(y):
        yield np.log(y)

    total = 0.0
    for manager in [scaled, logged, scaled]:
        with manager(x) as y:
            total = total + np.sum(y * x[0])
    return total


class Holder:
    rate = 2.0

    def __init__(self, **values):
        self.__dict__.update(values)

    def used(self, y):
        return np.sum(self.rate * y)

    def __repr__(self):
        return f"Holder({self.rate})"


@case(V4)
def attributes_of_objects_that_are_not_alike(x):
    total = 0.0
    holders = [Holder(rate=x[0]), Holder(), Holder(rate=x), Holder(rate=x[:2]), Holder(rate=2), Holder(rate=np.float32(0.5)),
               Holder(rate=x[1], name="second"), Holder(rate=np.outer(x, x)), Holder(rate=True), Holder(rate=x[2])]
    for h in [*holders, *holders]:
        for y in (x[:1], x[0], 3.0):
            total = total + h.used(y) ** 2
    return total


@case(V4)
def attributes_that_change_between_calls(x):
    h, total = Holder(), 0.0
    for rate in [x[0], x, 1.5, x[1] * x]:
        total = total + h.used(x[2])
        h.rate = rate
        total = total + h.used(x)
    del h.rate
    return total + h.used(x[3])


@case(V4)
def arrays_that_share_memory_at_times(x):
    def put(a, b):
        a[0] = b[1] * 2.0
        return a[1] * b[0]

    total = 0.0
    for f in [put]:
        for k in range(4):
            a, b = x * 1.0, x * 2.0
            total = total + f(a, b if k % 2 else a) * np.sum(a * b)
            total = total + f(a[:2], a[1:3]) * np.sum(a)
    return total


@case(V4)
def objects_in_objects(x):
    inner = Holder(rate=x[0])
    outer = Holder(rate=1.0, inner=inner)
    total = 0.0
    for k in range(3):
        for h in (outer, inner, outer.inner):
            total = total + h.used(x[k])
        inner.rate = inner.rate * x[1]
        outer.inner = Holder(rate=x[2] * k)
    return total


@case(V4)
def conditions_on_attributes(x):
    class Choosing(Holder):
        def used(self, y):
            if self.mode == "square":
                return self.rate * y**2
            return y if self.mode is None else self.rate / y

    total = 0.0
    for mode in ["square", None, "other", "square"]:
        for h in [Choosing(rate=x[0], mode=mode), Choosing(rate=3.0, mode=mode)]:
            total = total + h.used(x[1])
    return total


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_derivatives(fun, args, options):
    check_all_ways(fun, *args, **options)


def scaled_by(factor):
    def scaled(x):
        return factor * x

    return scaled


def summed(functions, x):
    total = 0.0
    for f in functions:
        total = total + f(x)
    return total


@modes
def test_a_rule_for_one_of_several_functions_with_the_same_code(own_table, mode):
    functions = [scaled_by(2.0), scaled_by(3.0), scaled_by(5.0)]

    def total(x):
        return summed(functions, x)

    assert mode(total)(1.5) == 10.0
    rules.elementwise(functions[1])(lambda ans, x: 100.0)
    assert mode(total)(1.5) == 107.0
    assert mode(total)(1.5) == 107.0


@modes
def test_a_rule_for_a_function_whose_like_was_met_first(own_table, mode):
    plain, ruled = scaled_by(2.0), scaled_by(3.0)
    rules.elementwise(ruled)(lambda ans, x: 100.0)
    assert mode(lambda x: summed([plain, ruled, plain], x))(1.5) == 104.0


@modes
def test_a_method_that_was_put_in_place_of_one_met_before(monkeypatch, mode):
    springs = [Spring(1.0, 0.0), Spring(2.0, 0.0)]

    def total(x):
        return sum([s.energy(x) for s in springs])

    assert mode(total)(0.25) == pytest.approx(-0.75)
    monkeypatch.setattr(Spring, "energy", lambda self, a: self.k * a)
    assert mode(total)(0.25) == pytest.approx(3.0)
    monkeypatch.setattr(Spring, "energy", staticmethod(lambda a: 7.0 * a))
    assert mode(total)(0.25) == pytest.approx(14.0)


@modes
def test_a_class_that_is_made_otherwise_than_before(monkeypatch, mode):
    def total(x):
        return sum([cls(x, 2.0 * x).energy(0.0) for cls in [Spring, Spring]])

    def numeric(x):
        return (total(x + 1e-6) - total(x - 1e-6)) / 2e-6

    assert mode(total)(0.3) == pytest.approx(numeric(0.3))

    def init(self, k, length):
        self.k, self.length = 3.0 * k, length

    monkeypatch.setattr(Spring, "__init__", init)
    assert mode(total)(0.3) == pytest.approx(numeric(0.3))


@modes
def test_missing_and_surplus_arguments_are_said_by_python(mode):
    functions = [lambda x, y: x * y, lambda x: x]
    for args, k in [((), 0), ((), 1), ((1.0, 2.0, 3.0), 0)]:
        with pytest.raises(TypeError, match="argument"):
            mode(lambda x, k=k, args=args: functions[k](*([] if k else [x]), *args) * x)(2.0)


@modes
def test_a_function_that_is_given_other_code(mode):
    def first(x, y):
        return x * y

    def second(x, y):
        return x * x * y

    functions = [first]

    def total(x):
        return functions[0](x, 3.0)

    assert mode(total)(2.0) == pytest.approx(3.0)
    first.__code__ = second.__code__
    assert mode(total)(2.0) == pytest.approx(12.0)


@modes
def test_what_a_method_reads_around_it_changes(monkeypatch, mode):
    def total(x):
        return sum([h.used(x) for h in [Holder(), Holder(rate=5.0)]])

    assert mode(total)(0.5) == pytest.approx(7.0)
    monkeypatch.setattr(Holder, "rate", 4.0)
    assert mode(total)(0.5) == pytest.approx(9.0)
    monkeypatch.setattr(Holder, "rate", property(lambda self: 6.0))
    assert mode(lambda x: Holder().used(x) * 1.0)(0.5) == pytest.approx(6.0)
