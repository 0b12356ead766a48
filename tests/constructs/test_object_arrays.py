"""Arrays of objects: arrays and lists in them are followed, numbers in them are refused."""

import numpy as np
import pytest

from tangentish import UnsupportedError, grad, jvp
from tangentish.testing import variant_grad, variant_jvp
from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
V = np.array([0.7, -1.3, 0.4, 1.1])
P = np.array([0.5, 1.2, 2.1, 0.8])


@case(V)
def oa_items(x):
    a = np.empty(2, dtype=object)
    a[0] = x[:2]
    a[1] = x[2:]
    return (a[0] * a[1]).sum()


@case(V)
def oa_iter(x):
    a = np.empty(2, dtype=object)
    a[0] = x[:2]
    a[1] = x[1:] * 2
    return sum((r * r).sum() for r in a)


class Fractions:
    """Numerators and denominators, each an array of arrays of coefficients."""

    def __init__(self, *args):
        self.num, self.den = [rows_of(arg) for arg in args]
        self.shorten()

    def shorten(self):
        data = [self.num, self.den]
        for p in range(len(data)):
            for i in range(self.num.shape[0]):
                data[p][i][0] = data[p][i][0][1:]
        [self.num, self.den] = data


def rows_of(values):
    a = np.empty((1, 1), dtype=object)
    a[0, 0] = np.array(values, dtype=float)
    return a


@case(V)
def oa_given_by_helpers(x):
    made = (Fractions if x[0] > 0.0 else None)(x**2, [1.0, 0.3, 2.0, 0.7])
    return np.sum(made.num[0][0] * made.den[0, 0])


@case(V)
def oa_lists(x):
    a = np.empty(2, dtype=object)
    a[0] = [x[0], x[1]]
    a[1] = {"k": x[2]}
    a[0].append(x[3])
    return sum(a[0]) * a[1]["k"]


@case(V)
def oa_write(x):
    a = np.empty(2, dtype=object)
    a[0] = x[:2].copy()
    a[1] = a[0]
    a[1] *= x[2:]
    a[0][1] += x[0]
    return (a[0] * a[1]).sum()


def _scaled(v, factor):
    return v * v if factor is None else v * factor


@case(V)
def oa_nothing(x):
    return np.sum(np.vectorize(_scaled)(x, None) * x)


TEXTS = np.array(["b", "a", "b", "c"], dtype=object)


def sum_by(groups, labels, x, p):
    return sum(np.sum(x[labels == group] ** p) for group in groups)


def unique_texts(labels, x, **options):
    labels = np.asarray(labels)
    return sum_by(np.unique(labels), labels, x, **options)


@case(P, 1.7)
def oa_texts_sorted_out(x, p):
    return unique_texts(TEXTS, x, p=p)


def rolled_texts(labels, x, **options):
    return sum_by(np.roll(np.reshape(labels, (2, 2)), 1, axis=1)[:, 0], labels, x, **options)


@case(P, 1.7)
def oa_texts_moved(x, p):
    return rolled_texts(TEXTS, x, p=p)


@pytest.mark.parametrize("fun,args,options", case)
def test_object_arrays(fun, args, options):
    check_all_ways(fun, *args, **options)


def oa_concat(x):
    a = np.empty(2, dtype=object)
    a[0] = x[:2]
    a[1] = x[1:] * 2
    return (np.concatenate(a) ** 2).sum()


def oa_sum(x):
    a = np.empty(2, dtype=object)
    a[0] = x[:2]
    a[1] = x[2:] * 2
    return (a.sum() ** 2).sum()


def oa_mul(x):
    a = np.empty(2, dtype=object)
    a[0] = x[:2]
    a[1] = x[2:] * 2
    b = a * 3
    c = a + a
    return (b[0] * c[1]).sum()


def oa_numbers(x):
    a = np.empty(2, dtype=object)
    a[:] = [x[0], x[1]]
    return a[0] * a[1]


def oa_array(x):
    a = np.array([x[:2], x[1:]], dtype=object)
    b = np.array([None, x], dtype=object)
    return (a[0] ** 2).sum() * a[1].sum() + b[1].sum()


def ends_of(a, p):
    return a[0] * p + a[-1]


def oa_unique(x):
    return ends_of(np.unique(np.array([x[0], x[1]], dtype=object)), x[2])


def oa_repeated(x):
    a = np.array([x[0], x[1]], dtype=object)
    return ends_of(np.repeat(a, 2), x[2])


