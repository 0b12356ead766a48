"""Transforms, filters and images."""

from __future__ import annotations

from typing import Any

import numpy as np


def stockham(x: Any) -> Any:
    """Radix-2 Stockham FFT with two buffers that change places; the length is a power of two."""
    n = x.shape[0]
    y = np.empty_like(x)
    half, stride = n // 2, 1
    while half >= 1:
        w = np.exp(-1j * np.pi * np.arange(half) / half)
        a = x.reshape(2, half, stride)
        b = y.reshape(half, 2, stride)
        b[:, 0, :] = a[0] + a[1]
        b[:, 1, :] = (a[0] - a[1]) * w[:, None]
        x, y = y, x
        half //= 2
        stride *= 2
    return x


def stockham_fft(x: Any) -> Any:
    """A real function of a complex FFT of a complex signal, which is overwritten on the way."""
    X = stockham(x)
    return np.sum(np.cos(np.arange(X.size)) * np.abs(X) ** 2) + np.sum((X * X[::-1]).imag)


def fft_recursive(x: Any) -> Any:
    """Cooley-Tukey by recursion on even and odd samples."""
    n = len(x)
    if n == 1:
        return x + 0j
    even, odd = fft_recursive(x[::2]), fft_recursive(x[1::2])
    twiddled = np.exp(-2j * np.pi * np.arange(n // 2) / n) * odd
    return np.concatenate([even + twiddled, even - twiddled])


def power_spectrum(x: Any) -> Any:
    """Weighted power spectrum of a real signal."""
    X = fft_recursive(x)
    return np.sum(np.arange(1, len(x) + 1) * (X.real**2 + X.imag**2))


def dft_loops(x: Any) -> Any:
    """The discrete Fourier transform from its definition, real and imaginary part apart."""
    n = x.shape[0]
    re, im = np.zeros(n), np.zeros(n)
    for k in range(n):
        for t in range(n):
            angle = 2.0 * np.pi * k * t / n
            re[k] += x[t] * np.cos(angle)
            im[k] -= x[t] * np.sin(angle)
    return np.sum(np.sqrt(re**2 + im**2 + 1.0))


def conv2d(image: Any, weights: Any, bias: Any) -> Any:
    """Valid convolution of a batch, NHWC, one output pixel at a time."""
    K = weights.shape[0]
    N, H_in, W_in, _ = image.shape
    H_out, W_out = H_in - K + 1, W_in - K + 1
    output = np.empty((N, H_out, W_out, weights.shape[3]), dtype=image.dtype)
    for i in range(H_out):
        for j in range(W_out):
            output[:, i, j, :] = np.sum(
                image[:, i : i + K, j : j + K, :, np.newaxis] * weights[np.newaxis, :, :, :], axis=(1, 2, 3)
            )
    output += bias
    return np.sum(np.maximum(output, 0.0) ** 2)


def convolve_full(x: Any, h: Any) -> Any:
    """Full convolution by shifted additions."""
    y = np.zeros(len(x) + len(h) - 1)
    for k, tap in enumerate(h):
        y[k : k + len(x)] += tap * x
    return np.sum(np.cos(np.arange(y.size)) * y**2)


def kernel_deriche(alpha: Any, imgIn: Any) -> Any:
    """Recursive edge filter: causal and anticausal sweeps along both axes."""
    k = (1.0 - np.exp(-alpha)) ** 2 / (1.0 + 2.0 * alpha * np.exp(-alpha) - np.exp(-2.0 * alpha))
    a1 = a5 = k
    a2 = a6 = k * np.exp(-alpha) * (alpha - 1.0)
    a3 = a7 = k * np.exp(-alpha) * (alpha + 1.0)
    a4 = a8 = -k * np.exp(-2.0 * alpha)
    b1 = 2.0 * np.exp(-alpha)
    b2 = -np.exp(-2.0 * alpha)
    c1 = c2 = 1
    H, W = imgIn.shape[1], imgIn.shape[0]
    y1 = np.empty_like(imgIn)
    y1[:, 0] = a1 * imgIn[:, 0]
    y1[:, 1] = a1 * imgIn[:, 1] + a2 * imgIn[:, 0] + b1 * y1[:, 0]
    for j in range(2, H):
        y1[:, j] = a1 * imgIn[:, j] + a2 * imgIn[:, j - 1] + b1 * y1[:, j - 1] + b2 * y1[:, j - 2]
    y2 = np.empty_like(imgIn)
    y2[:, -1] = 0.0
    y2[:, -2] = a3 * imgIn[:, -1]
    for j in range(H - 3, -1, -1):
        y2[:, j] = a3 * imgIn[:, j + 1] + a4 * imgIn[:, j + 2] + b1 * y2[:, j + 1] + b2 * y2[:, j + 2]
    imgOut = c1 * (y1 + y2)
    y1[0, :] = a5 * imgOut[0, :]
    y1[1, :] = a5 * imgOut[1, :] + a6 * imgOut[0, :] + b1 * y1[0, :]
    for i in range(2, W):
        y1[i, :] = a5 * imgOut[i, :] + a6 * imgOut[i - 1, :] + b1 * y1[i - 1, :] + b2 * y1[i - 2, :]
    y2[-1, :] = 0.0
    y2[-2, :] = a7 * imgOut[-1, :]
    for i in range(W - 3, -1, -1):
        y2[i, :] = a7 * imgOut[i + 1, :] + a8 * imgOut[i + 2, :] + b1 * y2[i + 1, :] + b2 * y2[i + 2, :]
    imgOut[:] = c2 * (y1 + y2)
    return imgOut


def deriche(alpha: Any, imgIn: Any) -> Any:
    """Weighted squares of the smoothed image."""
    imgOut = kernel_deriche(alpha, imgIn)
    return np.sum(np.cos(np.arange(imgOut.size)).reshape(imgOut.shape) * imgOut**2)


def iir_filter(b: Any, a: Any, x: Any) -> Any:
    """Direct form II transposed: the delay line is a buffer shifted in place (its two sides overlap)."""
    order = len(a) - 1
    z = np.zeros(order + 1)
    y = np.empty(x.shape)
    for n in range(len(x)):
        y[n] = (b[0] * x[n] + z[0]) / a[0]
        z[:-1] = z[1:]
        z[:-1] += b[1:] * x[n]
        z[:-1] -= a[1:] * y[n]
    return np.sum(y**2)


def haar(x: Any, levels: int) -> Any:
    """Haar wavelet by lifting in place, on ever coarser strided views of the same array."""
    s = x
    for _ in range(levels):
        even, odd = s[::2], s[1::2]
        odd -= even
        even += 0.5 * odd
        s = even
    return np.sum(np.cos(np.arange(x.size)) * x**2)


def prefix_sum(x: Any) -> Any:
    """Hillis-Steele scan: both sides of the statement overlap."""
    shift = 1
    while shift < x.size:
        x[shift:] += x[:-shift]
        shift *= 2
    return np.sum(x**2)


def bilateral(image: Any, sigma: Any, radius: int) -> Any:
    """Bilateral filter: shifted windows weighted by how alike the pixels are."""
    rows, cols = image.shape
    padded = np.pad(image, radius)
    total, norm = np.zeros_like(image), np.zeros_like(image)
    for di in range(-radius, radius + 1):
        for dj in range(-radius, radius + 1):
            shifted = padded[radius + di : radius + di + rows, radius + dj : radius + dj + cols]
            w = np.exp(-(di**2 + dj**2) / 2.0 - (shifted - image) ** 2 / (2.0 * sigma**2))
            total += w * shifted
            norm += w
    total /= norm
    return np.sum(total**2)
