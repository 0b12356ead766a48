"""What arrays have, of NumPy's numbers: attributes, methods and functions that rearrange or reduce nothing."""

import numpy as np
import pytest

from tangentish.testing import variant_grad
from tests.constructs.cases import V4
from tests.oracle import check_gradient


def reduced(x):
    return np.sum(x * x)


def picked(x):
    return x[1]


def largest(x):
    return x.max()


def converted(x):
    return np.float64(x[1])


def reshaped(x):
    return np.sum(x).reshape(())


def of_no_axes(x):
    return np.array(x[0] * x[2])


def attributes(s, x):
    return s.T + 2.0 * s.real + s.T.T * s.size + s.imag


def rearranged(s, x):
    return s.reshape(1)[0] + s.ravel()[0] * s.flatten()[0] + s.transpose() ** 2 + s.squeeze() * s.copy() + np.sum(s.repeat(3))


def reductions(s, x):
    return s.sum() * s.max() + s.mean() + s.prod() + s.cumsum()[0] + s.sum(axis=None) * s.min() + s.var() + s.take(0)


def conversions(s, x):
    return s.item() * s.astype(float) + s.conj() + s.clip(-5.0, 5.0) * s[()] + s.round(3) + s.astype(complex).real


def functions(s, x):
    return (np.transpose(s) * 2.0 + np.permute_dims(s) + np.ravel(s)[0] + np.squeeze(s) ** 2 + np.reshape(s, ()) * np.copy(s)
            + np.atleast_2d(s)[0, 0] + np.expand_dims(s, 0)[0])


def stretched(s, x):
    return np.sum(np.broadcast_to(s, (2, 3)) * np.ones(3)) + np.sum(np.broadcast_arrays(s, x)[0] * x) + np.sum(np.full(3, s) ** 2)


def of_parts(s, x):
    return np.sum(np.outer(s, x)) + np.sum(np.append(s, x) ** 2) + np.stack([s, s])[1] + np.tile(s, 3)[1] * np.kron(s, x)[0]


@pytest.mark.parametrize("options", [{}, {"optimise": False}, {"kinds": False}], ids=["plain", "raw", "no kinds"])
@pytest.mark.parametrize("source", [reduced, picked, largest, converted, reshaped, of_no_axes])
@pytest.mark.parametrize("use", [attributes, rearranged, reductions, conversions, functions, stretched, of_parts])
def test_gradient(use, source, options):
    def fun(x):
        return use(source(x), x)

    def last(x):  # nothing is done with the number after
        s = source(x)
        t = s.T
        return np.sum(t)

    for program in (fun, last):
        want = check_gradient(program, V4, size=1e-4)
        np.testing.assert_allclose(variant_grad(program, 0, **options)(V4), want)


def conjugates_of_python_numbers(x):
    c, r = complex(x[0], x[1]), float(x[2])
    return (c * c.conjugate() * c).real + r.conjugate() ** 2


def test_conjugates_of_python_numbers():
    check_gradient(conjugates_of_python_numbers, V4)
    for options in ({"kinds": False}, {"optimise": False}):
        found = variant_grad(conjugates_of_python_numbers, **options)(V4)
        np.testing.assert_allclose(found, variant_grad(conjugates_of_python_numbers)(V4))
