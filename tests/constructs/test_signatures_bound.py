"""Decorators that bind arguments to a signature, and functions that look at the variables of their callers."""

import functools
import inspect
import sys

import numpy as np
import pytest

from tangentish import UnsupportedError, grad, jvp
from tests.constructs.cases import P4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def product(a, b=2.0):
    return a * b


SIGNATURE = inspect.signature(product)


def checked(fun):
    signature = inspect.signature(fun)

    @functools.wraps(fun)
    def inner(*args, **keywords):
        bound = signature.bind(*args, **keywords)
        bound.apply_defaults()
        for name, value in bound.arguments.items():
            if not isinstance(value, dict) and np.any(np.asarray(value) < -100.0):
                raise ValueError(f"{name} is {value}")
        return fun(*bound.args, **bound.kwargs)
    return inner


def converted(fun):
    signature = inspect.signature(fun)

    def inner(*args, **keywords):
        bound = signature.bind(*args, **keywords)
        for name in bound.arguments:
            bound.arguments[name] = np.asarray(bound.arguments[name]) * 2.0
        return fun(**bound.arguments)
    return inner


def with_defaults(**values):
    def decorator(fun):
        signature = inspect.signature(fun)

        def inner(*args, **keywords):
            bound = signature.bind_partial(*args, **keywords)
            for name, value in values.items():
                bound.arguments.setdefault(name, value)
            return fun(*bound.args, **bound.kwargs)
        return inner
    return decorator


@checked
def area(r, scale=1.0, *rest, power=2, **more):
    return np.pi * r**power * scale + sum(rest) * sum(more.values())


@converted
def volume(r, q=1.0):
    return np.sum(r**3 * q)


@with_defaults(q=3.0)
def squares(r, q):
    return np.sum(r**2 * q)


@case(P4)
def arguments_checked(x):
    return np.sum(area(x)) + area(x[0], scale=x[1]) + area(x[0], x[1], x[2], x[3], power=3, u=x[1], v=x[2])


@case(P4)
def arguments_converted(x):
    return volume(x, x[1]) * volume(r=x[:2])


@case(P4)
def arguments_left_out(x):
    return squares(x) * squares(x, x[1]) + squares(r=x[1:], q=x[0])


@case(P4)
def bound_by_hand(x):
    bound = SIGNATURE.bind(x[0])
    bound.arguments["b"] = x[1] ** 2
    bound.apply_defaults()
    partly = SIGNATURE.bind_partial(b=x[2])
    partly.arguments["a"] = x[3]
    return product(*bound.args) * len(bound.arguments) + product(*partly.args) + product(**partly.arguments) ** 2


@case(P4)
def all_values(x):
    return sum(inspect.signature(product).bind(*x[:2]).arguments.values()) ** 2 + inspect.getcallargs(product, x[2])["a"] ** 2


class Setting:
    def __init__(self, name, *, default=inspect.Parameter.empty, unit=inspect.Parameter.empty):
        self.name, self.default, self.unit = name, default, unit

    def times(self, a, b=inspect.Parameter.empty):
        return a * 2.0 if b is inspect.Parameter.empty else a * b


@case(P4)
def defaults_that_signatures_take_for_none(x):
    parameter = inspect.Parameter("p", inspect.Parameter.KEYWORD_ONLY, default=x[0])
    setting = [Setting("mass", default=x[1]), Setting("mass", unit=x[2])]
    return parameter.default * setting[0].default * setting[1].unit * setting[0].times(x[3]) * setting[1].times(x[0], b=x[1])


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def of_caller(name):
    return sys._getframe(1).f_locals[name]


def evaluated(text):
    return eval(text, {}, _variables())


def _variables():
    return inspect.currentframe().f_back.f_back.f_locals


def read_in_a_frame(x):
    return np.sum(sys._getframe().f_locals["x"] ** 2)


def read_by_a_function(x):
    y = x * x
    return np.sum(of_caller("y")) + x[0]


def read_by_functions(x):
    return np.sum(evaluated("x * x")) + x[0]


class Looking:
    in_class = staticmethod(of_caller)

    def method(self, name):
        return sys._getframe(1).f_locals[name]

    def __call__(self, name):
        return sys._getframe(1).f_locals[name]

    @property
    def y(self):
        return sys._getframe(1).f_locals["y"]


FUNCTIONS = {"of caller": of_caller}
PARTIAL = functools.partial(of_caller, "y")


def read_by_an_item(x):
    y = x * x
    return np.sum([of_caller][0]("y")) + x[0]


def read_under_another_name(x):
    y, read = x * x, of_caller
    return np.sum(read("y")) + x[0]


def read_by_a_table(x):
    y = x * x
    return np.sum(FUNCTIONS["of caller"]("y")) + x[0]


def read_by_a_partial(x):
    y = x * x
    return np.sum(PARTIAL()) + x[0]


def read_by_a_default(x, read=of_caller):
    y = x * x
    return np.sum(read("y")) + x[0]


def read_by_an_object(x):
    y, looking = x * x, Looking()
    return np.sum(looking("y"))


def read_by_a_method(x):
    y = x * x
    return np.sum(Looking().method("y"))


def read_by_a_property(x):
    y = x * x
    return np.sum(Looking().y)


def read_by_what_is_mapped(x):
    y = x * x
    return np.sum(next(map(of_caller, ["y"])))


def read_inside(x):
    def read(name):
        return sys._getframe(1).f_locals[name]

    y = x * x
    return np.sum(read("y"))


def text_by_another_name(x):
    y = x * x
    return np.sum([eval][0]("y")) + y[0]


@pytest.mark.parametrize("fun", [
    read_in_a_frame, read_by_a_function, read_by_functions, read_by_an_item, read_under_another_name, read_by_a_table,
    read_by_a_partial, read_by_a_default, read_by_an_object, read_by_a_method, read_by_a_property, read_by_what_is_mapped,
    read_inside, text_by_another_name])
def test_variables_read_in_frames_are_refused(fun):
    for derivative in (lambda: grad(fun)(P4), lambda: jvp(fun, (P4,), (P4,))):
        with pytest.raises(UnsupportedError, match=r"in a frame|`eval`"):
            derivative()


def test_functions_given_that_read_variables_are_refused():
    def fun(x, read, others):
        y = x * x
        return np.sum(y * read("y")) + others[0]("y")[0]

    for given in ((of_caller, (of_caller,)), (lambda name: 2.0, (of_caller,))):
        with pytest.raises(UnsupportedError, match="in a frame"):
            grad(fun)(P4, *given)
