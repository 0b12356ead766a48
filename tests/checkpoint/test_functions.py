"""Functions under `checkpoint`: run again when they are reversed, from what they read at first."""

import functools
import pickle
import random

import numpy as np
import pytest

import tangentish
from tangentish import checkpoint
from tests.constructs.cases import P4, V3, V4, V6, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@checkpoint
def smooth(u, c):
    u[1:-1] += c * np.sin(u[2:] - u[:-2])
    return np.max(u)


@checkpoint
def layer(x, w):
    for _ in range(3):
        x = np.tanh(w * x) + x
    return x


@checkpoint
def halves(x):
    y = np.exp(x)
    return y[:3], y[1:], np.sum(y)


@checkpoint
def tail(x):
    x[0] = x[0] * x[1]
    return x[1:]


@checkpoint
def named(x, *rest, scale=2.0, **extra):
    return np.sum(scale * x**2) + sum(rest) * extra["shift"]


@checkpoint
def outer(x, w):
    return layer(layer(x, w) * x, w)


@checkpoint
def weighted_sum(pairs):
    return sum(w * np.sum(np.cos(x)) for w, x in pairs)


@checkpoint
def measured(x):
    return {"total": np.sum(x**3), "parts": [x * 2.0, np.sqrt(x)]}


@checkpoint
def tally(totals, x):
    totals[0] += np.sum(np.sin(x))
    totals[1] = totals[0] * x[0]


@checkpoint
def masked(x, mask):
    return np.sum(x[mask] ** 2)


def whole_of(function):
    return lambda x: function(x) * 1.0


def whole(v):
    return v


@case(V6, 0.3, argnums=(0, 1))
def written_by_it_and_overwritten_later(u, c):
    total = 0.0
    for k in range(4):
        total += smooth(u, c) * (k + 1)
        u[0] *= 1.1
        u *= u
    return total + np.sum(u**2)


@case(V4, 1.3, argnums=(0, 1))
def called_in_a_loop(x, w):
    for _ in range(3):
        x = layer(x, w)
    return np.sum(x)


@case(V4)
def its_argument_is_overwritten(x):
    work = x.copy()
    y = layer(work, 0.7)
    work[:] = 5.0
    z = layer(work * x, 0.7)
    return np.sum(y * z)


@case(V4)
def inactive_argument_is_overwritten(x):
    weights = np.ones(4)
    total = 0.0
    for k in range(3):
        total += np.sum(layer(x, weights))
        weights *= 0.5
        weights[k] = 2.0
    return total


@case(V6[:4])
def overlapping_views_of_one_array(x):
    a, b, total = halves(x)
    a[1] *= 2.0
    return np.sum(a * b) * total


@case(V4)
def view_of_an_argument(x):
    y = x.copy()
    rest = tail(y)
    rest[0] *= y[2]
    y[3] = y[3] ** 2
    return np.sum(rest * rest) * y[0]


@case(V4, 0.4, argnums=(0, 1))
def keywords_and_stars(x, s):
    return named(x, s, s * 2.0, shift=s) + named(x, scale=s, **{"shift": 1.0})


@case(V4, 0.8, argnums=(0, 1))
def nested(x, w):
    return np.sum(outer(x, w)) + np.sum(outer(x * w, w))


@case(V4, 0.8, argnums=(0, 1))
def closure(x, w):
    @checkpoint
    def inside(y):
        return np.sum(np.sin(w * y) * x)

    total = inside(x)
    w = w * 2.0
    return total + inside(x * x)


@case(V4, 0.8, argnums=(0, 1))
def made_inside_from_a_lambda(x, w):
    square = checkpoint(lambda y: y * y * w)
    return np.sum(square(x)) + np.sum(square(square(x)))


@case(V4)
def partial_of_it(x):
    return np.sum(functools.partial(layer, w=0.3)(x)) + np.sum(checkpoint(functools.partial(np.multiply, 3.0))(x * x))


@case(V4)
def list_of_tuples(x):
    pairs = [(2.0, x), (x[0], x * x)]
    total = weighted_sum(pairs)
    pairs.append((x[1], x + 1.0))
    total += weighted_sum(pairs)
    pairs[0] = (1.0, x)
    return total + weighted_sum(pairs)


@case(P4)
def dict_of_results(x):
    found = measured(x)
    found["parts"][0][1] = found["total"]
    return np.sum(found["parts"][0] * found["parts"][1]) * found["total"]


