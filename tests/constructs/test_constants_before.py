"""Objects that are made of constants before anything is differentiated, and only read after: their methods are left alone."""

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
X = np.array([0.5, 1.2])
ROWS = np.array([[1.0, 0.5], [0.3, 2.0], [1.5, 0.4]])
TARGETS = np.array([1.0, -0.5, 0.7])


class Model:
    """Its `fit` does what is not followed."""

    def __init__(self, ridge=0.1):
        self.ridge = ridge

    def fit(self, rows, targets):
        self.seen = set()
        for row in rows:
            self.seen.add(tuple(row))
        self.weights = np.linalg.solve(rows.T @ rows + self.ridge * np.eye(2), eval("rows.T @ targets"))
        return self

    def predict(self, x):
        return self.scaled(x @ self.weights)

    def scaled(self, y):
        return 2.0 * y

    def kept(self, x):
        self.last = x * 2.0
        return self.predict(x)

    def kept_below(self, x):
        return self.kept(x) * 2.0

    def held(self):
        return self.weights


class Wide(Model):
    def predict(self, x):
        return super().predict(x) ** 2


@case(X)
def fitted_in_a_statement(x):
    model = Model()
    model.fit(ROWS, TARGETS)
    return model.predict(x) ** 2


@case(X)
def fitted_where_it_is_made(x):
    model = Model(0.2).fit(ROWS, TARGETS)
    return model.predict(x) * model.predict(x**2)


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_left_alone(fun, args, options):
    check_all_ways(fun, *args, **options)
    assert "fit, " not in tangentish.grad(fun).source_for(*args)


class Plain(Model):
    def fit(self, rows, targets):
        self.weights = rows.T @ targets
        return self


others = Cases()


@others(X)
def keeps_what_it_is_given(x):
    model = Plain().fit(ROWS, TARGETS)
    return model.kept(x) * np.sum(model.last)


@others(X)
def keeps_it_by_another_method(x):
    model = Plain().fit(ROWS, TARGETS)
    return model.kept_below(x) * np.sum(model.last)


@others(X)
def what_it_gives_is_written_into(x):
    model = Plain().fit(ROWS, TARGETS)
    model.held()[0] = x[0] * x[1]
    return model.predict(x)


@others(X)
def another_name_is_written_into(x):
    model = Plain().fit(ROWS, TARGETS)
    other = model
    other.weights = other.weights * x[0]
    return model.predict(x)


@others(X)
def a_method_is_replaced(x):
    model = Plain().fit(ROWS, TARGETS)
    model.predict = lambda y: setattr(model, "last", y) or np.sum(y)
    return model.predict(x) * np.sum(model.last)


@others(X)
def by_the_class_above(x):
    model = Wide().fit(ROWS, TARGETS) if len(ROWS) < 2 else Plain().fit(ROWS, TARGETS)
    return model.predict(x)


@pytest.mark.parametrize(("fun", "args", "options"), others)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