def oa_as_floats(x):
    a = np.array([x[0], x[1]], dtype=object)
    return ends_of(np.concatenate([a, a]).astype(float), x[2])


def mixed(x):
    return np.array([x[0], [x[1]], "a"], dtype=object)


def oa_mixed(x):
    return mixed(x)[0] * x[2]


def oa_mixed_list(x):
    return mixed(x)[1][0] * x[2]


def oa_beside_none(x):
    return np.array([x[0], None])[0] * x[1]


def oa_by_position(x):
    return ends_of(np.array((x[0], (x[1],), x[2]), object), x[2])


def oa_dict(x):
    return ends_of(np.array([x[0], {"a": x[1]}, x[2]], dtype=object), x[2])


def oa_astype(x):
    return x.astype(object)[0] * x[1]


@pytest.mark.parametrize("fun", [oa_mixed, oa_mixed_list, oa_beside_none, oa_by_position, oa_dict, oa_astype, oa_array])
def test_refused_in_both_modes(fun):
    for derivative in (lambda: grad(fun)(V), lambda: jvp(fun, (V,), (V,))):
        with pytest.raises(UnsupportedError, match="arrays of objects"):
            derivative()


@pytest.mark.parametrize("kinds", [True, False])
@pytest.mark.parametrize("fun", [oa_concat, oa_sum, oa_mul, oa_numbers, oa_array, oa_unique, oa_repeated, oa_as_floats])
def test_refused(fun, kinds):
    with pytest.raises(UnsupportedError, match="arrays of objects"):
        variant_grad(fun, (0,), kinds=kinds)(V)


def beside_a_text(x):
    return float(np.array([x[0], "a"])[0]) * x[1]


def as_texts(x):
    return float(np.asarray(x).astype(str)[0]) * x[1]


def texts_in_a_list(x):
    return sum(float(item) for item in [*np.array([x[0], "2.5"])]) * x[1]


@pytest.mark.parametrize("fun", [beside_a_text, as_texts, texts_in_a_list])
def test_numbers_as_texts_are_refused(fun):
    for derivative in (lambda: grad(fun)(V), lambda: jvp(fun, (V,), (V,))):
        with pytest.raises(UnsupportedError, match=r"arrays of texts|the text of an active value"):
            derivative()


NUMERALS, texts = np.array(["1.5", "2.0"]), Cases()


@texts(V)
def numbers_from_texts(x):
    settings = {"rate": "0.5", "start": x[0], "names": np.array(["a", "b"])}
    factor = float(settings["rate"]) * float(NUMERALS[1])
    return factor * settings["start"] * np.sum(NUMERALS.astype(float) * x[:2]) * len(settings["names"])


@pytest.mark.parametrize("fun, args, options", texts)
def test_right_with_texts(fun, args, options):
    check_all_ways(fun, *args, **options)


@pytest.mark.parametrize("kinds", [True, False])
@pytest.mark.parametrize("fun", [
    lambda a: np.tensordot(a, np.arange(3.0), 1), lambda a: np.tensordot(np.arange(3.0), a, 1), lambda a: np.dot(a, np.arange(3.0)),
    lambda a: np.inner(a, a), lambda a: np.vdot(a, a), lambda a: np.outer(a, a)[0, 1], lambda a: np.kron(a, a)[1],
    lambda a: np.einsum("i,i", a, a), lambda a: a @ np.arange(3.0), lambda a: np.sum(a**2), lambda a: a.sum(), np.prod,
    lambda a: np.array(a, dtype=float)[1], lambda a: np.trace(np.diag(a)),
    lambda a: np.linalg.multi_dot([a, np.eye(3), np.arange(3.0)])])
def test_tangents_of_numbers_made_objects_are_not_dropped(fun, kinds):
    def made(x):
        return fun(x[:3].astype(object)) * x[0]

    x = V[:3]
    try:
        _, ans_dot = variant_jvp(made, kinds=kinds)((x,), (np.ones(3),))
    except UnsupportedError as error:
        assert "arrays of objects" in str(error)
    else:
        numeric = (made(x + 1e-6) - made(x - 1e-6)) / 2e-6
        assert ans_dot == pytest.approx(numeric, rel=1e-6)


def test_entries_made_objects_by_vectorize():
    def fun(x):
        return np.vectorize(lambda v: v * v, otypes=[object])(x) @ np.arange(4.0)

    with pytest.raises(UnsupportedError, match="arrays of objects"):
        jvp(fun, (V,), (V,))
