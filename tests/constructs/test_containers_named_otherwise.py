"""Containers of modules under other names: imported in the function, by `globals()`, given by functions, written by helpers."""

import sys
import types

import numpy as np
import pytest

from tangentish import UnsupportedError, grad, jvp
from tests.constructs.cases import P4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
models = types.ModuleType("models_of_test_containers_named_otherwise")
models.TABLE, models.ROWS, models.BUFFER, models.T = {}, [0.0], np.zeros(4), {}
models.BOX = types.SimpleNamespace(v=0.0)
exec("def table():\n    return TABLE", vars(models))
sys.modules[models.__name__] = models
TABLE: dict = {}
NUMBERS = [0.0, 0.0]


def table():
    return TABLE


def numbers():
    return NUMBERS


def reset():
    TABLE.clear()
    models.TABLE.clear()
    models.T.clear()
    NUMBERS[:], models.ROWS[:], models.BUFFER[:] = [0.0, 0.0], [0.0], 0.0


@case(P4)
def imported_under_another_name(x):
    from models_of_test_containers_named_otherwise import TABLE as known
    again = known
    again["a"] = x[0] ** 2
    return known["a"] * x[1]


@case(P4)
def imported_and_of_the_module(x):
    from models_of_test_containers_named_otherwise import T
    T["a"] = x[0] ** 2
    return models.T["a"] * x[1]


@case(P4)
def list_imported(x):
    from models_of_test_containers_named_otherwise import ROWS
    rows = ROWS
    rows.append(x[0] ** 2)
    return ROWS[-1] * x[1]


@case(P4)
def array_imported(x):
    from models_of_test_containers_named_otherwise import BUFFER
    part = BUFFER[1:]
    part[...] = 0.0
    part += x[1:] ** 2
    return models.BUFFER[1] * x[1] + BUFFER[2]


@case(P4)
def imported_and_given(x):
    from models_of_test_containers_named_otherwise import TABLE, table
    table()["a"] = x[0] ** 2
    return TABLE["a"] * x[1]


@case(P4)
def of_the_globals(x):
    known = globals()["TABLE"]
    known["a"] = x[0] ** 2
    return globals()["TABLE"]["a"] * x[1]


@case(P4)
def stored_by_a_helper(x):
    put_into_t(x[0] ** 2)
    return models.T["a"] * x[1]


def put_into_t(v):
    models.T["a"] = v


def put_where_imported(v):
    from models_of_test_containers_named_otherwise import TABLE
    TABLE["a"] = v


@case(P4)
def stored_where_imported(x):
    put_where_imported(x[0] ** 2)
    return models.TABLE["a"] * x[1]


@case(P4)
def stored_where_imported_inside(x):
    def put():
        from models_of_test_containers_named_otherwise import TABLE
        TABLE["a"] = x[0] ** 2

    put()
    return models.TABLE["a"] * x[1]


def doubled(v):
    return v * 2.0


models.KINDS = {"doubled": doubled}


def settled(x, kind="doubled"):
    from models_of_test_containers_named_otherwise import KINDS

    settings = {"kind": kind}
    settings["function"] = KINDS[settings["kind"]]
    settings["start"] = x[0]
    settings["start"] *= 3.0
    return settings


@case(P4)
def functions_looked_up_where_they_are_imported(x):
    settings = settled(x)
    return settings["function"](settings["start"]) ** 2 + models.KINDS["doubled"](x[1])


@pytest.mark.parametrize("fun,args,options", case)
def test_containers_under_other_names(fun, args, options):
    reset()
    check_all_ways(fun, *args, **options)


def given_and_read_by_text(x):
    table()["a"] = x[0]
    return globals()["TABLE"]["a"] * x[1]


def given_and_read_of_all_globals(x):
    everything = globals()
    table()["a"] = x[0]
    return everything["TABLE"]["a"] * x[1]


def given_and_read_of_the_module(x):
    table()["a"] = x[0]
    return sys.modules[__name__].TABLE["a"] * x[1]


def given_and_read_of_the_function(x):
    table()["a"] = x[0]
    return table.__globals__["TABLE"]["a"] * x[1]


def numbers_given(x):
    numbers()[0] = x[0]
    return NUMBERS[0] * x[1]


def put_into_box(v):
    models.BOX.v = v


def stored_in_an_object(x):
    put_into_box(x[0])
    return models.BOX.v * x[1]


def stored_by_a_closure(x):
    import models_of_test_containers_named_otherwise as other

    def put():
        other.TABLE["a"] = x[0]

    put()
    return models.TABLE["a"] * x[1]


def imported_on_one_way(x):
    if x[0] > 0.0:
        from models_of_test_containers_named_otherwise import TABLE as known
    else:
        known = {}
    known["a"] = x[0]
    return models.TABLE["a"] * x[1]


@pytest.mark.parametrize("fun", [
    given_and_read_by_text, given_and_read_of_all_globals, given_and_read_of_the_module, given_and_read_of_the_function,
    numbers_given, stored_in_an_object, stored_by_a_closure, imported_on_one_way])
def test_what_is_read_in_another_way_is_refused(fun):
    reset()
    for derivative in (lambda: grad(fun)(P4), lambda: jvp(fun, (P4,), (P4,))):
        with pytest.raises(UnsupportedError, match=__file__):
            derivative()
