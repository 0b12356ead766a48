"""Sets of names and other things without derivatives, beside what has some."""

import operator

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways
from tests.oracle import check_gradient, directional, random_like

case = Cases()


def named(**given):
    names = set()
    for name in given:
        names.add(name)
    names.update(["z"])
    known = names.intersection(given)
    names.discard("z")
    if len(known) == 2 and "b" in frozenset(given).union(names) and len(set(given) & {"a"}) == 1:
        return np.sum(given["a"] * given["b"]) + len(names)
    return 0.0


CALLED = [named]


def rows_of(tables):
    labels = set()
    [labels.update(table.keys()) for table in tables]
    return [[table.get(label, 0.0) for table in tables] for label in sorted(labels)]


CALLED_OF_TABLES = [rows_of]


@case(V3, V3 + 1.0, argnums=(0, 1))
def keys_of_tables(x, y):
    tables = [{"a": x[0], "b": x[1] * y[0]}, {"b": y[1], "c": x[2]}]
    return rows_of(tables)[1][0] * CALLED_OF_TABLES[0](tables)[2][1]


@case(V3, V3 + 1.0, argnums=(0, 1))
def names_of_keywords(x, y):
    return CALLED[0](a=x, b=y) * named(a=x[0], b=y[1])


@pytest.mark.parametrize("fun, args, options", case)
def test_derivative(fun, args, options):
    check_gradient(fun, *args, **options)
    directions = tuple(random_like(arg, np.random.default_rng(2)) for arg in args)
    tangent = tangentish.jvp(fun, args, directions)[1]
    assert np.isclose(tangent, directional(fun, args, (0, 1), directions), rtol=1e-6)


def kept(x):
    seen = set()
    seen.add(x)
    return max(seen) * x


def test_numbers_in_a_set_are_refused():
    def fun(x):
        return [kept][0](x)

    with pytest.raises(tangentish.UnsupportedError):
        tangentish.grad(fun)(0.4)
    with pytest.raises(tangentish.UnsupportedError):
        tangentish.jvp(fun, (0.4,), (1.0,))


def keyed(tables):
    keys = set()
    for table in tables:
        keys.update(table.keys())
    return max(keys)


KEYED = [keyed]


def test_keys_that_are_active_are_refused():
    def fun(x):
        return KEYED[0]([{x: 1.0}, {2.0 * x: x}]) * x

    with pytest.raises(tangentish.UnsupportedError):
        tangentish.grad(fun)(0.4)
    with pytest.raises(tangentish.UnsupportedError):
        tangentish.jvp(fun, (0.4,), (1.0,))


class Parameter:
    def __init__(self, name, value):
        self.name, self.value = name, value


def names_of_objects(x):
    parameters = [Parameter("a", x[0]), Parameter("b", x[1]), Parameter("b", x[2])]
    names = {p.name for p in parameters if p.value > -5}
    total = 0.0
    for name in sorted(names):
        total += sum(p.value ** 2 for p in parameters if p.name == name) * len(name)
    if "a" in names and (others := names - {"a"}):
        total = total * x[3] * len(others)
    return total


def test_sets_of_what_objects_hold():
    check_all_ways(names_of_objects, np.array([0.7, -1.3, 0.4, 1.1]))


OPERATORS = {"-": operator.sub, "&": operator.and_, "|": operator.or_, "^": operator.xor}


def looked_up_of_sets(x):
    found, other = {"a": x[0], "b": x[1]}, {"b": x[2], "c": x[0], "d": x[1]}
    count = 0
    for k, apply in enumerate(OPERATORS.values()):
        count += (k + 1) * len(apply(set(found), set(other)))
        count += (k + 5) * len(apply(found.keys(), other))
    return x[0] ** 2 * count


def test_operators_that_are_looked_up_of_sets():
    check_all_ways(looked_up_of_sets, np.array([0.7, -1.3, 0.4]))


@pytest.mark.parametrize("fun", [lambda x: sum({v for v in x}), lambda x: sum({v * v for v in x} | {2.0})])
def test_comprehensions_of_numbers_are_refused(fun):
    for differentiate in (tangentish.grad(fun), lambda x: tangentish.jvp(fun, (x,), (x,))):
        with pytest.raises(tangentish.UnsupportedError, match="a set of active values"):
            differentiate(np.array([0.7, -1.3]))
