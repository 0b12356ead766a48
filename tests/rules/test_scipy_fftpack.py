"""`scipy.fftpack`: each function against its own value and against central differences, in both modes."""

from typing import Any

import numpy as np
import pytest
import scipy.fftpack as fftpack

from tangentish import library
from tests.oracle import check_gradient

X = np.random.default_rng(0).standard_normal((3, 6))
WEIGHTS = np.random.default_rng(1).standard_normal((2, 12, 12))

COMPLEX: dict[str, list[dict[str, Any]]] = {
    "fft": [{}, {"n": 4}, {"n": 9, "axis": 0}], "ifft": [{}, {"n": 8}], "fftn": [{}, {"shape": (4, 5)}, {"axes": (1,)}],
    "ifftn": [{}, {"shape": (2, 7)}], "fft2": [{}, {"shape": (4, 4)}], "ifft2": [{}],
}
REAL: dict[str, list[dict[str, Any]]] = {
    "rfft": [{}, {"n": 5}, {"n": 9}, {"axis": 0}, {"n": 1}], "irfft": [{}, {"n": 5}, {"n": 9}, {"n": 2}, {"axis": 0}, {"n": 1}],
    **{name: [{}, {"type": 1}, {"type": 3, "norm": "ortho"}, {"type": 4, "n": 5}, {"axis": 0}]
       for name in ("dct", "idct", "dst", "idst")},
    **{name: [{}, {"type": 3}, {"shape": (4, 5), "norm": "ortho"}, {"axes": (0,)}] for name in ("dctn", "idctn", "dstn", "idstn")},
}
CALLS = [(name, options) for name, calls in {**COMPLEX, **REAL}.items() for options in calls]


def weighted(y: Any) -> Any:
    return np.sum(WEIGHTS[0, : y.shape[0], : y.shape[1]] * y.real) + np.sum(WEIGHTS[1, : y.shape[0], : y.shape[1]] * y.imag)


@pytest.mark.parametrize(("name", "options"), CALLS)
def test_value(name: str, options: dict[str, Any]) -> None:
    ours, theirs = library.replacement(getattr(fftpack, name)), getattr(fftpack, name)
    for x in (X, X.astype(np.float32), *([X + 1j * X[::-1]] if name in COMPLEX else [])):
        got, want = ours(x, **options), theirs(x, **options)
        tolerance = 1e-5 if x.dtype == np.float32 else 1e-12
        assert got.dtype == want.dtype
        np.testing.assert_allclose(got, want, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize(("name", "options"), CALLS)
def test_gradient(name: str, options: dict[str, Any]) -> None:
    function = getattr(fftpack, name)
    check_gradient(lambda x: weighted(function(x, **options)), X, repeats=1)
    if name in COMPLEX:
        check_gradient(lambda x: weighted(function(x * np.exp(1j * x), **options)), X, repeats=1)
