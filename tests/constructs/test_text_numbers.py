"""Text among active values that is made a number."""

import csv
import io
import locale
import re
import string

import numpy as np
import pytest

from tangentish import UnsupportedError, grad, jvp
from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
V = np.array([0.7, -1.3, 0.4, 1.1])
P = np.array([0.5, 1.2, 2.1, 0.8])


@case(V)
def float_str(x):
    l = [x[0], "3.5", x[1]]
    t = 0.0
    for v in l:
        t += float(v) ** 2
    return t


@case(V)
def float_str2(x):
    d = {"a": x[0], "b": "2.5"}
    return float(d["a"]) * float(d["b"])


def least_indent(lines):
    least = 1000
    for line in lines:
        bare = line.lstrip()
        if bare:
            least = min(least, len(line) - len(bare))
    if least == 1000:
        return 0
    return least


def filled(doc, table):
    lines = doc.expandtabs().splitlines()
    if len(lines) < 2:
        n = 0
    else:
        n = least_indent(lines[1:])
    indent = " " * n
    out = {}
    for key, text in table.items():
        lines = text.expandtabs().splitlines()
        out[key] = ("\n" + indent).join(lines)
    return doc % out


TABLE = {"a": "one\ntwo"}


class Documented:
    """Says this:
    %(a)s
    """

    def __init__(self, x):
        self.x = x
        self.text = filled(self.__doc__, TABLE)


@case(V)
def text_indented_and_filled(x):
    kept = Documented(x)
    return kept.x[0] ** 2 * len(kept.text)


class Counted:
    def __init__(self, x):
        self.x = x

    def __rmul__(self, text):
        return self.x * len(text)

    def __mod__(self, table):
        return self.x * table["a"]


def given(x):
    return Counted(x)


@case(V)
def text_times_an_object(x):
    return "abc" * given(x[0]) + given(x[1]) % {"a": 3.0}


@case(V)
def text_numbers(x):
    l = [x[0], "3.5", x[1]]
    t = np.float64(l[1]) * l[0]
    y = np.empty(3)
    for i, v in enumerate(l):
        y[i] = v

    def put(a, k, v):
        a[k] = v

    a = [x * 1.0][0]
    put(a, 1, "2.5")
    put(a, 0, x[2])
    return t + (y * y).sum() + (a * a).sum()


@case(V)
def text_array(x):
    row = {"a": x[0], "b": "1.5", "c": x[1]}
    v = np.array(list(row.values()), dtype=float)
    w = np.asarray([float(s) for s in row.values()])
    return v @ w + complex(row["b"]).real * complex(row["a"]).real


@case(V)
def text_split(x):
    s = "1.5 2.5 3".split()
    n = [int(c) if c.isdigit() else float(c) for c in s]
    return sum(a * b for a, b in zip(x, n)) + x @ np.array(s + ["4"], float)


FUNCTIONS = [lambda template, values: template % values]


@case(0.7)
def text_filled_in_where_its_kind_is_unknown(x):
    text = FUNCTIONS[0]("%.2f", x) + FUNCTIONS[0]("%.2f %.2f", (x, x)) + FUNCTIONS[0]("%(a).2f", {"a": x})
    return FUNCTIONS[0](x, 0.3) * x * len(text)


@pytest.mark.parametrize("fun,args,options", case)
def test_text_numbers(fun, args, options):
    check_all_ways(fun, *args, **options)


def groups(labels, x):
    return np.unique(labels, return_inverse=True)[1], x


class Weighted:
    def __init__(self, x):
        self.x = x

    def by_groups(self, labels):
        return np.bincount(np.unique(labels, return_inverse=True)[1], self.x**2)


@pytest.mark.parametrize("labels", [["a", "b", "a"], np.array(["a", "b", "a"]), np.array([1, 5, 1], "datetime64[D]")], ids=str)
def test_labels_beside_numbers(labels) -> None:
    def fun(x):
        places, y = [groups][0](labels, x)
        return np.sum(places * y**2) + np.sum([Weighted(x)][0].by_groups(labels))

    check_all_ways(fun, np.array([0.7, -1.3, 0.4]))


def texts_as_an_array(x):
    return np.array([str(v) for v in x]).astype(float) @ x


def texts_in_a_list(x):
    parts = [f"{x[0]}", "2.0"]
    return float(parts[0]) * x[1]


def labels_of_numbers(x):
    labels = np.array([f"{v:.1f}" for v in x]).astype(str)
    return np.sum(x.astype(float) ** 2) * len(labels)


def array_of_texts(x):
    return np.sum(x.astype("U32")[:1].astype(float) * x)


def array_of_texts_by_name(x):
    shown = np.array(x, dtype="U32")
    return np.sum(shown[1:].reshape(3, 1).astype(dtype=np.float64))


def texts_joined(x):
    return np.sum(np.char.add(x.astype(str), "0").astype(float))


def written(v):
    return f"{v:.15f}"


def parsed(text):
    return float(text.strip())


def helper_that_writes(x):
    return float(written(x[0] ** 2)) * x[1]


def helper_that_reads(x):
    return parsed(str(x[0] ** 2)) * x[1]


def texts_in_a_dict(x):
    shown = {"first": str(x[0]), "second": "%.15f" % x[1]}
    return float(shown["first"]) * x[1]


def texts_gone_through(x):
    return np.sum(x) * sum(float(text) for text in [str(v * v) for v in x])


def texts_in_a_loop(x):
    total = x[0]
    for text in " ".join(str(v) for v in x).split():
        total = total + float(text)
    return total


def texts_mapped(x):
    return x[0] * sum(map(float, map(str, x)))


def array_made_of_texts(x):
    return np.sum(x * np.array([str(v * v) for v in x], dtype=float))


def texts_stored(x):
    shown = np.empty(4, "U32")
    shown[:] = x * x
    return np.sum(x * shown.astype(float))


def hexadecimal(x):
    return x[1] * float.fromhex(float(x[0]).hex())


def found_in_a_text(x):
    return x[1] * float(re.match(r"(.*)", str(x[0])).group(1)) + sum(float(part) for part in re.findall(r"[0-9.]+", repr(x[2])))


def rows_of_a_table(x):
    text = io.StringIO(",".join(str(v * v) for v in x))
    return x[0] * sum(float(entry) for row in csv.reader(text) for entry in row)


def filled_in(x):
    return x[1] * locale.atof(string.Template("$mass").substitute(mass=x[0] ** 2))


@pytest.mark.parametrize("fun", [
    found_in_a_text, rows_of_a_table, filled_in,
    texts_as_an_array, texts_in_a_list, array_of_texts, array_of_texts_by_name, texts_joined, helper_that_writes, helper_that_reads,
    texts_in_a_dict, texts_gone_through, texts_in_a_loop, texts_mapped, array_made_of_texts, texts_stored, hexadecimal])
def test_numbers_read_from_texts_of_others_are_refused(fun):
    for derivative in (lambda: grad(fun)(V), lambda: jvp(fun, (V,), (V,))):
        with pytest.raises(UnsupportedError, match="made from the text"):
            derivative()


def noted(text, notes):
    notes.append(text)
    return float(len(notes))


@case(P)
def texts_that_are_labels(x):
    notes, table = [], {}
    for v in x:
        table[f"{v:.1f}"] = v * v
        noted(f"{v:.1f}", notes)
    record = {"name": written(x[0]), "mass": x[1] ** 2}
    return table["0.5"] * float("0.5") + float(record["mass"]) + len(notes) * x[2]


def test_labels_are_not_in_the_way():
    check_all_ways(labels_of_numbers, V)
