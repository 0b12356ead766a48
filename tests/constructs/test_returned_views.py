"""Helpers that return a view of something whose kind is not known when the program is made."""

import numpy as np
import pytest

from tests.oracle import check_gradient

X = np.random.default_rng(2).normal(size=(3, 3))


def norm_of(name):
    return {"n": "forward"}[name]


def transformed(b):
    return np.fft.ifft(b, 3, -1, norm_of("n"))


def diagonal(b):
    half = transformed(b)
    return np.diagonal(half)


def diagonal_of_stacks(b):
    half = transformed(b)
    return np.linalg.diagonal(half)


def built_or_taken(b):
    half = transformed(b)
    return np.diag(half)


def einsum(b):
    half = transformed(b)
    return np.einsum("ii->i", half)


def einsum_of_lists(b):
    half = transformed(b)
    return np.einsum(half, [0, 0], [0])


def first_power(b):
    half = transformed(b)
    return np.linalg.matrix_power(half, 1)


def trimmed(b):
    half = transformed(b)
    return np.trim_zeros(half[0])


def real_part(b):
    half = transformed(b)
    return np.real(half)


def imaginary_part(b):
    half = transformed(b)
    return np.imag(half)


def real_attribute(b):
    half = transformed(b)
    return half.real


def real_part_of_real(b):
    half = np.roll(b, int(norm_of("n") == "forward"))
    return np.real(half)


def reshaped(b):
    half = transformed(b)
    return np.reshape(half, (9,))


def row(b):
    half = transformed(b)
    return half[1]


@pytest.mark.parametrize("helper", [diagonal, diagonal_of_stacks, built_or_taken, einsum, einsum_of_lists, first_power, trimmed,
                                    real_part, imaginary_part, real_attribute, real_part_of_real, reshaped, row])
def test_what_a_view_shows_gets_its_cotangent_once(helper):
    def fun(x):
        return np.real(np.sum(helper(np.sin(x)) ** 2))

    check_gradient(fun, X)


def test_parts_of_lists():
    def fun(x):
        items = []
        for i in range(3):
            items.append(x[i] ** 2 * (1 + 1j))
        return np.sum(np.real(items) * np.imag(items) * np.arange(3.0))

    check_gradient(fun, X[0])


def test_displays_of_several_dtypes():
    def fun(x, y):
        return np.sum(np.real(np.concatenate([x, y]) * (1 + 2j)) ** 2)

    check_gradient(fun, X[0], X[1] * 1j, argnums=(0, 1))


def test_einsum_views_that_are_written_are_refused():
    import tangentish

    def fun(x):
        y = x * 1.0
        d = np.einsum(y, [0, 0], [0])
        d[:] = d * 2
        return np.sum(y**2)

    with pytest.raises(tangentish.UnsupportedError, match="view"):
        tangentish.grad(fun)(X)


def test_a_number_that_is_squeezed_and_taken_whole():
    def bare(out):
        out = out.squeeze()
        if out.ndim == 0:
            out = out[()]
        return out

    def fun(x):
        return bare(np.sum(x * x)) * bare(x[0, :1])

    check_gradient(fun, X)


def test_an_array_of_its_own_that_a_method_gives_whole():
    class Logarithms:
        def of(self, x):
            out = np.asarray(np.log(x))
            out += x
            return out[()]

    check_gradient(lambda x: np.sum(Logarithms().of(x * x) * x), X)
