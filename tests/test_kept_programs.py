"""Programs are kept with the function they were made for: made once, found again, and gone when the function is."""

from __future__ import annotations

import gc
import linecache
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from scipy import ndimage

import tangentish
from tangentish import families
from tangentish.analysis.kinds import UNKNOWN
from tangentish.derivative import programs
from tangentish.dispatch import EXTERNS, pairs
from tangentish.normalise import lowering
from tangentish.request import Request

FACTOR = 2.0

OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "grad": lambda f, x: tangentish.grad(f)(x),
    "value_and_grad": lambda f, x: tangentish.value_and_grad(f)(x),
    "vjp": lambda f, x: tangentish.vjp(f, x)[1](1.0),
    "jvp": lambda f, x: tangentish.jvp(f, (x,), (x,)),
    "hvp": lambda f, x: tangentish.hvp(f)(x, x),
    "hessian": lambda f, x: tangentish.hessian(f)(x),
    "jacobian": lambda f, x: tangentish.jacobian(f)(x),
    "linearize": lambda f, x: tangentish.linearize(f, x)[1](x),
}


@pytest.fixture(autouse=True)
def others_frozen() -> Iterator[None]:
    """What other tests have left is not gone through by the collections of these."""
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the functions that programs are made for."""
    names: list[str] = []
    for module in (programs, pairs):
        make = module.make

        def noted(function: Any, *rest: Any, make: Any = make) -> Any:
            names.append(function.__name__)
            return make(function, *rest)

        monkeypatch.setattr(module, "make", noted)
    return names


def wave(x):
    return FACTOR * np.sum(np.sin(x) ** 2)


def power(y):
    return np.sum(y ** 3)


def closure(X, scale):
    def loss(w):
        return scale * power(X @ w)

    return loss


@pytest.mark.parametrize("operator", OPERATORS)
def test_a_second_time_nothing_is_made(operator: str, made: list[str]) -> None:
    x = np.array([0.3, 0.7])
    first = OPERATORS[operator](wave, x)
    count = len(made)
    second = OPERATORS[operator](wave, x)
    assert len(made) == count
    np.testing.assert_equal(repr(first), repr(second))


@pytest.mark.parametrize("operator", OPERATORS)
def test_what_a_closure_holds_is_not_kept(operator: str) -> None:
    X = np.eye(2)
    gone = weakref.ref(X)
    loss = closure(X, 2.0)
    OPERATORS[operator](loss, np.array([0.3, 0.7]))
    function = weakref.ref(loss)
    del loss, X
    gc.collect()
    assert function() is None
    assert gone() is None


def test_an_object_is_not_kept() -> None:
    class Model:
        def __init__(self):
            self.X = np.eye(2)

        def loss(self, w):
            return np.sum((self.X @ w) ** 2)

    model = Model()
    gone = weakref.ref(model)
    tangentish.grad(model.loss)(np.ones(2))
    tangentish.jvp(model.loss, (np.ones(2),), (np.ones(2),))
    del model
    gc.collect()
    assert gone() is None


def test_closures_with_the_same_code_share_a_program(made: list[str]) -> None:
    x = np.array([0.3, 0.7])
    tangentish.grad(plain(1.0))(x)
    del made[:]
    for scale in (2.0, 3.0):
        np.testing.assert_allclose(tangentish.grad(plain(scale))(x), scale * np.cos(x), rtol=1e-15)
    assert made == []


def plain(scale):
    def loss(w):
        return scale * np.sum(np.sin(w))

    return loss


def test_closures_over_other_kinds_do_not() -> None:
    x = np.array([0.3, 0.7])
    for scale in (2.0, np.array([1.0, 2.0]), 3, np.float32(1.5), None, np.ones((3, 1))):
        if scale is None:
            with pytest.raises(TypeError):
                tangentish.grad(plain(scale))(x)
            continue

        def loss(w: Any, scale: Any = scale) -> Any:
            return np.sum(scale * np.sum(np.sin(w)))

        want = np.sum(scale) * np.cos(x)
        np.testing.assert_allclose(tangentish.grad(loss)(x), want, rtol=1e-12)


def test_globals_that_change_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    x = np.array([0.3, 0.7])
    before = tangentish.grad(wave)(x)
    monkeypatch.setitem(globals(), "FACTOR", 4.0)
    np.testing.assert_allclose(tangentish.grad(wave)(x), 2.0 * before, rtol=1e-15)
    monkeypatch.setitem(globals(), "FACTOR", np.array([4.0, 8.0]))
    with pytest.raises(tangentish.TangentishError):
        tangentish.grad(wave)(x)


def test_helpers_that_change_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    loss, w = closure(np.eye(2), 2.0), np.array([0.5, 2.0])
    np.testing.assert_allclose(tangentish.grad(loss)(w), 6.0 * w ** 2)
    monkeypatch.setitem(globals(), "power", lambda y: np.sum(y ** 2))
    np.testing.assert_allclose(tangentish.grad(loss)(w), 4.0 * w)


def test_rewritten_functions_of_one_function_are_told_apart() -> None:
    """The same method, of objects of many classes, one after the other: their trees come and go."""
    def of(k: int) -> Any:
        class Shape:
            def area(self, x):
                return np.sum(x ** 2 + self.size(x))

        if k % 3 == 0:
            Shape.size = lambda self, x: x ** 3
        elif k % 3 == 1:
            Shape.size = lambda self, x: 2.0 * x
        else:
            Shape.size = staticmethod(np.sin)
        return Shape()

    x = np.array([0.3, 0.7])
    slopes = (lambda x: 3.0 * x ** 2, lambda x: 2.0 + 0.0 * x, np.cos)
    for k in range(12):
        shape = of(k)
        np.testing.assert_allclose(tangentish.grad(shape.area)(x), 2.0 * x + slopes[k % 3](x), rtol=1e-12)
        del shape
        gc.collect()


def test_the_text_of_a_program_is_kept_as_long_as_the_program_is() -> None:
    def files() -> set[str]:
        return {name for name, entry in linecache.cache.items() if name.startswith("<tangentish ") and entry[2]}

    before = files()
    loss = closure(np.eye(2), 2.0)
    tangentish.grad(loss)(np.ones(2))
    assert files() - before
    shared = len(files() - before)
    for scale in range(5):
        gradient = tangentish.grad(closure(np.eye(2), float(scale)))
        gradient(np.ones(2)), gradient(np.ones(2))
    del gradient, loss
    gc.collect()
    assert len(files() - before) <= shared


def looked_up(f: Callable[[Any], Any], x: Any) -> Any:
    y = f(x)
    return y * np.sum(x)


def test_a_function_with_a_call_that_is_looked_up_is_lowered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """`primal`, the name of what is called instead, is none of the user's that would have to be lowered anew."""
    lowered: list[Any] = []
    lower = lowering.Lower
    monkeypatch.setattr(lowering, "Lower", lambda *args: lowered.append(args) or lower(*args))
    pairs.make(looked_up, Request("grad", (("f", UNKNOWN), ("x", UNKNOWN)), ("x",)), EXTERNS)
    assert len(lowered) == 1


def filtered() -> Callable[[Any], Any]:
    """A function of which no program is known."""
    return lambda x: np.sum(ndimage.gaussian_filter1d(np.sin(x), 1.2))


def test_pairs_of_library_functions_are_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    x, elsewhere = np.linspace(0.1, 1.0, 7), {}
    monkeypatch.setattr(families, "_elsewhere", elsewhere)
    alone = tangentish.grad(filtered())
    want = alone(x)
    elsewhere.clear()
    tangentish.grad(lambda x: np.sum(ndimage.gaussian_filter1d(x, 1.2) ** 2))(x)
    pairs = dict(elsewhere)
    again = tangentish.grad(filtered())
    np.testing.assert_array_equal(again(x), want)
    assert again.source == alone.source  # whether what it calls was made before or not
    assert pairs and all(elsewhere[key] is made for key, made in pairs.items())
