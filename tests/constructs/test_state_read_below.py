"""State around a function that it makes active, read in functions that it calls, and by those that these call: right or refused."""

from __future__ import annotations

import numpy as np
import pytest

from tests.constructs.right_or_refused import hows, is_right_from_reset

X = np.array([1.3, 0.7])


def kept(v=None, box=[]):  # the default that is kept is what is tested
    if v is not None:
        box.append(v)
    return box


def kept_last():
    return kept()[-1] * 3.0


def of_kept(x):
    return kept_last() + x * x


def of_kept_and_added(x):
    kept(2.0 * x)
    return kept_last()


def closure():
    state = {"v": 0.0}

    def put(v):
        state["v"] = v

    def get():
        return state["v"] * 2.0
    return put, get


PUT, GET = closure()


def got():
    return GET()


def times_got(x):
    return got() * x


class Model:
    def __init__(self):
        self.rate, self.log = 1.0, []

    def set(self, rate):
        self.rate = rate

    def note(self, v):
        self.log.append(v)

    def last(self):
        return self.log[-1]

    def noted(self, v):
        self.log.append(v)
        return self.log[-1]


MODEL = Model()


class Run:
    def __init__(self, model):
        self.model = model

    def rate(self):
        return self.model.rate

    def step(self, y):
        return self.rate() * y


RUN = Run(MODEL)


def rate():
    return MODEL.rate


def times_rate(y):
    return rate() * y


def times_last(y):
    return MODEL.last() * y


def last():
    return MODEL.last()


def times_last_below(y):
    return last() * y


def noted_constant_and_last(y):
    MODEL.note(1.0)
    return MODEL.log[0] * y


def noted_and_last(y):
    MODEL.note(y * y)
    return MODEL.last() * 2.0


def step_of_run(y):
    return RUN.step(y)


def times_rate_of_run(y):
    return RUN.rate() * y


def euler(slope, y):
    for k in range(3):
        y = y + 0.1 * slope(y, k)
    return y


def slope(y, t):
    return -MODEL.rate * y


def at(t):
    return MODEL.rate * t


def set_rate(v):
    MODEL.set(v)


def program(setter, reader):
    """A function that stores `x[0] ** 2` in state around it, and then reads it."""
    text = f"def fun(x):\n    {setter}\n    return {reader}\n"
    return text


PROGRAMS = {
    "default": ("kept(x[0] ** 2)", "of_kept(x[1])"),
    "default_with_an_active_call_between": ("kept(x[0] ** 2)", "of_kept_and_added(x[1])"),
    "closure": ("PUT(x[0] ** 2)", "times_got(x[1])"),
    "list_of_an_object": ("MODEL.note(x[0] ** 2)", "times_last(x[1])"),
    "list_of_an_object_below": ("MODEL.note(x[0] ** 2)", "times_last_below(x[1])"),
    "list_of_an_object_that_grows": ("MODEL.note(x[0] ** 2)", "noted_constant_and_last(x[1])"),
    "list_of_an_object_active_in_between": ("MODEL.note(x[0] ** 2)", "noted_and_last(x[1])"),
    "attribute": ("MODEL.set(x[0] ** 2)", "times_rate(x[1])"),
    "attribute_set_below": ("set_rate(x[0] ** 2)", "times_rate(x[1])"),
    "attribute_by_a_solver": ("MODEL.set(x[0] ** 2)", "euler(slope, x[1])"),
    "attribute_in_a_generator": ("MODEL.set(x[0] ** 2)", "sum(at(0.1 * k) for k in range(3)) * x[1]"),
    "object_that_another_holds": ("MODEL.set(x[0] ** 2)", "RUN.step(x[1])"),
    "object_that_another_holds_below": ("MODEL.set(x[0] ** 2)", "step_of_run(x[1])"),
    "object_that_another_holds_read_below": ("MODEL.set(x[0] ** 2)", "times_rate_of_run(x[1])"),
}
# the others are refused today: they may become right, and may not become wrong
RIGHT = {"list_of_an_object_active_in_between", "object_that_another_holds", "object_that_another_holds_below"}


def made(name, tmp_path):
    """The program in a file, and a function that puts the state back before each call."""
    setter, reader = PROGRAMS[name]
    path = tmp_path / f"{name}.py"
    path.write_text(program(setter, reader))
    space = dict(globals())
    exec(compile(path.read_text(), str(path), "exec"), space)
    return space["fun"]


def reset():
    kept().clear()
    PUT(0.0)
    MODEL.__init__()


@hows
@pytest.mark.parametrize("name", PROGRAMS)
def test_right_or_refused(name, how, tmp_path):
    assert is_right_from_reset(made(name, tmp_path), X, how, reset, f"{name}.py") or name not in RIGHT
