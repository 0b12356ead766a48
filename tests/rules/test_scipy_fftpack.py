"""`scipy.fftpack`."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import fftpack

import tangentish
from tests.oracle import check_gradient

X = np.sin(np.arange(20.0) ** 1.3).reshape(4, 5)
W = np.cos(np.arange(48.0))


def weighted(y: np.ndarray) -> float:
    return np.sum(W[: y.size].reshape(y.shape) * (np.real(y) + 0.7 * np.imag(y)))


@pytest.mark.parametrize("fun", [
    fftpack.fft, lambda x: fftpack.ifft(x, 6, axis=0), lambda x: fftpack.fft2(x, (3, 6)), fftpack.ifft2,
    lambda x: fftpack.fftn(x, axes=(0,)), lambda x: fftpack.ifftn(x, shape=(5, 4)), fftpack.rfft,
    lambda x: fftpack.rfft(x, axis=0), lambda x: fftpack.rfft(x, 7), lambda x: fftpack.rfft(x, 4, overwrite_x=True),
    fftpack.dct, lambda x: fftpack.idct(x, 3, 6, norm="ortho"), lambda x: fftpack.dst(x, axis=0),
    lambda x: fftpack.idst(x, 1), lambda x: fftpack.dctn(x, norm="ortho"), lambda x: fftpack.idctn(x, axes=(1,)),
    lambda x: fftpack.dstn(x, 3, (3, 4)), fftpack.idstn])
def test_transforms(fun):
    check_gradient(lambda x: weighted(fun(x)), X)
    check_gradient(lambda x: weighted(fun(x)) ** 2, X + 0.3)


@pytest.mark.parametrize("fun", [fftpack.fft, fftpack.ifft, fftpack.rfft, fftpack.dct, fftpack.idct, fftpack.dst, fftpack.idst])
@pytest.mark.parametrize("n", [None, 3, 6, 8])
def test_values_are_those_of_scipy(fun, n):
    types = [{"type": k, "norm": norm} for k in range(1, 5) for norm in (None, "ortho")]
    for options in [{}] if fun.__name__.endswith("fft") else types:
        value = tangentish.jvp(lambda x, options=options: fun(x, n=n, **options), (X,), (X,))[0]
        np.testing.assert_allclose(value, fun(X, n=n, **options))
