"""Helpers of helpers that are bound anew between two calls of a derivative, as where a cell of a notebook is run again."""

import types

import numpy as np
import pytest

from tests.constructs.right_or_refused import hows, is_right_from_reset
from tests.texts import executed

AROUND = """
import functools
import numpy as np

class Model:
    def __init__(self):
        self.state = np.ones(3)

    def update(self):
        return 1

class Runner:
    def act(self, model):
        return deepest(model)

    @property
    def level(self):
        return deepest(self.model)

    def __call__(self, model):
        return deepest(model)

class Begun(Model):
    def __init__(self):
        super().__init__()
        deepest(self)

def deepest(model):
    return 1

def deeper(model):
    return deepest(model)

def deep(model):
    return deeper(model)

def of_module(model):
    return module.deepest(model)

def items(model):
    for k in range(2):
        deepest(model)
        yield k

def guarded(model):
    try:
        deepest(model)
    finally:
        pass

def of_model(model):
    model.update()

def call(function, model):
    return function(model)

def decorated(function):
    @functools.wraps(function)
    def inner(model):
        return function(model)
    return inner

@decorated
def wrapped(model):
    return deepest(model)

TABLE = {"deep": deep}

def fun(x):
    model, runner = Model(), Runner()
    runner.model = model
    y = x * model.state
    LINE
    return np.sum(y * model.state * np.sin(x))
"""
LINES = """deep(model)
of_module(model)
runner.act(model)
runner.level
runner(model)
[deep(part) for part in [model]]
list(map(deep, [model]))
functools.partial(deep, model)()
TABLE["deep"](model)
count = sum(items(model))
call(deep, model)
wrapped(model)
if x[0] > 0: guarded(model)
of_model(model)
model = Begun()
(lambda: deep(model))()""".splitlines()


def writes(model):
    model.state = model.state * 3.0
    model.state *= 1.1
    return 1


@hows
@pytest.mark.parametrize("line", LINES)
def test_what_helpers_do_by_then(line, how):
    module = types.ModuleType("of_the_user")
    space = executed(AROUND.replace("LINE", line), "changing.py", __name__="around", module=module)
    module.deepest = plain = space["deepest"]
    for deepest in (plain, writes, plain):
        space["deepest"] = module.deepest = deepest
        space["Model"].update = deepest
        assert is_right_from_reset(space["fun"], np.array([0.7, 0.4, 1.1]), how, lambda: None, "changing.py")
