"""Arrays of the module, of its objects and of arguments that displays, lambdas, comprehensions and functions give, written then."""

import functools
import operator

import numpy as np
import pytest

from tests.constructs.cases import V3, Cases
from tests.constructs.right_or_refused import hows, is_right_from_reset
from tests.constructs.ways import check_all_ways

case, around = Cases(), Cases()
TABLE = np.zeros(3)


class Row:
    def __init__(self):
        self.rows = np.zeros(3)
        self.named = {"a": np.zeros(3)}

    def get(self):
        return self.rows


ROW = Row()
ROWS = {"a": Row()}


def table():
    return TABLE


def row(key):
    return ROWS[key]


def rows_of(owner):
    return owner.rows


def put(t, x):
    t[:] = x


def squares():
    return TABLE @ TABLE


def reset():
    for array in (TABLE, ROW.rows, ROW.named["a"], ROWS["a"].rows):
        array[:] = np.arange(3.0)


@around(V3)
def of_an_object_by_a_function(x):
    part = rows_of(ROW)
    part[:] = x
    return ROW.rows @ x


@around(V3)
def of_an_object_by_an_attrgetter(x):
    part = operator.attrgetter("rows")(ROW)
    part[:] = x
    return ROW.rows @ x


@around(V3)
def of_an_object_by_vars(x):
    part = vars(ROW)["rows"]
    part[:] = x
    return ROW.rows @ x


@around(V3)
def of_an_object_by_map(x):
    for part in map(rows_of, (ROW,)):
        part[:] = x
    return ROW.rows @ x


@around(V3)
def of_an_object_by_a_lambda(x):
    part = (lambda owner: owner.rows)(ROW)
    part[:] = x
    return ROW.rows @ x


@around(V3)
def of_an_object_by_a_function_inside(x):
    def part():
        return ROW.rows

    held = part()
    held[:] = x
    return ROW.rows @ x


@around(V3)
def of_an_object_in_a_comprehension(x):
    part = [row.rows for row in [ROW]][-1]
    part[:] = x
    return ROW.rows @ x


@around(V3)
def of_an_object_by_its_class(x):
    part = [Row.get(ROW) for _ in range(1)][-1]
    part[:] = x
    return ROW.rows @ x


@around(V3)
def of_a_dict_of_an_object(x):
    part = ROW.named.get("a")
    part[:] = x
    return ROW.named["a"] @ x


@around(V3)
def of_an_object_by_max(x):
    part = max([ROW.rows], key=id)
    part[:] = x
    return ROW.rows @ x


@around(V3)
def in_a_comprehension_over_a_range(x):
    part = [table() for _ in range(1)][-1]
    part[:] = x * 2.0
    return table() @ x


@around(V3)
def out_of_a_display(x):
    part = table()
    [part][0][:] = x
    return TABLE @ x


@around(V3)
def out_of_a_condition(x):
    (table() if len(x) else None)[:] = x
    return TABLE @ x


@around(V3)
def looked_up_out_of_a_display(x):
    t = ({"k": [table][0]()}["k"], None)[0]
    put(t, x)
    return squares()


@around(V3)
def looked_up_in_a_display_that_is_passed_on(x):
    put(*[[table][0]()], x)
    return squares()


@around(V3)
def looked_up_and_kept_in_a_dict(x):
    held = {}
    held["a"] = [table][0]()
    held["a"][:] = x
    return squares()


@around(V3)
def of_an_item_in_a_comprehension(x):
    part = {k: v for k, v in zip("a", [ROWS["a"]])}["a"].rows
    part[:] = x
    return row("a").rows @ x


@around(V3)
def of_the_first_item(x):
    part = next(iter(ROWS.values())).rows
    part[:] = x
    return row("a").rows @ x


@around(V3)
def of_the_greatest_item(x):
    part = max(ROWS.values(), key=id).rows
    part[:] = x
    return row("a").rows @ x


RIGHT = {"of_an_object_by_a_function", "of_an_object_by_an_attrgetter", "of_an_object_by_map", "in_a_comprehension_over_a_range"}


@hows
@pytest.mark.parametrize("fun, args, options", around)
def test_right_or_refused(fun, args, options, how):
    assert is_right_from_reset(fun, *args, how, reset, "test_parts_given.py") or fun.__name__ not in RIGHT
    reset()


@case(V3, 0.3, argnums=1)
def of_a_lambda_in_a_list(m, t):
    rows = [m]
    give = [lambda: rows][0]
    give()[0] *= t
    return np.sum(m)


@case(V3, 0.3, argnums=1)
def of_a_partial_of_a_lambda(m, t):
    rows = [m]
    functools.partial(lambda: rows)()[0] *= t
    return np.sum(m)


@case(V3, 0.3, argnums=1)
def of_a_lambda_that_is_cached(m, t):
    rows = None

    def make():
        nonlocal rows
        rows = [m]

    make()
    functools.cache(lambda: rows)()[0] *= t
    return np.sum(m)


@case(V3, 0.3, argnums=1)
def of_a_default_of_a_lambda(m, t):
    {"give": lambda held=m: held}["give"]()[1:] *= t
    return np.sum(m)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
