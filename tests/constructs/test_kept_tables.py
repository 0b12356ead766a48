"""Dicts in which functions keep results by the values of their arguments: right, or refused, also for values met before."""

from __future__ import annotations

import collections
import functools

import numpy as np
import pytest

import tangentish
from tests.oracle import directional
from tests.texts import executed

X, V = np.array([0.3, -0.7, 1.2]), np.array([0.4, 0.9, -0.5])
KEYS = {
    "bytes": "x.tobytes()", "tuple": "tuple(x)", "text": "str(x)", "list as text": "repr(x.tolist())", "format": "f'{x}'",
    "hash": "hash(x.tobytes())", "rounded": "tuple(np.round(x, 12))", "sum": "float(x.sum())", "helper": "make_key(x)",
}
WAYS = {
    "in": """
        if key in {table}:
            return {table}[key]
        y = np.sum(np.sin(x) ** 2)
        {table}[key] = y
        return y""",
    "not in": """
        if key not in {table}:
            {table}[key] = np.sum(np.sin(x) ** 2)
        return {table}[key]""",
    "get": """
        y = {table}.get(key)
        if y is None:
            y = np.sum(np.sin(x) ** 2)
            {table}[key] = y
        return y""",
    "walrus": """
        if (y := {table}.get(key)) is not None:
            return y
        y = {table}[key] = np.sum(np.sin(x) ** 2)
        return y""",
    "try": """
        try:
            return {table}[key]
        except KeyError:
            y = np.sum(np.sin(x) ** 2)
            {table}[key] = y
            return y""",
    "sentinel": """
        y = {table}.get(key, MISSING)
        if y is MISSING:
            {table}[key] = y = np.sum(np.sin(x) ** 2)
        return y""",
    "setdefault": """
        return {table}.setdefault(key, np.sum(np.sin(x) ** 2))""",
    "or": """
        return {table}.get(key) or {table}.setdefault(key, np.sum(np.sin(x) ** 2))""",
    "update": """
        if key not in {table}:
            {table}.update({{key: np.sum(np.sin(x) ** 2)}})
        return {table}[key]""",
    "alias": """
        table = {table}
        if key not in table:
            table[key] = np.sum(np.sin(x) ** 2)
        return table[key]""",
    "alias of two": """
        table = MISSING
        table = {table}
        if key not in table:
            table[key] = np.sum(np.sin(x) ** 2)
        return table[key]""",
    "alias beside": """
        table, total = {table}, 0.0
        if key not in table:
            table[key] = np.sum(np.sin(x) ** 2)
        return table[key] + total""",
    "conditional": """
        y = {table}[key] if key in {table} else np.sum(np.sin(x) ** 2)
        {table}[key] = y
        return y""",
}
PLACES = {
    "global": ("TABLE", "def fun(x):"),
    "default": ("table_", "def fun(x, table_={}):"),
    "function": ("fun.table", "def fun(x):"),
    "object": ("self.table", "class Model:\n    table = None\n    def fun(self, x):"),
    "class": ("self.shared", "class Model:\n    shared = {}\n    def fun(self, x):"),
}


def make_key(x):
    return tuple(float(v) for v in x)


def keeping(way, place, key):
    """A function that keeps results, and where it does."""
    table, head = PLACES[place]
    text = f"{head}\n        key = {KEYS[key]}{WAYS[way].format(table=table)}\n"
    names = executed(text, f"<kept {way} {place} {key}>", np=np, TABLE={}, MISSING=object(), make_key=make_key)
    if "Model" in names:
        model = names["Model"]()
        model.table = {}
        return model.fun, model.shared if place == "class" else model.table
    fun = names["fun"]
    fun.table = {}
    return fun, {"global": names["TABLE"], "function": fun.table, "default": (fun.__defaults__ or [None])[0]}[place]


def slope(fun, x):
    return directional(fun, (x,), (0,), (V,))


def slopes(fun, x, v):
    return np.vdot(tangentish.grad(fun)(x), v), tangentish.jvp(fun, (x,), (v,))[1]


@pytest.mark.parametrize("way, place, key", [
    *((way, place, "bytes" if place != "global" else "tuple") for way in WAYS for place in PLACES),
    *(("get", "object", key) for key in KEYS), *(("not in", "global", key) for key in KEYS)])
def test_right_for_values_met_before(way, place, key):
    fun, table = keeping(way, place, key)
    value = fun(X.copy())
    (held,) = table.values()
    expected = slope(lambda x: np.sum(np.sin(x) ** 2), X)
    np.testing.assert_allclose(slopes(fun, X.copy(), V), expected, rtol=1e-7)
    np.testing.assert_allclose(slopes(fun, X.copy(), V), expected, rtol=1e-7)
    assert fun(X.copy()) == value
    assert held in table.values()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("place", ["object", "global"])
