"""Methods of users' classes under names that arrays, lists and texts have too, called in helpers that do not name the class."""

import itertools

import numpy as np
import pytest

from tests.constructs.right_or_refused import hows, is_right_from_reset
from tests.texts import executed

AROUND = """
import functools
import numpy as np

class Model:
    def __init__(self):
        self.state, self.seen = 1.0, np.array([1.0, 2.0, 3.0])

    def {name}(self, *given):
        {body}

MODELS = {{"all": [Model()]}}

def once(model, value):
    model.{name}(value)

def helper(models, value):
    model = models["all"][0]
    {call}
"""
BODIES = {
    "own": "self.state = self.state * 0.5 + sum(np.sum(part) for part in given); return self.state",
    "constant": "self.seen *= 1.5; self.state = self.state * 1.2; return 1.0",
    "given": "given[0][:] = given[0] * self.seen; return None",
}
CALLS = """model.{name}(value)
type(model).{name}(model, value)
model.__class__.{name}(model, value)
getattr(model, '{name}')(value)
method = model.{name}; method(value)
functools.partial(model.{name}, value)()
(lambda: model.{name}(value))()
[model.{name}(part) for part in [value]]
list(map(model.{name}, [value]))
once(model, value)
model.{name}(*[value])
result = 0.0 if model.{name}(value) is None else 1.0
if model.{name}(value) is not None: pass
kept = [model]; kept[0].{name}(value)
return model.{name}(value)""".splitlines()
NAMES = """add append get keys values copy sum mean dot max any index count format join conj round clip take setdefault partition
reshape tolist item astype std prod argmax lower is_integer union conjugate write read""".split()
LOCAL = """
def fun(x):
    models, w = {{"all": [Model()]}}, np.array([0.5, 0.6, 0.7])
    y = np.sum(x * w * models["all"][0].seen)
    helper(models, {first})
    y = y * np.sum(x * w * models["all"][0].seen)
    helper(models, {second})
    model = models["all"][0]
    return y * np.sum(x * w) + model.state * np.sum(model.seen * x)
"""
AROUND_IT = """
def fun(x):
    models, w = MODELS, np.array([0.5, 0.6, 0.7])
    seen = models["all"][0].seen
    y = np.sum(x * w * seen)
    for k in range(2):
        helper(models, {first})
        y = y * np.sum(np.sin(x) * w * seen)
    return y * np.sum(x * w)
"""
GIVEN = {"own": ("x * 1.0", "np.sin(x)"), "constant": ("0.5", "0.7"), "given": ("w", "w")}
EACH = [(name, body, CALLS[(7 * k + 4 * j) % len(CALLS)])
        for k, (name, (j, body)) in enumerate(itertools.product(NAMES, enumerate(BODIES)))]


@hows
@pytest.mark.parametrize(("name", "body", "call"), EACH)
def test_what_they_write(name, body, call, how):
    first, second = GIVEN[body]
    text = AROUND.format(name=name, body=BODIES[body], call=call.format(name=name))
    for fun in (LOCAL, AROUND_IT) if body != "own" else (LOCAL,):
        space = executed(text + fun.format(first=first, second=second), "named.py", __name__="around")
        models = space["MODELS"]["all"]
        assert is_right_from_reset(space["fun"], np.array([0.7, 0.4, 1.1]), how, models[0].__init__, "named.py")
