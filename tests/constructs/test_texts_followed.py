"""Texts of active values under other names: in attributes, tuples, tables, closures, and given through functions and objects."""

import configparser
import functools
from collections import namedtuple
from dataclasses import dataclass

import numpy as np
import pytest

from tangentish import UnsupportedError, grad, jvp
from tests.constructs.cases import P4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
Record = namedtuple("Record", "name mass")


@dataclass
class Part:
    name: str
    mass: float


class Shown:
    def __init__(self, v):
        self.v = v
        self.text = str(v)
        self.rows = []

    def number(self):
        return float(self.text)

    def last(self):
        return self.rows[-1]

    def add(self, v):
        self.rows.append(f"{v}")

    def __call__(self, v):
        return "%r" % float(v)

    @functools.cached_property
    def written(self):
        return repr(float(self.v))

    @staticmethod
    def parsed(text):
        return float(text)

    @classmethod
    def printed(cls, v):
        return str(v)


class Bare:
    pass


def attribute_of_an_object(x):
    kept = Bare()
    kept.text = str(x[0])
    return x[1] * float(kept.text)


def method_reads(x):
    return x[1] * Shown(x[0]).number()


def attribute_written_when_made(x):
    return x[1] * float(Shown(x[0]).text)


def attribute_by_its_name(x):
    return x[1] * float(getattr(Shown(x[0]), "text"))


def property_writes(x):
    return x[1] * float(Shown(x[0]).written)


def object_called(x):
    shown = Shown(1.0)
    return x[1] * float(shown(x[0]))


def kept_by_a_method(x):
    shown = Shown(1.0)
    shown.add(x[0])
    return x[1] * float(shown.last())


class Store:
    def __init__(self):
        self.texts, self.text = {}, ""

    def put(self, key, text):
        self.texts[key] = text

    def save(self, text):
        self.text = text

    def get(self, key):
        return float(self.texts[key])

    def raw(self, key):
        return self.texts[key]

    def number(self):
        return float(self.text)


STORE = Store()


def got(store):
    return store.get("b")


def put_by_one_method_and_read_by_another(x):
    store = Store()
    store.put("b", str(x[0]))
    return x[1] * store.get("b")


def saved_by_one_method_and_read_by_another(x):
    store = Store()
    store.save(str(x[0]))
    return x[1] * store.number()


def given_by_another_method(x):
    store = Store()
    store.put("b", str(x[0]))
    return x[1] * float(store.raw("b"))


def put_in_a_part_and_read_by_a_method(x):
    store = Store()
    store.texts["b"] = str(x[0])
    return x[1] * store.get("b")


def read_by_a_helper(x):
    store = Store()
    store.put("b", f"{x[0]}")
    return x[1] * got(store)


def kept_around_and_read_by_a_helper(x):
    STORE.put("b", f"{x[0]}")
    return x[1] * got(STORE)


def settings_of_a_parser(x):
    parser = configparser.ConfigParser()
    parser["a"] = {"b": str(x[0])}
    return x[1] * parser.getfloat("a", "b")


def methods_of_classes(x):
    return x[1] * Shown.parsed(Shown.printed(x[0]))


def attributes_updated(x):
    kept = Bare()
    vars(kept).update(text=str(x[0]))
    return x[1] * float(kept.text)


def function_made_for_entries(x):
    return x * np.vectorize(str)(x).astype(float)


def bound_method(x):
    cast = x.astype
    return x * cast(str).astype(float)


def one_of_several(texts):
    return float(texts[1])


def helper_reads_one_of_several(x):
    return x[1] * one_of_several(["1", str(x[0])])


def functions_under_other_names(x):
    read, write = float, {"text": str}
    return x[1] * read(write["text"](x[0]))


def method_of_a_text(x):
    write = "{:.17g}".format
    return x[1] * float.__new__(float, write(x[0]))


def stored_in_a_dict(x):
    kept = {}
    kept["text"] = f"{x[0]}"
    return x[1] * float(kept["text"])


def stored_by_a_closure(x):
    kept = []

    def note(v):
        kept.append(str(v))

    note(x[0])
    return x[1] * float(kept[0])


def given_by_a_closure(x):
    write = lambda: str(x[0])
    return x[1] * float(write())


def text_that_grows(x):
    text = ""
    for v in x:
        text += str(v) + " "
    return x[1] * sum(float(part) for part in text.split())


def arguments_of_an_exception(x):
    try:
        raise ValueError(f"{x[0]}")
    except ValueError as error:
        return x[1] * float(error.args[0])


def array_of_texts(x):
    texts = np.array(["0" * 20] * 3)
    texts[0] = str(x[0])
    return x[1] * texts.astype(float)[0]


def items_by_number(x):
    table = {0: str(x[0]), 1: x[1]}
    return table[1] * float(table[0])


def items_by_text(x):
    table = {"text": str(x[0]), "mass": x[1]}
    return table["mass"] * float(table["text"])


def keys_of_a_dict(x):
    table = {str(v): v for v in x}
    return sum(float(key) * v for key, v in table.items())


def largest_text(x):
    return x[0] * float(max(str(v) for v in x))


def yielded(x):
    for v in x:
        yield str(v)


