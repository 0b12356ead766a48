"""The same object, list or array by two ways: as two arguments, one in another, captured, of the module, of a class."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import tangentish
from tests.constructs.right_or_refused import is_right, operators
from tests.texts import executed

AROUND = """
import types
import numpy as np

class State:
    def __init__(self): self.a = 1.2
    def put(self, v): self.a = v
    def get(self): return self.a
class Model:
    shared = State()
    def __init__(self, s):
        self.s, self.kids = s, [s]
    def run(self, v): self.s.put(v)
    def run_shared(self, v): self.shared.put(v)
class Field:
    def __init__(self): self.a = 1.2
    def __array__(self, dtype=None, copy=None): return np.asarray(self.a)
def cell(v):
    box = [v]
    def get(): return box[0]
    def put(w): box[0] = w
    return get, put
def in_another():
    s = State()
    return Model(s), s
def holding_one():
    s = State()
    return Model(s), Model(s)
def the_same():
    s = Model(State())
    return s, s
def in_a_namespace():
    s = Model(State())
    return types.SimpleNamespace(s=s), s
def a_list():
    s = [1.2]
    return types.SimpleNamespace(s=s, kids=[s]), s
def an_array():
    s = np.array([1.2, 0.5])
    return types.SimpleNamespace(s=s, kids=[s]), s
