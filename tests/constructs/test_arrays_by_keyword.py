"""Functions whose result shares the memory of their first argument, which is given by its name: `np.transpose(a=x)`."""

import collections
import itertools
from functools import partial

import numpy as np
import pytest
from scipy import sparse

import tangentish
from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

M22 = np.array([[0.7, 1.3], [0.4, 0.9]])
GIVES = {
    "transpose": lambda m: np.transpose(a=m),
    "squeeze": lambda m: np.squeeze(a=m),
    "swapaxes": lambda m: np.swapaxes(axis1=0, axis2=1, a=m),
    "moveaxis": lambda m: np.moveaxis(a=m, source=0, destination=1),
    "rollaxis": lambda m: np.rollaxis(a=m, axis=1),
    "ravel": lambda m: np.ravel(a=m),
    "rot90": lambda m: np.rot90(m=m),
    "flip": lambda m: np.flip(m=m, axis=0),
    "fliplr": lambda m: np.fliplr(m=m),
    "expand_dims": lambda m: np.expand_dims(a=m, axis=1),
    "real": lambda m: np.real(val=m),
    "asarray": lambda m: np.asarray(a=m),
    "array": lambda m: np.array(object=m, copy=None),
    "of a partial": lambda m: partial(np.moveaxis, source=0, destination=1)(a=m),
    "by two stars": lambda m: np.transpose(**{"a": m}),
    "chosen": lambda m: {"t": np.transpose, "f": np.flip}["tf"[m.size > 9]](a=m),
    "one of another": lambda m: np.squeeze(axis=None, a=np.transpose(a=m)),
}
case = Cases()


@pytest.mark.parametrize("label", GIVES)
@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_written_into(mode, label):
    give = GIVES[label]

    def fun(x):
        m = x * 1.5
        r = give(m)
        weights = np.arange(1.0, 5.0).reshape(r.shape)
        before = np.sum(weights * r)
        r[0] = 1.0
        return before + np.sum(r * r * weights) + m[0, 1] * m[1, 0]

    v = np.array([[0.3, -0.5], [0.7, 0.2]])
    h = 1e-6
    want = (fun(M22 + h * v) - fun(M22 - h * v)) / (2.0 * h)
    found = np.sum(tangentish.grad(fun)(M22) * v) if mode == "reverse" else tangentish.jvp(fun, (M22,), (v,))[1]
    assert found == pytest.approx(want, rel=1e-7)


@case(M22)
def imaginary_part(x):
    r = np.imag(val=x * 1j)
    r[0] = 1.0
    return np.sum(r * r)


@case(M22)
def read_only(x):
    r = np.transpose(a=x)
    return np.sum(np.arange(4.0).reshape(r.shape) * r)


@case(M22)
def diagonal(x):
    return np.sum(np.diagonal(offset=0, a=x) ** 2) + np.sum(np.diag(v=x)) + np.sum(np.sum(axis=0, a=x)[0] ** 2)


@case(M22)
def after_others_that_act(x):
    said = []
    found = np.sum(axis=len(said), a=said.append(1) or x)
    return np.sum(found**2)


def test_after_others_that_act_is_refused():
    def fun(x):
        said = []
        return np.sum(np.moveaxis(source=len(said), destination=0, a=said.append(1) or x))
    with pytest.raises(tangentish.UnsupportedError, match="by its name, after others"):
        tangentish.grad(fun)(M22)


@case(np.array([0.7, -1.3, 0.4]))
def iterables(x):
    total = 0.0
    for place, value in enumerate(start=2, iterable=x):
        total += place * value
    total += sum(place * value for place, value in enumerate(iterable=x)) + sum(itertools.repeat(object=x[0], times=3))
    total += sum(collections.deque(iterable=x, maxlen=2)) ** 2
    for place, value in np.ndenumerate(arr=x):
        total += value**2 * place[0]
    return total


@case(np.array([0.7, -1.3, 0.4]))
def sparse_matrices(x):
    places = np.arange(3), np.arange(3)
    rows, columns = sparse.csr_array(arg1=(x, places)), sparse.csc_matrix(shape=(3, 3), arg1=(x * 2.0, places))
    weights = np.array([1.0, 2.0, 3.0])
    return np.sum((rows @ weights) ** 2) + np.sum((columns @ weights) ** 3)


def test_factors_of_sparse_matrices_are_refused():
    with pytest.raises(tangentish.UnsupportedError, match="given by its name"):
        tangentish.grad(lambda v: np.sum(sparse.csr_array(np.eye(3)).dot(other=v)))(np.ones(3))


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
