"""Private names of classes, `__x`, in functions inside methods and as parameters; functions and objects that pose as others."""

import functools
import types

import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Model:
    def __init__(self):
        self.__k = 2.0

    def closure(self):
        def squared(x):
            return self.__k * x**2
        return squared

    def shortest(self):
        return lambda x, __p=3.0: self.__k * x**2 * __p

    def closure_with_a_variable(self, x):
        __y = x * self.__k

        def more(z, __w=2.0):
            return __w * z * self.__k
        return more(x, __y) + __y

    def given(self, x, __p=3.0, *, __q=2.0):
        return __p * x**2 + __q * x

    def class_inside(self, x):
        class Inner:
            def __init__(self):
                self.__k = 5.0

            def cubed(self, y):
                return self.__k * y**3
        return Inner().cubed(x) * self.__k


class Wrapping:
    def __init__(self, factor):
        self.__factor = factor

    def __call__(self, function):
        def wrapper(x, *, __wrapped=None):
            return __wrapped(x) * self.__factor
        wrapper.__kwdefaults__["_Wrapping__wrapped"] = function
        wrapper.__qualname__ = function.__qualname__
        return wrapper

    def as_it_was(self, function):
        @functools.wraps(function)
        def wrapper(x):
            return function(x) * self.__factor
        return wrapper


class Other:
    @Wrapping(3.0)
    def cube(x):
        return x**3

    @Wrapping(2.0).as_it_was
    def fourth(x):
        return x**4


@case(0.7)
def functions_made_in_methods(x):
    return Model().closure()(x) + Model().shortest()(x)


@case(0.7)
def of_a_function_inside(x):
    return Model().closure_with_a_variable(x) + Model().class_inside(x)


@case(0.7)
def parameters(x):
    return Model().given(x) + Model().given(x, 4.0) * Model().given(x, x)


@case(0.7)
def functions_that_pose_as_others(x):
    return Other.cube(x) + Other.fourth(x) * Wrapping(1.5)(abs)(x)


class Missing:
    """What stands for a module that could not be imported, until something is asked of it."""

    def __getattribute__(self, key):
        if key == "__class__":
            return type(None)
        raise ModuleNotFoundError("No module named 'ray'")


modules = types.SimpleNamespace(ray=Missing(), known=[Missing()])


def more_named_defaults(x, *, k=2.0):
    return k * x**2


more_named_defaults.__kwdefaults__["none_of_these"] = 3.0


@case(0.7)
def beside_what_always_raises(x):
    return x**2 if modules.known else modules.ray


@case(0.7)
def with_defaults_of_no_parameters(x):
    return [more_named_defaults][0](x) + more_named_defaults(x, k=x)


@pytest.mark.parametrize(("fun", "args", "options"), [*case, (Model().closure(), (0.7,), {}), (Model().shortest(), (0.7,), {})])
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
