"""What a function reads around it may change before a pullback is called: that meets everything as it was when `vjp` was called."""

import functools
import sys
import threading
import types

import numpy as np
import pytest
import scipy.optimize

import tangentish

X = np.array([0.3, 0.5, 0.7])
NUMBER = 2.0
COUNT = 2
ARRAY = np.array([1.0, 2.0, 3.0])
SHOWN = ARRAY.view()
SHOWN.flags.writeable = False
TABLE = {"w": [np.array([1.0, 2.0, 3.0])], "k": 2.0}
PLACES = [0, 1]
config = types.ModuleType("config")
config.sub = types.ModuleType("config.sub")
config.K, config.sub.A = 2.0, np.array([1.0, 2.0, 3.0])
sys.modules["config"] = config


class Model:
    SHARED = np.array([1.0, 2.0, 3.0])
    scale = 2.0

    def __init__(self):
        self.k, self.w = 2.0, np.array([1.0, 2.0, 3.0])

    @property
    def twice(self):
        return 2.0 * self.k

    def loss(self, x):
        return np.sum(self.w * x * x) * self.k

    def whole(self, x):
        return self.loss(np.sin(x)) * self.k * self.scale * np.sum(self.SHARED * x)


class Slotted:
    __slots__ = ("k", "w")

    def __init__(self):
        self.k, self.w = 2.0, np.array([1.0, 2.0, 3.0])


MODEL, SLOTTED = Model(), Slotted()


def squared(x):
    return NUMBER * x * x


def cubed(x):
    return x ** 3


def local_import(x):
    import config
    return np.sum(config.sub.A * x * x) * config.K


def in_loop(x):
    total = 0.0
    for k in range(3):
        total += np.sin(NUMBER * x[k]) * ARRAY[k]
    return total


def counted(x):
    for _ in range(COUNT):
        x = x * np.sin(x)
    return np.sum(x)


def written(x):
    x[0] *= NUMBER
    return np.sum(ARRAY * x * x)


def with_default(x, w=np.array([1.0, 2.0, 3.0])):
    return np.sum(w * x * x)


def made():
    c, a = 2.0, np.array([1.0, 2.0, 3.0])

    def inner(x):
        return np.sum(np.sin(c * x) * a)

    def function(x):
        return inner(x) ** 2

    def change():
        nonlocal c
        c = 5.0
        a[0] = 7.0

    return function, change


@tangentish.custom_vjp
def own_rule(x):
    return NUMBER * x * x


own_rule.defvjp(lambda x: (NUMBER * x * x, x), lambda x, ans_bar: (2.0 * NUMBER * x * ans_bar,))
of_squares = np.vectorize(lambda t: NUMBER * t * t)
partial = functools.partial(lambda w, x: np.sum(w * x * x), np.array([1.0, 2.0, 3.0]))
derivative = tangentish.elementwise_grad(lambda x: NUMBER * x ** 3)
captured, change_captured = made()


def binds(**values):
    return lambda: globals().update(values)


def items(array):
    return lambda: array.__setitem__(0, 5.0)


CASES = {
    "global": (lambda x: np.sum(NUMBER * x * x), binds(NUMBER=5.0)),
    "global of a helper": (lambda x: np.sum(squared(x)), binds(NUMBER=5.0)),
    "helper": (lambda x: np.sum(squared(x)), binds(squared=cubed)),
    "globals in a loop": (in_loop, binds(NUMBER=5.0, ARRAY=np.ones(3))),
    "count": (counted, binds(COUNT=3)),
    "power": (lambda x: np.sum(x ** COUNT), binds(COUNT=3)),
    "items of an array": (lambda x: np.sum(ARRAY * x * x), items(ARRAY)),
    "other shape": (lambda x: np.sum(ARRAY @ (x * x)), binds(ARRAY=np.ones((3, 3)))),
    "what a view shows": (lambda x: np.sum(SHOWN * x * x), items(ARRAY)),
    "indices": (lambda x: np.sum(x[PLACES] ** 2), lambda: PLACES.__setitem__(0, 2)),
    "array in a table": (lambda x: np.sum(TABLE["w"][0] * x * x), items(TABLE["w"][0])),
    "item of a table": (lambda x: np.sum(TABLE["k"] * x * x), lambda: TABLE.update(k=5.0)),
    "by globals()": (lambda x: np.sum(globals()["NUMBER"] * x * x), binds(NUMBER=5.0)),
    "module": (lambda x: np.sum(config.K * x * x), lambda: setattr(config, "K", 5.0)),
    "module below": (lambda x: np.sum(config.sub.A * x * x), lambda: setattr(config.sub, "A", np.ones(3))),
    "module imported inside": (local_import, items(config.sub.A)),
    "attribute": (lambda x: np.sum(MODEL.k * x * x), lambda: setattr(MODEL, "k", 5.0)),
    "attribute by name": (lambda x: np.sum(x * x) * vars(MODEL)["".join("k")], lambda: setattr(MODEL, "k", 5.0)),
    "array of an object": (MODEL.loss, items(MODEL.w)),
    "object, as a whole": (MODEL.whole, lambda: (setattr(MODEL, "k", 5.0), items(MODEL.w)())),
    "array of a class": (MODEL.whole, items(Model.SHARED)),
    "number of a class": (MODEL.whole, lambda: setattr(Model, "scale", 5.0)),
    "property": (lambda x: np.sum(MODEL.twice * x * x), lambda: setattr(MODEL, "k", 5.0)),
    "slot": (lambda x: np.sum(SLOTTED.w * x * x) * SLOTTED.k, lambda: (setattr(SLOTTED, "k", 5.0), items(SLOTTED.w)())),
    "captured": (captured, change_captured),
    "default": (with_default, items(with_default.__defaults__[0])),
    "argument of a partial": (partial, items(partial.args[0])),
    "vectorized": (lambda x: np.sum(of_squares(x)), binds(NUMBER=5.0)),
    "derivative": (lambda x: np.sum(derivative(x)), binds(NUMBER=5.0)),
    "own rule": (lambda x: np.sum(own_rule(x)), binds(NUMBER=5.0)),
    "root": (lambda x: scipy.optimize.brentq(lambda t, a: t ** 3 + NUMBER * t - a, -5.0, 5.0, args=(x[0],)), binds(NUMBER=5.0)),
    "writes into its argument": (written, binds(NUMBER=5.0, ARRAY=np.ones(3))),
}


