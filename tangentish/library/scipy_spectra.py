"""`scipy.signal` in plain Python: spectra, of which all the others are made of the cross spectrum."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.signal as signal

from tangentish import library
from tangentish.rules.registry import zero_derivative


def window_of(window: Any, nperseg: Any, size: int) -> Any:
    """The window of a name, no longer than the signal."""
    return signal.get_window(window, min(256 if nperseg is None else int(nperseg), size))


def bias_of_median(count: int) -> float:
    """The expected median of so many spectra, whose mean is 1."""
    even = 2.0 * np.arange(1, (count - 1) // 2 + 1)
    return float(1 + np.sum(1 / (even + 1) - 1 / even))


def full_length(x: Any, size: int) -> Any:
    """An array with zeros at the end of its last axis."""
    return np.concatenate([x, np.zeros((*np.shape(x)[:-1], size - np.shape(x)[-1]))], axis=-1)


def segments_of(x: Any, places: Any, detrend: Any) -> Any:
    """The segments of a signal, each without its trend."""
    found = x[..., places]
    if isinstance(detrend, str):
        return signal.detrend(found, type=detrend)
    if callable(detrend):
        return np.stack([detrend(found[..., k, :]) for k in range(len(places))], axis=-2)
    return found


zero_derivative(bias_of_median)


def csd(x: Any, y: Any, fs: Any = 1.0, window: Any = "hann", nperseg: Any = None, noverlap: Any = None, nfft: Any = None,
        detrend: Any = "constant", return_onesided: bool = True, scaling: str = "density", axis: int = -1,
        average: str = "mean") -> Any:
    """`scipy.signal.csd`, of which `welch`, `periodogram` and `coherence` are made."""
    same = y is x
    x, y = np.moveaxis(np.asarray(x), axis, -1), np.moveaxis(np.asarray(y), axis, -1)
    size = max(np.shape(x)[-1], np.shape(y)[-1])
    if isinstance(window, str | tuple):
        window = window_of(window, nperseg, size)
    elif nperseg is not None and int(nperseg) != len(window):
        raise ValueError(f"nperseg={nperseg} does not equal len(win)={len(window)}")
    window = np.asarray(window)
    width = len(window)
    nfft = width if nfft is None else int(nfft)
    noverlap = width // 2 if noverlap is None else int(noverlap)
    if nfft < width or noverlap >= width:
        raise ValueError(f"nperseg={width} must be at most nfft={nfft}, and greater than noverlap={noverlap}")
    if scaling not in ("density", "spectrum") or average not in ("mean", "median"):
        raise ValueError(f"scaling={scaling!r} and average={average!r} must be known ones")
    places = np.arange(0, size - width + 1, width - noverlap)[:, None] + np.arange(width)
    scale = 1.0 / (fs * np.sum(np.abs(window) ** 2)) if scaling == "density" else 1.0 / np.abs(np.sum(window)) ** 2
    onesided = return_onesided and not np.iscomplexobj(x) and not np.iscomplexobj(y)
    transform = np.fft.rfft if onesided else np.fft.fft
    spectra = [transform(segments_of(full_length(one, size), places, detrend) * np.conj(window), nfft) for one in (x, y)]
    product = np.conj(spectra[0]) * spectra[1] * scale
    if onesided:  # what belongs to negative frequencies
        twice = np.full(np.shape(product)[-1], 2.0)
        twice[0] = 1.0
        if nfft % 2 == 0:
            twice[-1] = 1.0
        product = product * twice
    if average == "mean":
        result = np.mean(product, axis=-2)
    else:
        result = (np.median(np.real(product), axis=-2) + 1j * np.median(np.imag(product), axis=-2)) / bias_of_median(len(places))
    result = np.moveaxis(result, -1, axis).astype(np.result_type(x, y, np.complex64))
    result = np.real(result) if same else result
    return np.fft.rfftfreq(nfft, 1 / fs) if onesided else np.fft.fftfreq(nfft, 1 / fs), result


library.REPLACED[signal.csd] = csd
