"""Objects whose `__iter__` is a generator, and generator methods, in loops whose bodies do what nobody can look into."""

import functools

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways
from tests.oracle import check_gradient

case = Cases()


class Part:
    def __init__(self, weight):
        self.weight = weight

    def of(self, x):
        return self.weight * x ** 2


class Model:
    def __init__(self, *parts):
        self.parts = parts
        self.energy = 0.0

    def __iter__(self):
        yield from self.parts

    def pairs(self, start=0):
        seen = set()
        for i in range(start, len(self.parts)):
            for j in range(len(self.parts)):
                if i < j and (i, j) not in seen:
                    seen.add((i, j))
                    yield i, j

    def weights(self):
        for part in self.parts:
            yield part.weight

    def shot(self, x):
        y = x.copy()
        for part in self:
            y -= part.of(x)
        return y

    def total(self):
        return sum(part.weight for part in self)

    def doubled(self):
        return [2.0 * part.weight for part in self]

    def forces(self, x):
        out = np.zeros_like(x)
        for i, j in self.pairs():
            force = x[i] * x[j] * self.parts[i].weight
            self.energy += force ** 2
            out[i] += force
            out[j] -= force
        return out


def made(x):
    return Model(*map(Part, x))


@case(V3)
def a_loop_over_an_object(x):
    return np.sum(made(x).shot(x) ** 2)


@case(V3)
def a_sum_over_an_object(x):
    return made(x).total() * x[0]


@case(V3)
def a_comprehension_over_an_object(x):
    return made(x * x).doubled()[1] * x[0]


@case(V3)
def an_object_unpacked(x):
    a, b, c = Model(Part(x[0]), Part(x[1]), Part(x[2]))
    return a.weight * b.weight + c.weight


@case(V3)
def a_list_of_an_object(x):
    model = Model(Part(x[0]), Part(x[1]))
    return list(model)[1].weight * max(part.weight for part in model)


@case(V3)
def an_object_counted(x):
    model, y = Model(Part(x[0]), Part(x[1])), x
    for k, part in enumerate(model):
        y = part.of(y) + k
    return np.sum(y)


@case(V3)
def the_object_changes_and_the_generator_does_not_see_it(x):
    model, total = Model(Part(x[0]), Part(x[1]), Part(x[2])), 0.0
    for part in model:
        model.parts = (Part(5.0),)
        total = total + part.weight * x[0]
    return total


@case(V3)
def pairs_of_numbers_while_the_object_is_written(x):
    model = made(x)
    out = model.forces(x)
    return np.sum(out ** 2) + model.energy


@case(V3)
def a_generator_method_with_an_argument(x):
    model, total = Model(Part(x[0]), Part(x[1]), Part(x[2])), 0.0
    for i, j in model.pairs(1):
        model.energy = total
        total = total + x[i] * x[j]
    return total + model.energy


@case(V3)
def a_generator_method_that_yields_numbers(x):
    model, total = made(x), 1.0
    for weight in model.weights():
        model.energy = model.energy + weight * total
        total = total * weight
    return total + model.energy


class Frames:
    """A window that moves along a signal; `windowed` is a method that is only known when it is called."""

    def __init__(self, window, hop):
        self.window, self.hop = window, hop

    def pieces(self, x):
        for k in range(0, len(x) - len(self.window) + 1, self.hop):
            yield x[k : k + len(self.window)]

    def windowed(self, piece):
        return np.cumsum(piece * self.window)

    def table(self, x, change=None):
        out = np.zeros((len(self.window), len(x)))
        for k, piece in enumerate(self.pieces(x)):
            if change is not None:
                piece = change(piece)
            out[:, k] = self.windowed(piece)
        return out


FRAMES = Frames(np.array([0.5, 1.5]), 1)


@case(V3)
def numbered_items_of_a_generator_method(x):
    return np.sum(FRAMES.table(x) ** 2) + np.sum(FRAMES.table(x, lambda v: v - np.mean(v)) ** 3)


@case(V3)
def numbered_items_of_a_method_of_what_is_made_here(x):
    return np.sum(Frames(x[1:], 1).table(x * 2) ** 2)


class Cells:
    def __init__(self, weights):
        self.weights = weights
        self.listed = [(0, 1), (1, 2), (2, 0)]

    def __iter__(self):
        for i, j in self.listed:
            yield i, j, self.weights[i]

    def __len__(self):
        return len(self.listed)


