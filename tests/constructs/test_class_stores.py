"""Active values that are stored into a class, or read by the names of variables, are refused; counters are left alone."""

from __future__ import annotations

import numpy as np
import pytest

import tangentish
from tests.oracle import check_gradient

X = np.array([0.7, -1.3])


class Tally:
    total = 1.0
    made = 0

    def __init__(self, v):
        self.v = v
        type(self).made += 1

    def by_type(self):
        type(self).total = self.v

    def by_attribute(self):
        self.__class__.total = self.v

    @classmethod
    def by_method(cls, v):
        cls.total = v


def by_type(x):
    Tally(x[0]).by_type()
    return Tally.total * 2


def by_attribute(x):
    tally = Tally(x[0])
    tally.by_attribute()
    return tally.total * 2


def by_method(x):
    Tally.by_method(x[0])
    return Tally.total * 2


def into_one_defined_inside(x):
    class Held:
        value = 1.0

    Held.value = x[0] ** 2
    return Held().value


def by_setattr(x):
    class Held:
        value = 1.0

    class Derived(Held):
        pass

    setattr(Held, "value", x[0] ** 2)
    return Derived.value


class Settings:
    @classmethod
    def load(cls, v):
        cls.table = {"v": v}

    @classmethod
    def get(cls, key):
        return cls.table[key]


def in_a_dict(x):
    Settings.load(x[0] ** 2)
    return Settings.get("v") * 2


class Single:
    instance = None

    def __init__(self, v):
        self.v = v

    @classmethod
    def get(cls, v=None):
        if v is not None:
            cls.instance = cls(v)
        return cls.instance


def in_an_object(x):
    class Only(Single):
        pass

    Only.get(x[0] ** 2)
    return Only.get().v * 2


@pytest.mark.parametrize("fun", [by_type, by_attribute, by_method, into_one_defined_inside, by_setattr, in_a_dict,
                                 in_an_object], ids=lambda f: f.__name__)
@pytest.mark.parametrize("derivative", [lambda f: tangentish.grad(f)(X), lambda f: tangentish.jvp(f, (X,), (X,))],
                         ids=["grad", "jvp"])
def test_refused(fun, derivative) -> None:
    with pytest.raises(tangentish.UnsupportedError, match=r"stored into (a|the) class"):
        derivative(fun)


def test_counters() -> None:
    check_gradient(lambda x: Tally(x[0]).v ** 2 * x[1], X)
    assert Tally.made > 0


def by_eval(x):
    v = x[0]
    return eval("v * 2") + x[1]  # that is what is tested


def by_locals(x):
    y = x[0] * 2
    return locals()["y"] * x[1]


def test_variables_read_by_their_names() -> None:
    with pytest.raises(tangentish.UnsupportedError, match="is not supported where active values flow"):
        tangentish.grad(by_eval)(X)
    check_gradient(by_locals, X)


def test_eval_of_a_constant() -> None:
    check_gradient(lambda x: x[0] * eval("2 + 1"), X)


def described(labels, captured):
    """A class that makes properties of its own when it is called, as some of SciPy do."""
    class Scaled:
        def __init__(self, v, by):
            self.v = v
            for label in labels:
                setattr(self.__class__, label, property(lambda self_, key=label: self_.v * len(key)))
            if captured:
                self.__class__.a = property(lambda self_: self_.v * by)

    return Scaled


def test_properties_that_a_class_is_given_when_it_is_called() -> None:
    cls = described(("a", "bb"), False)
    check_gradient(lambda x: cls(x[0], x[1]).bb * cls(x[1], x[0]).a, X)


def test_properties_that_capture_active_values_are_refused() -> None:
    cls = described(("bb",), True)
    with pytest.raises(tangentish.UnsupportedError, match="into a class"):
        tangentish.grad(lambda x: cls(x[0], x[1]).a)(X)