MODEL, PAIR, FIELD, FIELDS = Model(State()), cell(1.2), Field(), [Field()]
NAMED = {"get": PAIR[0], "put": PAIR[1]}
def step(v): MODEL.run(v)
"""
OBJECTS = {
    "in_another": ["m.run(x * x); z = s.a", "s.put(x * x); z = m.s.a", "m.run(x * x); z = s.get()", "m.s.a = x * x; z = s.a",
                   "s.a = x * x; z = m.kids[0].a", "setattr(s, 'a', x * x); z = m.s.get()"],
    "holding_one": ["m.run(x * x); z = s.s.a", "m.s.a = x * x; z = s.s.a", "m.run(x * x); z = s.kids[0].get()"],
    "in_a_namespace": ["m.s.run(x * x); z = s.s.a", "s.s.a = x * x; z = m.s.s.get()"],
    "the_same": ["m.run(x * x); z = s.s.a", "m.b = x * x; z = s.b", "m.s.put(x * x); z = s.s.get()"],
}
DATA = ["m.s[0] = x * x; z = s[0]", "s[0] = x * x; z = m.s[0]", "m.kids[0][0] = x * x; z = s[0]", "s[0] *= x; z = m.kids[0][0] * x"]
OF_THE_MODULE = [
    "step(x * x); z = MODEL.kids[0].a", "step(x * x); z = sum([k.a for k in MODEL.kids])", "step(x * x); z = MODEL.s.get()",
    "MODEL.run_shared(x * x); z = MODEL.shared.a",
    "PAIR[1](x * x); z = PAIR[0]()", "NAMED['put'](x * x); z = NAMED['get']()", "put = PAIR[1]; put(x * x); z = PAIR[0]()",
    "get, put = PAIR; put(x * x); z = get()", "for put in PAIR[1:]: put(x * x)\n    z = PAIR[0]()",
    "PAIR[1](x * x); z = NAMED['get']()",
    "FIELD.a = x * x; z = np.asarray(FIELD) * 1.0", "FIELD.a = x * x; z = np.sin(FIELD)",
    "FIELD.a = x * x; z = float(np.float64(FIELD))",
]
CAPTURED = {
    "z = np.zeros(3); w = z[:2]": "z[1] = x * x; v = w[1]",
    "o = {'z': np.zeros(3)}; o['w'] = o['z'][:2]": "o['z'][1] = x * x; v = o['w'][1]",
    "z = np.array([1.2, 0.0]); m = types.SimpleNamespace(z=z)": "m.z[0] = x * x; v = z[0]",
    "z = np.array([1.2, 0.5]); m = types.SimpleNamespace(z=z)": "z[0] = x * x; v = m.z[0]",
    "z = [1.2]; m = types.SimpleNamespace(z=z)": "m.z[0] = x * x; v = z[0]",
    "o = cell(1.2)": "o[1](x * x); v = o[0]()",
    "o = cell(1.2); p = {'get': o[0], 'put': o[1]}": "p['put'](x * x); v = p['get']()",
    "o = cell(1.2); p = types.SimpleNamespace(get=o[0], put=o[1])": "p.put(x * x); v = p.get()",
    "m = Model(State()); k = m.kids": "m.run(x * x); v = k[0].a",
}
OPERATORS = {"grad": lambda fun: tangentish.grad(fun)(0.7), "vjp": lambda fun: tangentish.vjp(fun, 0.7)[1](1.0)[0],
             "jvp": lambda fun: tangentish.jvp(fun, (0.7,), (1.0,))[1]}


def text_of(params: str, lines: str) -> str:
    return f"{AROUND}\ndef fun({params}):\n    {lines}\n    return z * x\n"


@pytest.mark.parametrize(("make", "lines"), [(make, lines) for make, ways in OBJECTS.items() for lines in ways])
def test_objects_that_arguments_lead_to(make, lines):
    space = executed(text_of("x, m, s", lines), "<two ways>", __name__="ways")
    fun, args = space["fun"], space[make]
    value = fun(0.7, *args())
    assert np.isclose(value, 0.7**3)
    np.testing.assert_allclose(tangentish.value_and_grad(fun)(0.7, *args()), (value, 1.47))
    np.testing.assert_allclose(tangentish.jvp(fun, (0.7, *args()), (1.0, None, None)), (value, 1.47))
    ans, pullback = tangentish.vjp(fun, 0.7, *args())
    np.testing.assert_allclose((ans, pullback(1.0)[0]), (value, 1.47))


@pytest.mark.parametrize(("make", "lines"), list(itertools.product(["a_list", "an_array"], DATA)))
def test_data_that_arguments_share_is_refused(make, lines):
    space = executed(text_of("x, m, s", lines), "<two ways>", __name__="ways")
    fun, args = space["fun"], space[make]
    for run in (lambda: tangentish.value_and_grad(fun)(0.7, *args()),
                lambda: tangentish.jvp(fun, (0.7, *args()), (1.0, None, None)), lambda: tangentish.vjp(fun, 0.7, *args())[1](1.0)):
        with pytest.raises(tangentish.UnsupportedError, match="an object among the arguments holds, too"):
            run()


def test_data_that_is_only_read_may_be_shared():
    space = executed(text_of("x, m, s", "z = s[0] * m.s[0]"), "<two ways>", __name__="ways")
    for make in ("a_list", "an_array"):
        np.testing.assert_allclose(tangentish.grad(space["fun"])(0.7, *space[make]()), 1.44)


@operators
@pytest.mark.parametrize("lines", OF_THE_MODULE)
def test_of_the_module(lines, operator):
    is_right(operator, lambda: executed(text_of("x", lines), "<two ways>", __name__="ways")["fun"], 0.7, "<two ways>")


@pytest.mark.parametrize("lines", [line for line in OF_THE_MODULE if "PAIR" in line or "NAMED" in line])
def test_functions_with_a_variable_in_common_are_followed(lines):
    for derivative in OPERATORS.values():
        assert np.isclose(derivative(executed(text_of("x", lines), "<two ways>", __name__="ways")["fun"]), 1.47)


@pytest.mark.parametrize("before", CAPTURED)
def test_captured(before):
    body = f"    {before}\n    def fun(x):\n        {CAPTURED[before]}\n        return v * x\n    return fun\n"
    text = f"{AROUND}\ndef made():\n{body}"
    for derivative in OPERATORS.values():
        try:
            assert np.isclose(derivative(executed(text, "<two ways>", __name__="ways")["made"]()), 1.47)
        except tangentish.UnsupportedError:
            assert "m = " in before


@pytest.mark.parametrize("shared", [True, False])
def test_second_derivatives_of_views(shared):
    def fun(x, z, w):
        z[1] = x * x
        return w[1] * x

    def arrays():
        z = np.zeros(3)
        return z, z[:2] if shared else np.ones(2)

    for run in (lambda: tangentish.hessian(fun)(0.7, *arrays()), lambda: tangentish.hvp(fun)(0.7, *arrays(), 1.0),
                lambda: tangentish.grad(tangentish.grad(fun))(0.7, *arrays())):
        if shared:
            with pytest.raises(tangentish.UnsupportedError, match="share memory and are written into"):
                run()
        else:
            assert run() == 0.0