class Assembled:
    """What is held in an attribute is known when it is gone through, and no sooner."""

    def __init__(self, cells, scale=lambda k: 1.0 + k):
        self.cells, self.scale, self.count = cells, scale, 0
        self.matrix = np.zeros((3, 3))

    def entry(self, i, j):
        return np.array([[2.0, -1.0], [-1.0, 2.0 + i * j]])

    def assembled(self, t):
        for k, (i, j, weight) in enumerate(self.cells):
            self.matrix[np.ix_((i, j), (i, j))] += t * weight * self.scale(k) * self.entry(i, j)
            self.count += 1
        return self

    def total(self, t):
        total = 0.0
        for i, j, weight in self.cells:
            total += weight * t * self.matrix[i, j]
        return total + sum(weight * i for i, _, weight in self.cells) + sum([t * j * w for _, j, w in self.cells])


@case(V3)
def held_in_an_attribute(x):
    held = Assembled(Cells(x * 2.0)).assembled(x[0])
    return held.total(x[1]) * np.sum(held.matrix**2) + held.count


@case(V3)
def lists_and_arrays_held_beside(x):
    held = [Assembled([(0, 1, x[0]), (1, 2, x[1])]), Assembled(Cells(x)), Assembled(np.array([[0, 1, 2], [1, 2, 0]]))]
    return sum(one.assembled(x[2]).total(x[0]) for one in held)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_gradient(fun, *args, **options)


def test_all_ways():
    check_all_ways(pairs_of_numbers_while_the_object_is_written, V3)


class Later:
    def __init__(self, values):
        self.values = values

    def __iter__(self):
        for k in range(2):
            yield self.values[k]

    def first(self):
        k = 0
        while k < len(self.values):
            yield self.values[k]
            k += 1


def changed_on_the_way(x):
    later, total = Later([x[0], x[1]]), 0.0
    for value in later:
        later.values[1] = x[0] * 7.0
        total = total + value
    return total


def longer_on_the_way(x):
    later, total = Later([x[0], x[1]]), 0.0
    for value in later.first():
        total = total + value
        later.values = later.values[:1]
    return total


class Around:
    def __init__(self, later):
        self.later = later

    def total(self, v):
        total = 0.0
        for value in self.later:
            self.later.values[1] = v * 7.0
            total = total + value
        return total


def held_in_an_attribute_and_changed(x):
    return Around(Later([x[0], x[1]])).total(x[2])


@pytest.mark.parametrize("fun", [changed_on_the_way, longer_on_the_way, held_in_an_attribute_and_changed])
@pytest.mark.parametrize("mode", [tangentish.grad, lambda fun: lambda x: tangentish.jvp(fun, (x,), (x,))])
def test_what_the_generator_would_notice_is_refused(fun, mode):
    with pytest.raises(tangentish.UnsupportedError, match="has yet to read"):
        mode(fun)(V3)


class Lazy:
    def __init__(self, x):
        self.x = x

    @functools.cached_property
    def doubled(self):
        return map(lambda v: 2.0 * v, self.x)


def greatest(x):
    return max(Lazy(x).doubled) * x[0]


def least_by_a_key(x):
    return min(Lazy(x).doubled, key=lambda v: -v) * x[0]


def first_in_order(x):
    return sorted(Lazy(x).doubled)[0] * x[0]


def reduced(x):
    return functools.reduce(lambda a, b: a * b, Lazy(x).doubled)


def numbered(x):
    return list(enumerate(Lazy(x).doubled))[1][1] * x[0]


def mapped(x):
    return sum(map(lambda v: v * v, Lazy(x).doubled))


@pytest.mark.parametrize("fun", [greatest, least_by_a_key, first_in_order, reduced, numbered, mapped])
def test_iterators_that_objects_hold_are_refused_in_reverse_mode_where_they_are_gone_through(fun):
    with pytest.raises(tangentish.UnsupportedError):
        tangentish.grad(fun)(V3)
    units = np.eye(len(V3)) * 1e-6
    np.testing.assert_allclose(tangentish.jacfwd(fun)(V3), [(fun(V3 + u) - fun(V3 - u)) / 2e-6 for u in units], rtol=1e-6)
