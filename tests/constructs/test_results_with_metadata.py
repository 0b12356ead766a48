"""Dicts of results that hold parts of a global one under other keys, and settings copied from a global dict."""

import copy

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import Cases
from tests.oracle import check_gradient

case = Cases()

PROBLEM = {"names": ["a", "b"], "bounds": [[0.0, 2.0], [1.0, 3.0]], "means": np.array([1.0, 2.0])}
SETTINGS = {"scale": 1.5, "shift": 0.5}
V2 = np.array([0.7, 1.3])


class Results(dict):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)


def analysed(x, problem):
    found = Results((key, [None] * 2) for key in ("first", "total"))
    found["names"] = problem["names"]
    for i in range(2):
        found["first"][i] = x[i] ** 2 * problem["bounds"][i][1]
        found["total"][i] = found["first"][i] * x[0]
    return found


def analysis(x):
    found = analysed(x, PROBLEM)
    return found["first"][0] + found["total"][1] * len(found["names"])


@case(V2)
def results_with_names_of_a_global(x):
    return np.sum(analysis(x)) * x[1]


def noted(x, problem):
    found = {}
    found["means"] = problem["means"]
    found["squares"] = np.zeros(2)
    found["squares"][:] = x**2
    return np.sum(found["squares"] * found["means"])


def note(x):
    return noted(x, PROBLEM)


@case(V2)
def results_with_an_array_of_a_global(x):
    return note(x) * x[0]


class Model:
    def __init__(self, width, settings=None):
        self.width, self._settings = width, None
        self.settings = settings

    @property
    def settings(self):
        return self._settings

    @settings.setter
    def settings(self, settings):
        if self._settings is None or settings is None:
            self._settings = copy.copy(SETTINGS)
        if settings is not None:
            self._settings.update(settings)

    def value(self, r):
        return np.exp(-r / self.width) * self.settings["scale"] + self.settings["shift"]


@case(2.0, 0.7)
def settings_copied_from_a_global(width, r):
    return Model(width).value(r) * Model(width, {"scale": width}).value(r)


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_gradient(fun, args, options):
    before = copy.deepcopy((PROBLEM, SETTINGS))
    check_gradient(fun, *args, **options)
    assert repr(before) == repr((PROBLEM, SETTINGS))


class Slot:
    """What is stored under any key is found under any other."""

    def __init__(self):
        self.kept = None

    def __setitem__(self, key, value):
        self.kept = value

    def __getitem__(self, key):
        return self.kept


def written_under_another_key(x, problem):
    slot = Slot()
    slot["means"] = problem["means"]
    slot["squares"][0] = x[0] ** 2
    return problem["means"][0]


def written(x):
    return written_under_another_key(x, PROBLEM)


def written_below(x):
    return written(x) * 2.0


def test_an_array_of_a_global_that_is_written_under_another_key_is_refused():
    before = copy.deepcopy(PROBLEM)
    for derivative in (lambda: tangentish.grad(written_below)(V2), lambda: tangentish.jvp(written_below, (V2,), (V2,))):
        with pytest.raises(tangentish.TangentishError, match="changes an array that is kept around"):
            derivative()
        assert repr(before) == repr(PROBLEM)
