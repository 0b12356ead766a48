"""`hasattr`, and `getattr` with a default, run the code of classes: properties that keep what they found."""

from __future__ import annotations

import functools
import inspect
import types
from functools import partial

import numpy as np
import pytest

from tangentish import UnsupportedError, grad, jvp
from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Filter:
    def __init__(self, x):
        self.x, self.kept = x, None

    @property
    def likelihood(self):
        if self.kept is None:
            self.kept = self.x * self.x
        return self.kept

    @property
    def missing(self):
        raise AttributeError("missing")

    def has(self, key):
        return hasattr(self, key)


class MadeUp:
    def __init__(self, x):
        self.x = x

    def __getattr__(self, key):
        if key != "cube":
            raise AttributeError(key)
        self.cube = self.x ** 3
        return self.cube


class Held:
    def __init__(self, x):
        self.x = x

    @functools.cached_property
    def square(self):
        return self.x ** 2


@case(1.5)
def kept_where_it_is_asked_for(x):
    f = Filter(x)
    return f.likelihood if hasattr(f, "likelihood") else 0.0


@case(1.5)
def kept_by_a_default(x):
    f = Filter(x)
    return f.kept * 2.0 if getattr(f, "likelihood", None) is not None else x


@case(1.5)
def value_or_default(x):
    f = Filter(x)
    return getattr(f, "likelihood", 2.0) + getattr(f, "missing", x * x) * f.kept


@case(1.5)
def names_known_when_it_runs(x):
    f = Filter(x)
    total = 0.0
    for key in ("missing", "likelihood", "x"):
        total = total + getattr(f, key, x)
    return total * (f.kept if all(hasattr(f, key) for key in ("likelihood", "x")) else 1.0)


@case(1.5)
def asked_for_by_a_method(x):
    f = Filter(x)
    return f.kept if f.has("likelihood") and not f.has("missing") else x


@case(1.5)
def asked_for_by_another_name(x):
    f, has = Filter(x), hasattr
    return f.kept if has(f, "likelihood") else x


@case(1.5)
def asked_for_in_a_condition(x):
    fs = [Filter(x), Filter(3.0 * x)]
    while not hasattr(fs[0], "likelihood"):
        fs.pop()
    return sum(f.kept for f in fs if hasattr(f, "likelihood"))


@case(1.5)
def asked_for_by_a_pattern(x):
    match Filter(x):
        case Filter(likelihood=y) as f:
            return y * f.kept
    return x


@case(1.5)
def made_up_when_asked_for(x):
    m = MadeUp(x)
    return m.cube if hasattr(m, "cube") else x


@case(1.5)
def cached_when_asked_for(x):
    h = Held(x)
    return h.square * 2.0 if hasattr(h, "square") else x


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def asked_by_a_name_of_getattr(x):
    f, ask = Filter(x), getattr
    return f.kept * x if ask(f, "likelihood", None) is not None else 0.0


@pytest.mark.parametrize("fun", [asked_by_a_name_of_getattr, kept_by_a_default])
def test_second_derivative(fun):
    want = 3.0 * 2.0 * 1.5 if fun is asked_by_a_name_of_getattr else 4.0
    assert grad(grad(fun))(1.5) == pytest.approx(want)
    assert jvp(lambda x: jvp(fun, (x,), (1.0,))[1], (1.5,), (1.0,))[1] == pytest.approx(want)


def all_members(x):
    f = Filter(x)
    return f.kept * len(inspect.getmembers(f, np.isscalar))


def out_of_the_dict(x):
    h = Held(x)
    return vars(h)["square"] * 2.0 if hasattr(h, "square") else x


@pytest.mark.parametrize("fun, why", [(all_members, "computes and keeps"), (out_of_the_dict, "read out of its `__dict__`")])
def test_refused(fun, why):
    for mode in (grad(fun), partial(jvp, fun, tangents=(1.0,))):
        with pytest.raises(UnsupportedError, match=why):
            mode(1.5) if mode.__class__ is not partial else mode((1.5,))


def has(owner, key):
    return hasattr(owner, key)


def has_all(owner):
    return all(hasattr(owner, key) for key in ("likelihood", "x"))


class Family:
    kind = Filter


models = types.ModuleType("asked_models")
models.parts = types.ModuleType("asked_models.parts")
models.parts.Filter = Filter


def asked_by_a_helper(x):
    f = Filter(x)
    if has(f, "likelihood"):
        return f.likelihood
    return x


def asked_for_several_by_a_helper(x):
    f = Filter(x)
    if has_all(f):
        return f.likelihood
    return x


def of_a_class_in_a_class(x):
    f = Family.kind(x)
    if hasattr(f, "likelihood"):
        pass
    return f.likelihood


def of_a_class_in_a_module_of_a_module(x):
    f = models.parts.Filter(x)
    if hasattr(f, "likelihood"):
        pass
    return f.likelihood


@pytest.mark.parametrize("fun", [asked_by_a_helper, asked_for_several_by_a_helper, of_a_class_in_a_class,
                                 of_a_class_in_a_module_of_a_module])
def test_where_the_class_is_not_named_beside(fun):
    check_all_ways(fun, 1.5)
