"""What stands for functions of SciPy in plain Python: it gives what SciPy gives, and its derivative is right."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.fft as fft
import scipy.integrate as integrate
import scipy.ndimage as ndimage
import scipy.signal as signal
import scipy.spatial.distance as distance

import tangentish
from tangentish import library
from tests.oracle import check_gradient

RNG = np.random.default_rng(5)
X, K, L = RNG.normal(size=(6, 7)), RNG.normal(size=(2, 3)), RNG.normal(size=40)
P, Q, W = RNG.uniform(0.2, 2.0, (4, 3)), RNG.uniform(0.2, 2.0, (5, 3)), np.array([0.3, 1.2, 0.7])
SPOT = np.array([[True, False, True], [False, True, True]])
SOS = signal.butter(4, 0.3, output="sos")
B, A = signal.butter(3, 0.3)
MATRIX = np.array([[1.113, 0.217], [-0.331, 0.917]])
PLACES = RNG.integers(-4, 9, (2, 5)) + RNG.uniform(0.2, 0.4, (2, 5))  # not near kinks
V = RNG.normal(size=(4, 5, 3))
WHOLE = RNG.integers(0, 9, (5, 6))
MODES = ("reflect", "constant", "nearest", "mirror", "grid-wrap", "grid-mirror", "grid-constant", "wrap")


def bent(place: Any, bend: Any = 0.1) -> Any:
    return place[0] + bend * place[1], 0.9 * place[1] - bend



# function, arguments, keywords, the places of those that are differentiated
CALLS: list[tuple[Any, tuple[Any, ...], dict[str, Any], tuple[int, ...]]] = [
    *[(function, (X, K, mode, boundary), {}, (0, 1)) for function in (signal.convolve2d, signal.correlate2d)
      for mode in ("full", "same", "valid") for boundary in ("fill", "wrap", "symm")],
    (signal.sosfilt, (SOS, L), {}, (1,)), (signal.sosfilt, (SOS, X, 0), {}, (1,)),
    (signal.sosfilt, (SOS, L), {"zi": RNG.normal(size=(2, 2))}, (1,)),
    *[(signal.lfiltic, call, {}, tuple(range(len(call)))) for call in (
        (B, A, L[:3]), (L[:5], A, L[7:8]), (B[:2], L[:4], L[5:11], L[17:19]), (L[:1], A, L[5:8]))],
    *[(signal.lfilter_zi, call, {}, (0, 1)) for call in ((B, A), (B[:2], A), (np.append(B, 0.4), 2.0 * A[:3]))],
    *[(signal.lp2hp, (*call, np.array(wo)), {}, (0, 1, 2)) for call in ((B, A), (B[:2], A), (np.append(B, 0.4), A[:3]))
      for wo in (1.0, 1.3)],
    (signal.upfirdn, (B, L, 2, 3), {}, (0, 1)), (signal.upfirdn, (B, X, 3, 2, 0), {}, (0, 1)),
    *[(function, (X,), {"mode": mode}, (0,)) for mode in MODES
      for function in (ndimage.uniform_filter, ndimage.sobel, ndimage.prewitt, ndimage.laplace)],
    *[(ndimage.gaussian_filter1d, (L, 1.3, -1, order), {"mode": mode}, (0, 1)) for order in (0, 1, 2, 3)
      for mode in ("reflect", "wrap")],
    (ndimage.gaussian_filter, (X, [0.7, 0.0]), {"order": [1, 0], "mode": ["wrap", "nearest"]}, (0,)),
    (ndimage.gaussian_filter, (X, 1.2), {"axes": (1,), "radius": 2}, (0, 1)),
    (ndimage.gaussian_laplace, (X, 0.8), {}, (0, 1)), (ndimage.gaussian_gradient_magnitude, (X, 0.8), {}, (0, 1)),
    *[(function, (V, np.array(0.8)), {"axes": axes, **keywords}, (0, 1)) for axes in ((2, 0), -1, ()) for function, keywords in (
        (ndimage.gaussian_laplace, {"mode": "wrap"}), (ndimage.gaussian_gradient_magnitude, {}), (ndimage.gaussian_filter, {}))],
    (ndimage.gaussian_laplace, (V, np.array([0.8, 0.9])), {"axes": (2, 0), "mode": ["wrap", "nearest"]}, (0, 1)),
    *[(function, (WHOLE, *given), {"output": float}, (1,)) for function, given in (
        (ndimage.gaussian_filter, (0.9,)), (ndimage.correlate1d, (B,)), (ndimage.convolve, (K,)), (ndimage.shift, (0.313,)))],
    (ndimage.rotate, (X, 90.0), {"order": 3}, (0,)), (ndimage.rotate, (X, 180.0), {"order": 1}, (0,)),
    (ndimage.uniform_filter1d, (L, 4), {"origin": 1}, (0,)),
    *[call for mode in MODES for call in (
        (ndimage.map_coordinates, (X, PLACES), {"order": 1, "mode": mode, "cval": 0.3}, (0, 1)),
        (ndimage.map_coordinates, (X, PLACES), {"order": 0, "mode": mode, "cval": 0.3}, (0,)),
        (ndimage.shift, (X, np.array([0.713, -1.617])), {"order": 1, "mode": mode}, (0, 1)),
        (ndimage.affine_transform, (X, MATRIX, np.array([0.313, 0.291])), {"order": 1, "mode": mode}, (0, 1, 2)),
        (ndimage.rotate, (X, 31.0), {"order": 1, "mode": mode}, (0,)),
        (ndimage.zoom, (X, 1.7), {"order": 1, "mode": mode}, (0,)))],
    *[call for mode in MODES for order in (2, 3) for call in (
        (ndimage.map_coordinates, (X, PLACES), {"order": order, "mode": mode, "cval": 0.3}, (0, 1)),
        (ndimage.shift, (X, np.array([0.713, -1.617])), {"order": order, "mode": mode}, (0, 1)))],
    (ndimage.map_coordinates, (X, PLACES), {"order": 5, "mode": "grid-wrap"}, (0, 1)),
    (ndimage.map_coordinates, (L, PLACES[:1] * 3), {"order": 4, "mode": "mirror"}, (0, 1)),
    (ndimage.map_coordinates, (X, PLACES), {"order": 3, "mode": "nearest", "prefilter": False}, (0, 1)),
    (ndimage.affine_transform, (X, MATRIX, np.array([0.313, 0.291])), {"mode": "reflect"}, (0, 1, 2)),
    (ndimage.rotate, (X, 31.0), {"mode": "mirror"}, (0,)), (ndimage.zoom, (X, (1.7, 0.6)), {}, (0,)),
    (ndimage.zoom, (X, 1.7), {"grid_mode": True, "mode": "grid-constant"}, (0,)),
    (ndimage.geometric_transform, (X, bent), {"order": 3, "extra_arguments": (0.217,)}, (0,)),
    (ndimage.spline_filter, (X, 4), {}, (0,)), (ndimage.spline_filter, (X, 3), {"mode": "grid-wrap"}, (0,)),
    *[call for mode in ("reflect", "constant", "nearest", "mirror", "wrap") for call in (
        (ndimage.median_filter, (X, (2, 3)), {"mode": mode, "cval": 0.3, "origin": (0, 1)}, (0,)),
        (ndimage.maximum_filter, (X,), {"footprint": SPOT, "mode": mode, "cval": 0.3, "origin": (-1, 0)}, (0,)),
        (ndimage.minimum_filter1d, (X, 4, 0), {"mode": mode, "origin": 1}, (0,)))],
    (ndimage.median_filter, (L, 3), {"mode": "constant", "cval": 0.3}, (0,)), (ndimage.rank_filter, (X, -2, 3), {}, (0,)),
    (ndimage.percentile_filter, (X, 30, (3, 2)), {}, (0,)), (ndimage.percentile_filter, (X, -10, 3), {"axes": (1,)}, (0,)),
    (ndimage.minimum_filter, (X, 3), {"axes": (0,)}, (0,)), (ndimage.maximum_filter1d, (L, 5), {}, (0,)),
    (signal.medfilt, (L, 5), {}, (0,)), (signal.medfilt, (X, [3, 1]), {}, (0,)), (signal.medfilt2d, (X,), {}, (0,)),
    *[(distance.cdist, (P, Q, metric), {}, (0, 1)) for metric in (
        "euclidean", "sqeuclidean", "cityblock", "chebyshev", "cosine", "correlation", "canberra", "braycurtis",
        "jensenshannon", "seuclidean", "minkowski")],
    *[(distance.cdist, (P, Q, metric), {"w": W}, (0, 1)) for metric in ("euclidean", "cityblock", "cosine", "braycurtis")],
    *[(distance.pdist, (Q, metric), {}, (0,)) for metric in ("euclidean", "cosine", "mahalanobis", "chebyshev")],
    (distance.cdist, (P, Q, "minkowski"), {"p": 1.5, "w": W}, (0, 1)),
    (distance.cdist, (P, Q, "minkowski"), {"p": 3, "w": list(range(1, 1 + len(W)))}, (0, 1)),
    (distance.cdist, (P, Q, "chebyshev"), {"w": tuple(range(len(W)))}, (0, 1)),
    (distance.pdist, (P, "minkowski"), {"p": 3, "w": list(range(1, 1 + len(W)))}, (0,)),
    (distance.cdist, (P, Q, "mahalanobis"), {"VI": np.diag(W)}, (0, 1)),
    (distance.cdist, (P, Q, distance.cosine), {}, (0, 1)),
    *[(signal.csd, (L, np.cos(L**2)), {"nperseg": 9, **options}, (0, 1)) for options in (
        {}, {"scaling": "spectrum", "nfft": 12}, {"noverlap": 2, "detrend": "linear"}, {"average": "median"},
        {"return_onesided": False, "detrend": False}, {"detrend": lambda part: part - part[..., :1], "fs": 3.0})],
    (signal.csd, (X, L[:7].copy()), {"nperseg": 3, "fs": 2.0}, (0, 1)),
    (signal.csd, (X, X + 1.0), {"nperseg": 4, "axis": 0}, (0, 1)),
    (signal.csd, (L, L[:30] ** 2), {"window": np.hamming(8), "noverlap": 0}, (0, 1)),
    (integrate.romb, (RNG.normal(size=9), 0.1), {}, (0, 1)), (integrate.romb, (RNG.normal(size=(2, 5)),), {}, (0,)),
]


def label(call: Any) -> str:
    function, args, keywords, _ = call
    return f"{function.__name__} {[a for a in args[1:] if isinstance(a, str | int)]} {keywords.get('mode', '')}"


def weighted(x: Any) -> Any:
    terms = np.cos(np.arange(1, np.size(x) + 1)) * np.ravel(x)
    return np.sum(np.real(terms) + 0.7 * np.imag(terms)) + 0.3 * np.sum(np.abs(x) ** 2)


@pytest.mark.parametrize("call", CALLS, ids=label)
def test_value_and_derivative(call: Any) -> None:
    function, args, keywords, active = call
    replacement = library.replacement(function) or function  # others have a rule, or are followed as they are
    got, want = replacement(*args, **keywords), function(*args, **keywords)
    for one, other in zip(got, want, strict=True) if isinstance(want, tuple) else [(got, want)]:
        np.testing.assert_allclose(one, other, atol=1e-12)

    def value(*given: Any) -> Any:
        called = list(args)
        for place, one in zip(active, given, strict=True):
            called[place] = one
        result = function(*called, **keywords)
        return weighted(result[0]) + weighted(result[1]) if isinstance(result, tuple) else weighted(result)

    check_gradient(value, *[args[place] for place in active], argnums=tuple(range(len(active))), size=1e-4, atol=1e-7, repeats=1)


FOLLOWED: dict[str, Any] = {
    "filtfilt": lambda x: weighted(signal.filtfilt(B, A, x)),
    "filtfilt by Gustafsson": lambda x: weighted(signal.filtfilt(B, A, x, method="gust")),
    "one section": lambda x: weighted(signal.sosfilt(SOS[0], x)),
    "sosfiltfilt": lambda x: weighted(signal.sosfiltfilt(SOS, x)),
    "savgol_filter": lambda x: weighted(signal.savgol_filter(x, 5, 2, deriv=1)),
    "hilbert": lambda x: weighted(np.abs(signal.hilbert(x))),
    "resample": lambda x: weighted(signal.resample(x, 30)),
    "resample_poly": lambda x: weighted(signal.resample_poly(x, 2, 3)),
    "decimate": lambda x: weighted(signal.decimate(x, 2)),
    "stft": lambda x: weighted(np.abs(signal.stft(x, nperseg=16)[2])),
    "spectrogram": lambda x: weighted(signal.spectrogram(x, nperseg=16)[2]),
    "welch": lambda x: weighted(signal.welch(x, nperseg=9)[1]),
    "welch, a window": lambda x: weighted(signal.welch(L, window=x[:9] ** 2, fs=2.0)[1]),
    "welch, the frequencies": lambda x: sum(map(weighted, signal.welch(L, x[0] ** 2, nperseg=9))),
    "periodogram": lambda x: weighted(signal.periodogram(x, nfft=50)[1]),
    "coherence": lambda x: weighted(signal.coherence(x, x**2, nperseg=9)[1]),
    "grey_dilation": lambda x: weighted(ndimage.grey_dilation(x.reshape(8, 5), 3)),
    "grey_opening": lambda x: weighted(ndimage.grey_opening(x.reshape(8, 5), (1, 2))),
    "grey_closing, a footprint": lambda x: weighted(ndimage.grey_closing(x.reshape(8, 5), footprint=SPOT)),
    "white_tophat, a structure": lambda x: weighted(ndimage.white_tophat(x.reshape(8, 5), footprint=SPOT, structure=x[:6].reshape(
        SPOT.shape))),
    "grey_erosion, along an axis": lambda x: weighted(ndimage.grey_erosion(x.reshape(8, 5), structure=x[:3], axes=(0,))),
    "morphological_gradient": lambda x: weighted(ndimage.morphological_gradient(x.reshape(8, 5), structure=x[:4].reshape(2, 2))),
    "detrend": lambda x: weighted(signal.detrend(x)),
    "heights of peaks": lambda x: weighted(signal.find_peaks(x, height=0.1)[1]["peak_heights"]),
    "peaks": lambda x: sum(map(weighted, signal.find_peaks(
        x, height=0.1, threshold=0.01, distance=2, prominence=0.2, width=0.1)[1].values())),
    "prominences": lambda x: weighted(signal.peak_prominences(x, signal.argrelmax(x)[0], 9)[0]),
    "widths": lambda x: sum(map(weighted, signal.peak_widths(x, signal.argrelmax(x)[0], 0.7))),
    "fht": lambda x: weighted(fft.fht(x, 0.1, 0.5)) + weighted(fft.ifht(x**2, 0.1, 0.5, offset=0.2)),
    "trapezoid": lambda x: integrate.trapezoid(x**2, np.arange(40.0) ** 1.5),
    "simpson": lambda x: integrate.simpson(x**2, x=np.arange(40.0) ** 1.5),
    "simpson of an odd number": lambda x: integrate.simpson(x[1:] ** 2, x=np.cumsum(1 + x[1:] ** 2)),
    "cumulative_trapezoid": lambda x: weighted(integrate.cumulative_trapezoid(x, initial=0)),
    "cumulative_simpson": lambda x: weighted(integrate.cumulative_simpson(x, x=np.cumsum(1 + x**2))),
    "squareform": lambda x: weighted(distance.squareform(distance.pdist(x.reshape(20, 2)))),
    "a kernel": lambda x: weighted(np.exp(-distance.cdist(x[:, None], x[:, None], "sqeuclidean"))),
}


@pytest.mark.parametrize("name", FOLLOWED)
def test_followed(name: str) -> None:
    """What SciPy writes in Python is followed as it stands."""
    check_gradient(FOLLOWED[name], L, repeats=1)


@pytest.mark.parametrize("function", [
    lambda x: np.sum(ndimage.shift(x, 0.5, mode="other", order=1)),
    lambda x: np.sum(distance.pdist(x[:, None], "hamming")),
    lambda x: np.sum(ndimage.generic_filter1d(x, lambda given, out: None, 3)),
    lambda x: np.sum(ndimage.median_filter(x[:, None], footprint=SPOT, axes=(1, 0))),
    lambda x: np.sum(signal.upfirdn(B, x, mode="reflect")),
])
def test_refused(function: Any) -> None:
    with pytest.raises(tangentish.TangentishError):
        tangentish.grad(function)(L)


@pytest.mark.parametrize("fun", [
    ndimage.correlate1d, lambda x, w: ndimage.convolve(x, w, mode="constant"),
    lambda x, w: ndimage.gaussian_filter1d(x, 1.2) * w[0], lambda x, w: ndimage.uniform_filter1d(x, 3) * w[1]])
def test_of_lists(fun: Any) -> None:
    check_gradient(lambda x, w: np.sum(np.cos(np.arange(4.0)) * fun(x, w)), [1.0, 3.0, -2.0, 0.5], [0.5, -1.0], argnums=(0, 1))


@pytest.mark.parametrize("function", [
    lambda z: ndimage.rotate(z, 30.0), ndimage.spline_filter, lambda z: ndimage.shift(z, 0.3, output=float),
    lambda z: ndimage.gaussian_filter(z, 0.8, output=np.complex128)])
@pytest.mark.parametrize("part", [np.real, np.imag])
@pytest.mark.filterwarnings("ignore:promoting specified output dtype")
def test_of_complex_numbers(function: Any, part: Any) -> None:
    def weighted(x: Any, y: Any) -> Any:
        result = part(function(x + 1j * y))
        return np.sum(np.cos(np.arange(float(result.size))) * np.ravel(result))

    check_gradient(weighted, X[:4, :5], X[:4, -5:] ** 2, argnums=(0, 1))


def test_of_integers() -> None:
    np.testing.assert_array_equal(tangentish.grad(lambda s: np.sum(ndimage.shift(WHOLE, s)))(np.array([0.3, 0.6])), [0.0, 0.0])
    value, slope = tangentish.value_and_grad(lambda s: np.sum(ndimage.shift(WHOLE, s) * s[0]))(np.array([0.3, 0.6]))
    total = np.sum(ndimage.shift(WHOLE, [0.3, 0.6]))
    assert (value, slope[0]) == pytest.approx((0.3 * total, total))