def test_other_than_what_is_computed_is_refused(way, place):
    fun, table = keeping(way, place, "sum")
    fun(X.copy())
    table[next(iter(table))] = 5.0
    for derivative in (lambda: tangentish.grad(fun)(X.copy()), lambda: tangentish.jvp(fun, (X.copy(),), (V,))):
        with pytest.raises(tangentish.UnsupportedError, match="kept by an earlier call"):
            derivative()
        assert list(table.values()) == [5.0]


class Model:
    """Keeps results of several kinds."""

    def __init__(self):
        self.table = collections.OrderedDict()
        self.names = {"x_1": 2.0}
        self.count = {}

    def value(self, x):
        key = x.tobytes()
        if key in self.table:
            self.table.move_to_end(key)
            return self.table[key]
        self.table[key] = np.sin(x), 3.0
        if len(self.table) > 2:
            self.table.popitem(last=False)
        return self.table[key]

    def twice(self, x):
        return np.sum(self.value(x)[0] * self.value(x.copy())[0])

    def looped(self, x):
        total = 0.0
        for row in (x, x + 1.0, x, x + 1.0):
            total += np.sum(self.value(row)[0] ** 2)
        return total

    def each(self, x):
        return sum([self.one(v) * k for k, v in enumerate(x)])

    def one(self, v):
        try:
            return self.table[v]
        except KeyError:
            self.table[v] = np.exp(v)
        return self.table[v]

    def by_name(self, x):
        label = f"x_{len(x) - 2}"
        self.names["last"] = x[0] * self.names[label]
        return self.names["last"] ** 2

    def histogram(self, x):
        for v in x:
            k = int(v // 0.5)
            self.count[k] = self.count.get(k, 0.0) + v**2
        return sum(c**2 for c in self.count.values())


def plain(name):
    return {"twice": lambda x: np.sum(np.sin(x) ** 2), "looped": lambda x: 2.0 * np.sum(np.sin(x) ** 2 + np.sin(x + 1.0) ** 2),
            "each": lambda x: sum(k * np.exp(v) for k, v in enumerate(x)), "by_name": lambda x: (2.0 * x[0]) ** 2}[name]


@pytest.mark.parametrize("name", ["twice", "looped", "each", "by_name"])
@pytest.mark.parametrize("is_warm", [False, True])
def test_methods(name, is_warm):
    model = Model()
    if is_warm:
        getattr(model, name)(X.copy())
    np.testing.assert_allclose(slopes(getattr(model, name), X.copy(), V), slope(plain(name), X), rtol=1e-7)
    np.testing.assert_allclose(slopes(getattr(model, name), X + 0.1, V), slope(plain(name), X + 0.1), rtol=1e-7)


def test_what_is_summed_in_a_table_is_no_result():
    model, other = Model(), Model()
    model.histogram(X)
    other.histogram(X)
    expected = slope(lambda x: fresh(other).histogram(x), X)
    np.testing.assert_allclose(np.vdot(tangentish.grad(model.histogram)(X.copy()), V), expected, rtol=1e-7)


def fresh(model):
    made = Model()
    made.count = dict(model.count)
    return made


def memo(fun):
    table = {}

    @functools.wraps(fun)
    def inner(*args, **options):
        key = (args, tuple(sorted(options.items())))
        try:
            return table[key]
        except KeyError:
            table[key] = result = fun(*args, **options)
            return result

    return inner


@memo
def powered(v, n=2):
    return v**n


def test_decorator():
    def fun(x):
        return powered(x[0]) * powered(x[1], n=3) + powered(x[0])

    fun(X)
    expected = slope(lambda x: x[0] ** 2 * x[1] ** 3 + x[0] ** 2, X)
    np.testing.assert_allclose(slopes(fun, X.copy(), V), expected, rtol=1e-6)
    bar = tangentish.hessian(fun)(X.copy())
    np.testing.assert_allclose(bar @ V, (tangentish.grad(fun)(X + 1e-5 * V) - tangentish.grad(fun)(X - 1e-5 * V)) / 2e-5, rtol=1e-7)


class Squares(dict):
    def __missing__(self, key):
        self[key] = key**2
        return self[key]


class Tripled(dict):
    def __getitem__(self, key):
        return key * 3.0


SQUARES, TRIPLED = Squares(), Tripled()


def test_dicts_that_make_their_items():
    for fun in (lambda x: SQUARES[x[0]] * x[1], lambda x: {"a": SQUARES}["a"][x[0]]):
        for derivative in (lambda f=fun: tangentish.grad(f)(X.copy()), lambda f=fun: tangentish.jvp(f, (X.copy(),), (V,))):
            with pytest.raises(tangentish.UnsupportedError, match="Squares"):
                derivative()
    np.testing.assert_allclose(tangentish.grad(lambda x: TRIPLED[x[0]] ** 2)(X.copy()), [18.0 * X[0], 0.0, 0.0])


def in_a_comprehension(x, table):
    table[x[0]] = x[0] * 2.0
    return sum([table[v] for v in x if v in table])


def test_keys_that_are_not_known_before():
    np.testing.assert_allclose(tangentish.grad(in_a_comprehension)(X.copy(), {}), [2.0, 0.0, 0.0])
    for derivative in (lambda: tangentish.grad(in_a_comprehension)(X.copy(), {0.5: 1.0}),
                       lambda: tangentish.jvp(lambda x: in_a_comprehension(x, {0.5: 1.0}), (X.copy(),), (V,))):
        with pytest.raises(tangentish.UnsupportedError, match="kept by an earlier call"):
            derivative()


class Numbered:
    """Asks for a key with each call that stores something."""

    def __init__(self):
        self.table, self.count = {}, 1

    def number(self):
        self.count += 1
        return self.count

    def fun(self, x):
        key = tuple(x)
        if key not in self.table:
            self.table[key] = np.sum(x**2)
        self.table[self.number()] = x[0] * self.count
        return self.table[key] * self.table[self.count]


def test_a_key_that_counts_is_asked_for_once():
    expected = directional(lambda x: Numbered().fun(x), (X,), (0,), (V,))
    for derivative in (lambda m: np.vdot(tangentish.grad(m.fun)(X.copy()), V),
                       lambda m: tangentish.jvp(m.fun, (X.copy(),), (V,))[1]):
        np.testing.assert_allclose(derivative(Numbered()), expected, rtol=1e-7)


class Filled:
    """Keeps one result, and looks it up without asking whether it is there."""

    def __init__(self):
        self.table = {}

    def fun(self, x):
        if not self.table:
            self.table[tuple(x)] = np.sum(x**2)
        return self.table[tuple(x)]


def test_what_one_run_has_stored_is_from_before_the_next():
    model = Filled()
    np.testing.assert_allclose(tangentish.jvp(model.fun, (X.copy(),), (V,))[1], 2.0 * np.vdot(X, V))
    for _ in range(2):
        with pytest.raises(tangentish.UnsupportedError, match="kept by an earlier call"):
            tangentish.jvp(model.fun, (X.copy(),), (V,))


NESTED = {"squares": {}}


def walked_down(x):
    table = NESTED
    table = table["squares"]
    if x not in table:
        table[x] = x**2
    return table[x]


def of_a_parameter(x, table=NESTED):
    table = table["squares"]
    if x in table:
        return table[x]
    table[x] = x**2
    return table[x]


def left_out(x, *rest):
    rest, made = rest[1:], {}
    made[x] = rest[0] * x**2
    return made[x]


@pytest.mark.parametrize("fun, rest", [(walked_down, ()), (of_a_parameter, ()), (left_out, (0, 1.0))])
def test_names_that_are_bound_to_a_part_of_what_they_were(fun, rest):
    NESTED["squares"].clear()
    for _ in range(2):
        assert tangentish.grad(fun)(2.0, *rest) == 4.0
        assert tangentish.jvp(fun, (2.0, *rest), (1.0, *[None] * len(rest))) == (4.0, 4.0)
        fun(2.0, *rest)


def held_in_a_dict(x):
    held = {"it": NESTED["squares"]}
    if x not in held["it"]:
        held["it"][x] = x**2
    return held["it"][x]


def held_in_a_list(x):
    held = []
    held.append(NESTED["squares"])
    if x not in held[0]:
        held[0][x] = x**2
    return held[0][x]


def unpacked(x):
    held = (NESTED["squares"], 3)
    table, _ = held
    if x in table:
        return table[x]
    table[x] = x**2
    return table[x]


def gone_through(x):
    held = [NESTED["squares"]]
    for table in held:
        if x not in table:
            table[x] = x**2
        y = table[x]
    return y


def first_of(held):
    return held[0]


def given(x):
    held = [NESTED["squares"]]
    table = first_of(held)
    if x not in table:
        table[x] = x**2
    return table[x]


@pytest.mark.parametrize("fun", [held_in_a_dict, held_in_a_list, unpacked, gone_through, given])
@pytest.mark.parametrize("inner", [False, True])
def test_tables_in_containers_that_the_function_made_are_refused_where_they_have_the_result(fun, inner):
    outer = (lambda x: 3.0 * fun(x)) if inner else fun
    NESTED["squares"].clear()
    fun(2.0)
    for derivative in (lambda: tangentish.grad(outer)(2.0), lambda: tangentish.jvp(outer, (2.0,), (1.0,))):
        with pytest.raises(tangentish.UnsupportedError):
            derivative()