def texts_of_a_generator(x):
    return x[1] * sum(float(text) for text in yielded(x))


def rows_of_texts_and_numbers(x):
    return sum(float(text) * v for text, v in [(str(v), v) for v in x])


def texts_beside_numbers(x):
    return x[0] * sum(float(text) * k for k, text in zip(x, map(str, x)))


def field_of_a_record(x):
    name, mass = Record(str(x[0]), x[1])
    return float(name) * mass


def field_of_a_dataclass(x):
    return x[1] * float(Part(str(x[0]), x[1]).name)


def stored_into_numbers(x):
    y = np.zeros(4)
    for k, v in enumerate(x):
        y[k] = str(v)
    return y @ x


def applied(function, *given):
    return function(*given)


def functions_given(x):
    return x[1] * applied(float, applied(str, x[0]))


def folded(x):
    return x[1] * functools.reduce(lambda total, text: total + float(text), [str(v) for v in x], 0.0)


def deepest(v):
    return str(v)


def deeper(v):
    return deepest(v)


def written_further_down(x):
    return x[1] * float(deeper(x[0]))


REFUSED = [
    attribute_of_an_object, method_reads, attribute_written_when_made, attribute_by_its_name, property_writes, object_called,
    put_by_one_method_and_read_by_another, saved_by_one_method_and_read_by_another, given_by_another_method, read_by_a_helper,
    put_in_a_part_and_read_by_a_method, kept_around_and_read_by_a_helper, settings_of_a_parser,
    kept_by_a_method, methods_of_classes, attributes_updated, function_made_for_entries, bound_method, helper_reads_one_of_several,
    functions_under_other_names, method_of_a_text, stored_in_a_dict, stored_by_a_closure, given_by_a_closure, text_that_grows,
    array_of_texts, items_by_number, items_by_text, arguments_of_an_exception,
    keys_of_a_dict, largest_text, texts_of_a_generator, rows_of_texts_and_numbers, texts_beside_numbers,
    field_of_a_record, field_of_a_dataclass, stored_into_numbers, functions_given, folded, written_further_down]


@pytest.mark.parametrize("fun", REFUSED)
def test_numbers_read_from_texts_are_refused(fun):
    for derivative in (lambda: grad(fun)(P4), lambda: jvp(fun, (P4,), (P4,))):
        with pytest.raises(UnsupportedError, match=__file__):
            derivative()


@case(P4)
def fields_beside_texts(x):
    record, part = Record(f"r{x[0]}", x[1]), Part(str(x[0]), x[2])
    return float(record.mass) * float(part.mass)


@case(P4)
def columns_beside_texts(x):
    rows = [(f"{v:.0f}", v) for v in x]
    results = []
    for v in x:
        results.append({"name": f"n{v}", "value": v * v})
    y = np.array([row[1] for row in rows], dtype=float)
    return np.sum(y * y) + sum(float(row["value"]) for row in results)


@case(P4)
def orders_of_texts(x):
    places = np.argsort([f"{v}" for v in x])
    return np.sum(x * np.array(places, dtype=float)) / len(f"{x}"[:2])


class Model:
    def __init__(self, x):
        self.x, self.name, self.log = x, f"M{x[0]:.1f}", []

    def step(self, k):
        self.x = self.x * 1.1
        self.log.append(f"{k} {self.x}")
        return float(self.x[0])

    def __repr__(self):
        return f"Model({self.x})"


@case(P4)
def objects_that_log(x):
    model = Model(x)
    total = 0.0
    for k in range(3):
        total += model.step(k)
    return total * len(model.log)


class Log:
    def __init__(self):
        self.rows, self.total = [], 0.0

    def note(self, text):
        self.rows.append(text)

    def add(self, v):
        self.total = self.total + v

    def sum(self):
        return float(self.total)

    def count(self):
        return float(len(self.rows))


@case(P4)
def noted_beside_numbers(x):
    log = Log()
    log.note(f"{x[0]}")
    log.add(x[1] ** 2)
    return log.sum() * log.count()


def looked_at(x):
    if x[0] < 0:
        raise ValueError(f"{x} is negative")
    return x[0] * x[1]


@case(P4)
def texts_of_errors(x):
    try:
        y = float(looked_at(x))
    except ValueError as error:
        raise RuntimeError(str(error)) from error
    return y * float({f"{x[0]}": 2.0}[f"{x[0]}"])


@case(P4)
def numbers_kept_by_texts(x):
    known = {}

    def squared(v):
        key = str(v)
        if key not in known:
            known[key] = float(v) ** 2
        return known[key]

    return squared(x[0]) * squared(x[1])


NAMES = np.array(["low", "high", "low", "high"])


def as_array(values, dtype=None):
    return np.asarray(values, dtype=dtype)


@case(P4)
def arrays_of_texts(x):
    given = {"x": x, "names": NAMES}
    made = [as_array(value, float if key == "x" else str) for key, value in given.items()]
    return np.sum(made[0] ** 2 * (made[1] == "high"))


@pytest.mark.parametrize("fun,args,options", case)
def test_texts_that_are_not_read(fun, args, options):
    check_all_ways(fun, *args, **options)
