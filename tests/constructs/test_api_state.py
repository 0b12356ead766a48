"""Threads, live globals and closures, purity."""

import sys
import threading

import numpy as np
import pytest

import tangentish
from tangentish import grad
from tests.constructs.cases import V3

FACTOR = 2.0
BUFFER = np.ones(3)
LOG = []
SETTINGS = {"power": 2.0}


def helper(x):
    return x**2


def uses_globals(x):
    return FACTOR * helper(x) * SETTINGS["power"]


def slow_to_derive(x, n):
    y = x
    for i in range(n):
        y = helper(y) + np.sin(x) * i if i % 2 else y * x
    return y


def test_first_call_from_many_threads():
    derivative = grad(slow_to_derive)
    barrier = threading.Barrier(8)
    results, errors = [None] * 8, []

    def work(k):
        try:
            barrier.wait()
            results[k] = [derivative(0.5 + 0.1 * k, 5) for _ in range(5)]
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    for k in range(8):
        want = grad(slow_to_derive)(0.5 + 0.1 * k, 5)
        assert results[k] == [want] * 5


def test_globals_are_read_live(monkeypatch):
    derivative = grad(uses_globals)
    module = sys.modules[__name__]
    assert derivative(0.5) == pytest.approx(4.0)
    monkeypatch.setattr(module, "FACTOR", 5.0)
    assert derivative(0.5) == pytest.approx(10.0)
    monkeypatch.setitem(SETTINGS, "power", 1.0)
    assert derivative(0.5) == pytest.approx(5.0)
    monkeypatch.setattr(module, "helper", lambda x: x**3)
    assert derivative(0.5) == pytest.approx(3.75)
    monkeypatch.setattr(module, "helper", np.sin)
    assert derivative(0.5) == pytest.approx(5.0 * np.cos(0.5))
    monkeypatch.undo()
    assert derivative(0.5) == pytest.approx(4.0)


def make_counter(factor, fun):
    def scaled(x):
        return factor * fun(x)

    def change(new_factor, new_fun):
        nonlocal factor, fun
        factor, fun = new_factor, new_fun

    return scaled, change


def test_closure_cells_are_read_live():
    scaled, change = make_counter(2.0, helper)
    other, _ = make_counter(7.0, helper)
    derivative = grad(scaled)
    assert derivative(0.5) == pytest.approx(2.0)
    change(3.0, helper)
    assert derivative(0.5) == pytest.approx(3.0)
    change(3.0, lambda x: x**3)
    assert derivative(0.5) == pytest.approx(2.25)
    change(np.array(2.0), np.exp)
    assert derivative(0.5) == pytest.approx(2.0 * np.exp(0.5))
    assert grad(other)(0.5) == pytest.approx(7.0)  # same code, other cells


def test_kinds_may_change_between_calls():
    derivative = grad(lambda x: np.sum(x * x) * 2.0)
    for value in (0.5, V3, V3.astype(np.float32), np.array(0.5), np.ones((2, 2)), np.zeros(0), [0.5][0], V3[::2]):
        bar = derivative(value)
        np.testing.assert_allclose(bar, 4.0 * np.asarray(value), rtol=1e-6)
        assert np.shape(bar) == np.shape(value)


def writes_everywhere(x, items, options):
    x *= 2.0
    items.append(x[0] ** 2)
    items[0][1] = x[1]
    options["k"] = options["k"] + x[2]
    BUFFER[:] = x * BUFFER
    SETTINGS["seen"] = float(x[0])
    return np.sum(BUFFER) * options["k"] + items[-1] + items[0] @ x


def test_arguments_and_globals_are_left_alone():
    x, items, options = V3.copy(), [np.ones(3)], {"k": 1.5}
    buffer, settings = BUFFER.copy(), dict(SETTINGS)
    derivative = tangentish.value_and_grad(writes_everywhere)
    first, second = derivative(x, items, options), derivative(x, items, options)
    np.testing.assert_array_equal(x, V3)
    assert len(items) == 1 and options == {"k": 1.5} and SETTINGS == settings
    np.testing.assert_array_equal(items[0], np.ones(3))
    np.testing.assert_array_equal(BUFFER, buffer)
    assert first[0] == second[0]
    np.testing.assert_array_equal(first[1], second[1])


class Counter:
    def __init__(self):
        self.calls = 0
        self.seen = []

    def __call__(self, x):
        self.calls += 1
        self.seen.append("called")
        return x * x


def test_other_effects_happen_once():
    counter = Counter()

    def fun(x, counter):
        y = counter(x)
        return y * counter(y)

    assert grad(fun)(2.0, counter) == pytest.approx(192.0)
    assert counter.calls == 2 and counter.seen == ["called"] * 2


def test_results_belong_to_the_caller():
    derivative = grad(lambda x, y: np.sum(x + y) + np.sum(x), (0, 1))
    x = V3.copy()
    x_bar, y_bar = derivative(x, x)
    x_bar[:] = 100.0  # neither y_bar, nor x, nor the next result
    np.testing.assert_array_equal(y_bar, np.ones(3))
    np.testing.assert_array_equal(x, V3)
    again = derivative(x, x)
    np.testing.assert_array_equal(again[0], np.full(3, 2.0))
    np.add(again[1], 1.0, out=again[1])  # a writable array of its own
    np.testing.assert_array_equal(again[1], np.full(3, 2.0))


def test_nothing_is_printed(capfd):
    grad(slow_to_derive)(0.5, 3)
    captured = capfd.readouterr()
    assert captured.out == "" and captured.err == ""