@case(V3)
def numbers_written_into_a_list(x):
    totals = [1.0, 2.0]
    for _ in range(3):
        tally(totals, x)
        totals[0] *= totals[1]
    return totals[0] + totals[1]


@case(V4)
def boolean_mask_changed_in_between(x):
    mask = np.array([True, False, True, False])
    total = masked(x, mask)
    mask[:] = ~mask
    return total + masked(x * x, mask) * x[0]


@case(V4)
def only_written_through(x):
    y = x * 2.0
    smooth(y, 0.5)
    return np.sum(y * y)


@case(V4)
def result_not_used(x):
    layer(x, 0.5)
    return np.sum(x * x)


@case(V4)
def nothing_active(x):
    y = layer(np.ones(3), 0.5)
    return np.sum(x * x) * y[0]


@case(V4)
def returns_its_argument(x):
    y = checkpoint(whole)(x * 1.0)
    y[0] *= 3.0
    return np.sum(y * x)


@case(V6)
def same_memory_twice(x):
    y = x * 1.0

    def move(a, b):
        a[:3] += b[3:] ** 2
        b[1] *= a[0]

    moved = checkpoint(move)
    moved(y, y)
    y *= y
    moved(y, y[::-1])
    return np.sum(np.cos(y))


class Cell:
    def __init__(self, w, shift):
        self.w, self.shift = w, shift
        self.work = np.zeros(4)

    @checkpoint
    def value(self, x):
        self.work[:] = x * self.w
        return np.sin(self.work + self.shift)

    @checkpoint
    def __call__(self, x):
        return np.sum(x * self.w)


@case(V4, 0.7, argnums=(0, 1))
def method(x, w):
    cell = Cell(x * w, w)
    y = cell.value(x)
    cell.shift = w * w
    z = cell.value(y)
    return np.sum(y * z) + cell(x) + checkpoint(cell.value)(x)[0]


@case(V4)
def under_a_branch_and_in_a_while(x):
    k = 0
    while np.sum(x) < 20.0 and k < 4:
        x = layer(x, 1.1) if k % 2 == 0 else x * 1.5
        k += 1
    return np.sum(x**2)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def test_it_is_the_function_outside_of_derivatives():
    u = V6.copy()
    assert smooth(u, 0.3) == smooth.__wrapped__(V6.copy(), 0.3)
    assert smooth.__name__ == "smooth"
    assert Cell(2.0, 1.0)(V4) == np.sum(V4 * 2.0)


def test_its_own_derivative():
    want = tangentish.grad(smooth.__wrapped__, ("u", "c"))(V6, 0.3)
    for found in (tangentish.grad(smooth, (0, 1))(V6, 0.3), tangentish.grad(smooth, ("u", "c"))(V6, c=0.3)):
        assert np.array_equal(found[0], want[0]) and found[1] == want[1]
    assert "smooth_grad(u, c" in tangentish.grad(smooth).source_for(V6, 0.3)
    value, ans_dot = tangentish.jvp(smooth, (V6, 0.3), (np.ones(6), None))
    assert (value, ans_dot) == tangentish.jvp(smooth.__wrapped__, (V6, 0.3), (np.ones(6), None))


def test_second_derivatives():
    found, want = (tangentish.hessian(lambda x, f=f: np.sum(f(f(x, 0.8) * x, 0.8)))(V4) for f in (layer, layer.__wrapped__))
    assert np.allclose(found, want, rtol=1e-13)


def test_it_pickles():
    assert pickle.loads(pickle.dumps(smooth)) is smooth
    again = pickle.loads(pickle.dumps(tangentish.grad(smooth)))
    assert np.array_equal(again(V6, 0.3), tangentish.grad(smooth)(V6, 0.3))


def test_inside_nothing_is_recorded_in_the_primal_sweep():
    """The peak is that of one call, not of all."""
    import tracemalloc

    def long(x):
        for _ in range(50):
            x = np.tanh(x) * 1.1
        return x

    inner = checkpoint(long)

    def plain(x):
        for _ in range(20):
            x = long(x)
        return np.sum(x)

    def checked(x):
        for _ in range(20):
            x = inner(x)
        return np.sum(x)

    x = np.linspace(-1.0, 1.0, 5_000)
    peaks, found = [], []
    for fun in (plain, checked):
        derivative = tangentish.grad(fun)
        derivative(x)
        tracemalloc.start()
        found.append(derivative(x))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert np.array_equal(*found)
    assert peaks[1] < peaks[0] / 5