def snapshot():
    held = {name: value for name, value in globals().items() if name.isupper() and name != "CASES"}
    arrays = [ARRAY, TABLE["w"][0], config.sub.A, MODEL.w, Model.SHARED, SLOTTED.w, with_default.__defaults__[0], partial.args[0]]
    return held, [(array, array.copy()) for array in arrays], squared


@pytest.fixture(autouse=True)
def as_before():
    held, arrays, function = snapshot()
    yield
    globals().update(held, squared=function)
    for array, content in arrays:
        array[...] = content
    config.K, config.sub.A, Model.scale, MODEL.k, SLOTTED.k, TABLE["k"], PLACES[0] = 2.0, arrays[2][0], 2.0, 2.0, 2.0, 2.0, 0


@pytest.mark.parametrize("name", CASES)
def test_pullback_is_of_the_time_of_vjp(name):
    function, change = CASES[name]
    expected = tangentish.grad(function)(X)
    _, pullback = tangentish.vjp(function, X.copy())
    change()
    now = function(X.copy())
    for _ in range(2):
        np.testing.assert_allclose(pullback(1.0)[0], expected, rtol=1e-12)
    assert function(X.copy()) == now  # what was changed stays so
    assert not np.allclose(tangentish.vjp(function, X.copy())[1](1.0)[0], expected)


def with_object(x, model):
    return np.sum(model.w * x * x) * model.k


def test_objects_among_the_arguments():
    model = Model()
    expected = tangentish.grad(with_object)(X, model)
    _, pullback = tangentish.vjp(with_object, X, model)
    model.k, model.w[0] = 5.0, 7.0
    np.testing.assert_allclose(pullback(1.0)[0], expected)
    assert (model.k, model.w[0]) == (5.0, 7.0)


def test_checkpoints_meet_what_was_there():
    expected = tangentish.grad(in_loop)(X)
    _, pullback = tangentish.vjp(in_loop, X, checkpoint=2)
    globals()["NUMBER"] = 5.0
    np.testing.assert_allclose(pullback(1.0)[0], expected)


def test_what_is_read_only_by_now_is_refused():
    own = np.array([1.0, 2.0, 3.0])
    _, pullback = tangentish.vjp(lambda x: np.sum(own * x * x), X)
    own[0] = 5.0
    own.flags.writeable = False
    with pytest.raises(tangentish.UnsupportedError, match="the array `own`"):
        pullback(1.0)


def test_other_threads_never_meet_what_was_there():
    _, pullback = tangentish.vjp(lambda x: np.sum(NUMBER * x * x), X)
    over = threading.Event()
    other = threading.Thread(target=over.wait)
    other.start()
    try:
        np.testing.assert_allclose(pullback(1.0)[0], 2.0 * NUMBER * X)
        globals()["NUMBER"] = 5.0
        with pytest.raises(tangentish.UnsupportedError, match="`NUMBER`, which the function reads"):
            pullback(1.0)
    finally:
        over.set()
        other.join()
    np.testing.assert_allclose(pullback(1.0)[0], 4.0 * X)


LOG, LAST, SEEN = [], None, np.zeros(3)


def keep(y_bar):
    global LAST
    LAST = y_bar


def with_hook(x):
    y = NUMBER * x
    with tangentish.cotangent(y) as y_bar:
        keep(y_bar)
        LOG.append(y_bar)
        SEEN[0] += y_bar[0]
    return np.sum(y * y)


def test_what_the_reverse_sweep_changes_stays_changed():
    global LAST
    _, pullback = tangentish.vjp(with_hook, X)
    LOG.extend("ab")
    LAST, SEEN[1] = 0.0, 4.0
    (x_bar,) = pullback(1.0)
    np.testing.assert_allclose(x_bar, 8.0 * X)
    np.testing.assert_allclose(LAST, 4.0 * X)
    np.testing.assert_allclose(SEEN, [4.0 * X[0], 4.0, 0.0])
    assert LOG[:2] == ["a", "b"]
    assert len(LOG) == 3


def test_an_iterator_that_is_used_up() -> None:
    def weighted(x, items):
        return x * next(items) + x**2 * next(items)

    _, pullback = tangentish.vjp(weighted, 2.0, iter([1, 2, 3]))
    assert pullback(1.0)[0] == 9.0
    with pytest.raises(tangentish.UnsupportedError, match="another result"):
        pullback(1.0)
