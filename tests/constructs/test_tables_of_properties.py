"""Tables of pandas that properties make when they are read: refused where active values are put into them, else constant."""

from __future__ import annotations

import functools

import numpy as np
import pytest

from tangentish import grad, jvp
from tangentish.errors import UnsupportedError
from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

pd = pytest.importorskip("pandas")
case = Cases()
X = np.array([0.4, 1.1, -0.6])


class Box:
    def __init__(self, table):
        self.table = table


class Results:
    """As the results of statsmodels are: numbers, and the names of them."""

    def __init__(self, params):
        self.params = params
        self.kept = pd.Series([1.5, 2.5, 0.5])

    @property
    def named(self):
        return pd.Series(self.params, index=list("abc"))

    @functools.cached_property
    def cached(self):
        return pd.DataFrame({"params": self.params})

    @property
    def boxed(self):
        return Box(pd.Series(self.params))

    @property
    def held(self):
        return self.kept

    @property
    def constant(self):
        return pd.Series([1.5, 2.5, 0.5])

    @property
    def both(self):
        return [self.params, self.kept]

    def __getattr__(self, name):
        if name == "made_up":
            return pd.Series(self.params)
        raise AttributeError(name)


class Wrapper:
    """One that looks into what it wraps for what it has not."""

    def __init__(self, results):
        self._results = results

    def __getattribute__(self, name):
        def get(key):
            return object.__getattribute__(self, key)

        try:
            return get(name)
        except AttributeError:
            pass
        return pd.Series(getattr(get("_results"), name))


REFUSED = [
    lambda x: np.sum(Results(2.0 * x).named.to_numpy()),
    lambda x: np.sum(Results(2.0 * x).cached.to_numpy()),
    lambda x: np.sum(Results(2.0 * x).boxed.table.to_numpy()),
    lambda x: np.sum(Results(2.0 * x).made_up.to_numpy()),
    lambda x: np.sum(getattr(Results(2.0 * x), "named").to_numpy()),
    lambda x: np.sum(Wrapper(Results(2.0 * x)).params.to_numpy()),
]


@pytest.mark.parametrize("fun", REFUSED)
def test_active_values_in_a_table_are_refused(fun):
    for derivative in (lambda: grad(fun)(X.copy()), lambda: jvp(fun, (X.copy(),), (np.ones(3),))):
        with pytest.raises(UnsupportedError, match="pandas"):
            derivative()


@case(X)
def held_by_the_object(x):
    results = Results(2.0 * x)
    return np.sum(results.held.to_numpy() * results.params ** 2)


@case(X)
def made_of_constants(x):
    results = Results(2.0 * x)
    return np.sum(results.constant.to_numpy() * results.params ** 2)


@case(X)
def beside_active_values(x):
    params, kept = Results(2.0 * x).both
    return np.sum(kept.to_numpy() * params ** 2)


@pytest.mark.parametrize("fun,args,options", case)
def test_constants(fun, args, options):
    check_all_ways(fun, *args, **options)