def test_what_does_not_change_is_copied_once():
    table = np.ones(100_000)

    @checkpoint
    def step(x):
        return np.sin(x) * table[3]

    def fun(x):
        for _ in range(100):
            x = step(x)
        return x

    import tracemalloc

    derivative = tangentish.grad(fun)
    derivative(0.3)
    tracemalloc.start()
    derivative(0.3)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 6 * table.nbytes


RNG = np.random.default_rng(5)
SHUFFLER = random.Random(3)


def noisy(x):
    order = list(range(4))
    SHUFFLER.shuffle(order)
    return np.sum(x * RNG.normal(size=4) * np.random.normal(size=4) * np.array(order) * random.random())


noisy_again = checkpoint(noisy)


def test_random_numbers_are_the_same_again():
    def fun(x):
        return noisy_again(x) * noisy_again(x * x)

    def plain(x):
        return noisy(x) * noisy(x * x)

    bars, after = [], []
    for f in (fun, plain):
        np.random.seed(3)
        random.seed(4)
        RNG.bit_generator.state = np.random.default_rng(5).bit_generator.state
        SHUFFLER.seed(7)
        bars.append(tangentish.grad(f)(V4))
        after.append((RNG.normal(), np.random.normal(), random.random(), SHUFFLER.random()))
    assert np.array_equal(*bars)
    assert after[0] == after[1]


def test_arguments_are_left_as_they_were():
    u = V6.copy()
    tangentish.grad(written_by_it_and_overwritten_later)(u, 0.3)
    assert np.array_equal(u, V6)


def test_what_objects_hold_is_as_the_primal_leaves_it():
    cell, same = Cell(V4, 0.5), Cell(V4, 0.5)

    def fun(x, cell):
        return np.sum(cell.value(x)) + np.sum(cell.value(x * 2.0))

    tangentish.grad(fun)(V4, cell)
    fun(V4, same)
    assert np.array_equal(cell.work, same.work)


COUNT = [0]


@checkpoint
def counted(x):
    COUNT[0] += 1
    return x * x * COUNT[0] if COUNT[0] < 100 else x


class Ticking:
    calls = 0


def test_another_result_the_second_time_is_refused():
    @checkpoint
    def step(x):
        return np.sum(x * tick())

    def tick():
        Ticking.calls += 1
        return Ticking.calls

    with pytest.raises(tangentish.UnsupportedError, match="another result"):
        tangentish.grad(whole_of(step))(V4)


def test_globals_that_it_counts_in_are_put_back():
    def fun(x):
        return counted(x) * counted(x)

    COUNT[0] = 0
    assert tangentish.grad(fun)(3.0) == pytest.approx(2 * 4 * 27.0)
    assert COUNT == [2]


@pytest.mark.parametrize("argument", [iter([1.0]), (y for y in [1.0]), __import__("collections").deque([1.0])])
def test_what_cannot_be_read_twice_is_refused(argument):
    step = checkpoint(lambda x, rest: x * x * len([rest]))

    def fun(x, rest):
        return step(x, rest)

    with pytest.raises(tangentish.UnsupportedError, match=r"test_functions\.py"):
        tangentish.grad(fun)(2.0, argument)


def test_new_arrays_put_into_what_it_was_given_are_refused():
    @checkpoint
    def keep(found, x):
        found.append(x * x)

    def fun(x):
        found = []
        keep(found, x)
        return np.sum(found[0])

    with pytest.raises(tangentish.UnsupportedError, match="puts a new ndarray into a list") as error:
        tangentish.grad(fun)(V4)
    assert "test_functions.py" in str(error.value)


def test_new_arrays_stored_in_an_object_are_refused():
    class Model:
        @checkpoint
        def run(self, x):
            self.last = x * x
            return np.sum(self.last)

    def fun(x):
        model = Model()
        return model.run(x) + np.sum(model.last)

    with pytest.raises(tangentish.UnsupportedError, match="into an object of class Model"):
        tangentish.grad(fun)(V4)


@pytest.mark.parametrize("call", [lambda: checkpoint(3.0), lambda: checkpoint(range(3)), lambda: checkpoint(abs, snapshots=3),
                                  lambda: checkpoint(range(3), snapshots=0), lambda: checkpoint(range(3), snapshots=2.0)])
def test_bad_arguments(call):
    with pytest.raises(tangentish.ArgumentError):
        call()
