"""Attributes that are computed once and kept, and store others then: these are followed, or refused where they are read."""

from __future__ import annotations

import functools

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
X = np.array([0.7, 1.3, -0.4])


class Fit:
    def __init__(self, params):
        self.params = params

    @functools.cached_property
    def cov(self):
        self.scale = self.params**2
        self.total = np.sum(self.params) ** 3
        return np.sum(self.scale) * self.params

    @functools.cached_property
    def errors(self):
        return np.sqrt(1.0 + self.cov**2)


@case(X)
def the_other_alone(x):
    fit = Fit(2.0 * x)
    fit.cov
    return np.sum(fit.scale) * fit.total


@case(X)
def both(x):
    fit = Fit(2.0 * x)
    cov = fit.cov
    return np.sum(fit.scale * cov) + np.sum(fit.cov) * fit.total


@case(X)
def through_another(x):
    fit = Fit(2.0 * x)
    return np.sum(fit.errors) + np.sum(fit.scale)


@case(X)
def through_another_alone(x):
    fit = Fit(2.0 * x)
    fit.errors
    return np.sum(fit.scale)


@case(X, "cov")
def by_a_name(x, key):
    fit = Fit(2.0 * x)
    return np.sum(getattr(fit, key)) + np.sum(fit.scale) + np.sum(getattr(fit, "cov"))


@case(X)
def read_in_a_helper(x):
    def scale_of(fit):
        fit.cov
        return fit.scale

    fit = Fit(2.0 * x)
    return np.sum(scale_of(fit) * scale_of(fit)) * fit.total


@pytest.mark.parametrize("fun,args,options", case)
def test_what_is_stored_besides(fun, args, options):
    check_all_ways(fun, *args, **options)


class Kept:
    """As statsmodels has it."""

    def __init__(self, func):
        self.func = func

    def __get__(self, owner, cls=None):
        cache = owner.__dict__.setdefault("_cache", {})
        if self.func.__name__ not in cache:
            cache[self.func.__name__] = self.func(owner)
        return cache[self.func.__name__]


class Results:
    def __init__(self, params):
        self.params = params

    @Kept
    def cov(self):
        self.scale = self.params**2
        return np.sum(self.scale) * self.params

    @Kept
    def errors(self):
        return np.sqrt(1.0 + self.cov**2)


@pytest.mark.parametrize("key", ["cov", "errors"])
def test_what_a_descriptor_stores_besides_is_right_or_refused(key):
    def program(x):
        results = Results(2.0 * x)
        getattr(results, key)
        return np.sum(results.scale)

    def plain(x):
        results = Results(2.0 * x)
        if key == "cov":
            results.cov
        else:
            results.errors
        return np.sum(results.scale)

    for fun in (plain, program):
        try:
            assert np.allclose(tangentish.grad(fun)(X), 8.0 * X)
        except tangentish.UnsupportedError as error:
            assert "`cov`" in str(error) or f"`{key}`" in str(error)
        try:
            assert np.isclose(tangentish.jvp(fun, (X,), (X,))[1], np.sum(8.0 * X * X))
        except tangentish.UnsupportedError as error:
            assert "`cov`" in str(error) or f"`{key}`" in str(error)


def test_descriptors_of_compiled_code_are_refused():
    decorators = pytest.importorskip("pandas.util._decorators")

    class Table:
        def __init__(self, params):
            self.params = params

        @decorators.cache_readonly
        def cov(self):
            return np.sum(self.params) * self.params

        @decorators.cache_readonly
        def more(self):
            self.scale = self.params**2
            return 2.0 * self.params

    def only_stored(x):
        table = Table(2.0 * x)
        table.more
        return np.sum(table.scale)

    for fun in (lambda x: np.sum(Table(2.0 * x).cov), only_stored):
        for derivative in (lambda fun=fun: tangentish.grad(fun)(X), lambda fun=fun: tangentish.jvp(fun, (X,), (X,))):
            with pytest.raises(tangentish.UnsupportedError, match=r"compiled code|a descriptor with code of its own"):
                derivative()
