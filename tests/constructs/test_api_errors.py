"""Wrong arguments, argnums and outputs, told when the derivative is made or called."""

import importlib
import pkgutil

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V3


def product(a, b=2.0):
    return np.sum(a * b)


@pytest.mark.parametrize("value", [3, True, np.int64(3), np.bool_(True), np.arange(3), np.array([True, False])])
def test_integer_argument(value):
    for fun in (tangentish.grad, tangentish.value_and_grad):
        with pytest.raises(TypeError, match="float") as caught:
            fun(product)(value)
        assert isinstance(caught.value, tangentish.TangentishError)
        assert "a" in str(caught.value)
    assert np.shape(tangentish.grad(product, argnums="b")(value, 0.5)) == ()  # inactive integers are fine


def test_string_or_none_argument():
    for value in ("text", None):
        with pytest.raises(tangentish.TangentishError) as caught:
            tangentish.grad(product)(value)
        assert isinstance(caught.value, TypeError)


def vector(x):
    return x * 2.0


def pair(x):
    return x, x


def nothing(x):
    x * 2.0


def text(x):
    return f"{x}"


@pytest.mark.parametrize("fun", [vector, pair, nothing, text])
def test_output_is_not_a_scalar(fun):
    with pytest.raises(tangentish.TangentishError) as caught:
        tangentish.grad(fun)(V3)
    assert isinstance(caught.value, (TypeError, ValueError))
    assert fun.__name__ in str(caught.value)


def test_has_aux_without_pair():
    with pytest.raises(tangentish.TangentishError):
        tangentish.grad(product, has_aux=True)(0.5)


@pytest.mark.parametrize("argnums", ["c", ("a", "c"), 2, -3, (0, 5), 1.5, None])
def test_wrong_argnums(argnums):
    with pytest.raises(tangentish.TangentishError) as caught:
        tangentish.grad(product, argnums=argnums)(0.5, 0.7)
    assert isinstance(caught.value, (TypeError, ValueError, IndexError))
    assert "product" in str(caught.value) or "argnum" in str(caught.value)


@pytest.mark.parametrize("wrong", [3.0, "product", None])
def test_not_a_function(wrong):
    with pytest.raises(TypeError):
        tangentish.grad(wrong, 0)(0.5)


@pytest.mark.parametrize("args, kwargs", [((), {}), ((0.5, 0.6, 0.7), {}), ((0.5,), {"c": 1.0}), ((0.5,), {"a": 1.0})])
def test_wrong_call_is_a_type_error_as_always(args, kwargs):
    with pytest.raises(TypeError):
        tangentish.grad(product)(*args, **kwargs)


def raises_itself(x):
    y = x * x
    raise ArithmeticError("mine")
    return y


def test_errors_of_the_primal_are_its_own():
    with pytest.raises(ArithmeticError, match="mine") as caught:
        tangentish.grad(raises_itself)(0.5)
    assert not isinstance(caught.value, tangentish.TangentishError)


def test_every_class_of_errors_is_exported() -> None:
    for module in pkgutil.walk_packages(tangentish.__path__, "tangentish."):
        if not any(name in module.name for name in ("scipy", "pandas", "astropy")):  # what is for these is loaded when they are met
            importlib.import_module(module.name)
    found, classes = set(), [tangentish.TangentishError]
    while classes:
        cls = classes.pop()
        found.add(cls.__name__)
        classes += cls.__subclasses__()
    assert found <= set(tangentish.__all__)
    assert len(found) > 10
