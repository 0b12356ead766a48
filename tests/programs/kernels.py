"""Small kernels of scientific codes in the style of NPBench: masks that shrink, dynamic programming, complex contours."""

from __future__ import annotations

from typing import Any

import numpy as np


def azimuthal_histogram(data: Any, radius: Any, bins: int) -> Any:
    """Azimuthal integration by two histograms (pyFAI), the bins found by hand."""
    edges = np.zeros((bins + 1,))
    low, high = radius.min(), radius.max()
    step = (high - low) / bins
    for k in range(edges.shape[0]):
        edges[k] = low + k * step
    edges[-1] = high
    counts, sums = np.zeros(bins, dtype=np.int64), np.zeros(bins)
    for k in range(radius.shape[0]):
        place = bins - 1 if radius[k] == high else np.int64(bins * (radius[k] - low) / (high - low))
        counts[place] += 1
        sums[place] += data[k]
    return np.sum((sums / np.maximum(counts, 1)) ** 2) + edges[1]


def azimuthal_masks(data: Any, radius: Any, bins: int) -> Any:
    """Azimuthal integration by a mask for each ring."""
    outermost = radius.max()
    profile = np.zeros(bins)
    for k in range(bins):
        inner, outer = outermost * k / bins, outermost * (k + 1) / bins
        ring = np.logical_and((inner <= radius), (radius < outer))
        profile[k] = data[ring].mean()
    return np.sum(profile**2)


def arc_distance(theta_1: Any, phi_1: Any, theta_2: Any, phi_2: Any) -> Any:
    """Distances on a sphere by the haversine formula."""
    half = np.sin((theta_2 - theta_1) / 2) ** 2 + np.cos(theta_1) * np.cos(theta_2) * np.sin((phi_2 - phi_1) / 2) ** 2
    return np.sum(2 * np.arctan2(np.sqrt(half), np.sqrt(1 - half)) ** 2)


def contour_integral(blocks: Any, points: Any, rhs: Any) -> Any:
    """Moments of the resolvent of a polynomial eigenproblem along a contour (FEAST)."""
    n = blocks.shape[1]
    moment_0 = np.zeros((n, rhs.shape[1]), dtype=np.complex128)
    moment_1 = np.zeros((n, rhs.shape[1]), dtype=np.complex128)
    half = blocks.shape[0] // 2
    for z in points:
        matrix = np.zeros((n, n), dtype=np.complex128)
        for k in range(blocks.shape[0]):
            matrix += np.power(z, half - k) * blocks[k]
        x = np.linalg.solve(matrix, rhs)
        if abs(z) < 1.0:
            x[:] = -x
        moment_0 += x
        moment_1 += z * x
    return np.sum(np.abs(moment_0) ** 2) + np.sum(moment_1.real * moment_1.imag)


def escape_masks(scale: Any, x_min: Any, x_max: Any, y_min: Any, y_max: Any, size: tuple[int, int], steps: int) -> Any:
    """Mandelbrot set: those that have not escaped are advanced under a mask."""
    c = np.linspace(x_min, x_max, size[0]) + np.linspace(y_min, y_max, size[1])[:, None] * 1j
    counts = np.zeros(c.shape, dtype=np.int64)
    z = np.zeros(c.shape, dtype=np.complex128)
    for n in range(steps):
        inside = np.less(abs(z), 2.0)
        counts[inside] = n
        z[inside] = z[inside] ** 2 + scale * c[inside]
    counts[counts == steps - 1] = 0
    return np.sum(np.abs(z) ** 2 * (counts + 1)) + z.real[1, 2]


def escape_shrinking(scale: Any, x_min: Any, x_max: Any, y_min: Any, y_max: Any, size: tuple[int, int], steps: int) -> Any:
    """The same with arrays that lose what has escaped: shapes assigned in a chain, ufuncs that write into what they read."""
    nx, ny = size
    xi, yi = np.mgrid[0:nx, 0:ny]
    c = scale * (np.linspace(x_min, x_max, nx)[xi] + np.linspace(y_min, y_max, ny)[yi] * 1j)
    counts = np.zeros(c.shape, dtype=np.int64)
    escaped = np.zeros(c.shape, dtype=np.complex128)
    xi.shape = yi.shape = c.shape = nx * ny
    z = np.zeros(c.shape, np.complex128)
    for n in range(steps):
        if not len(z):
            break
        np.multiply(z, z, z)
        np.add(z, c, z)
        mask = abs(z) > 2.0
        counts[xi[mask], yi[mask]] = n + 1
        escaped[xi[mask], yi[mask]] = z[mask]
        np.logical_not(mask, mask)
        z = z[mask]
        xi, yi = xi[mask], yi[mask]
        c = c[mask]
    return np.sum(np.abs(escaped) ** 2 * counts) + np.sum(np.abs(z) ** 2)


def nussinov(gains: Any, bases: Any) -> Any:
    """Folding of RNA: the greatest sum of gains of pairs that do not cross."""
    n = len(bases)
    table = np.zeros((n, n))
    for i in range(n - 1, -1, -1):
        for j in range(i + 1, n):
            table[i, j] = max(table[i, j - 1], table[i + 1, j])
            if i < j - 1:
                pair = gains[i, j] if bases[i] + bases[j] == 3 else 0
                table[i, j] = max(table[i, j], table[i + 1, j - 1] + pair)
            for k in range(i + 1, j):
                table[i, j] = max(table[i, j], table[i, k] + table[k + 1, j])
    return np.sum(table**2)


def smith_waterman(match: float, gap: float, first: str, second: str) -> Any:
    """Local alignment of two words, in lists of lists."""
    score = [[0.0] * (len(second) + 1) for _ in range(len(first) + 1)]
    best = 0.0
    for i in range(1, len(first) + 1):
        for j in range(1, len(second) + 1):
            step = match if first[i - 1] == second[j - 1] else -gap
            score[i][j] = max(0.0, score[i - 1][j - 1] + step, score[i - 1][j] - gap, score[i][j - 1] - gap)
            best = max(best, score[i][j])
    return best


def self_energies(neighbours: Any, gradients: Any, electrons: Any, phonons: Any) -> Any:
    """Scattering self-energies of a nanostructure: products of small blocks, summed where the neighbours say."""
    sigma = np.zeros(electrons.shape, dtype=electrons.dtype)
    for k in range(electrons.shape[0]):
        for e in range(electrons.shape[1]):
            for w in range(min(e + 1, phonons.shape[0])):
                for i in range(phonons.shape[-1]):
                    for a in range(neighbours.shape[0]):
                        for b in range(neighbours.shape[1]):
                            left = electrons[k, e - w, neighbours[a, b]] @ gradients[a, b, i]
                            sigma[k, e, a] += left @ (gradients[a, b, i] * phonons[w, a, b, i])
    return np.sum(np.abs(sigma) ** 2)


def syr2k(alpha: Any, beta: Any, c: Any, a: Any, b: Any) -> Any:
    """Symmetric update of rank 2k, a row at a time."""
    for i in range(a.shape[0]):
        c[i, : i + 1] *= beta
        for k in range(a.shape[1]):
            c[i, : i + 1] += a[: i + 1, k] * alpha * b[i, k] + b[: i + 1, k] * alpha * a[i, k]
    return np.sum(c**2)


def symm(alpha: Any, beta: Any, c: Any, a: Any, b: Any) -> Any:
    """Product with a symmetric matrix of which the lower half is read; a work array is filled element by element."""
    work = np.empty((c.shape[1],), dtype=c.dtype)
    c *= beta
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            c[:i, j] += alpha * b[i, j] * a[i, :i]
            work[j] = b[:i, j] @ a[i, :i]
        c[i, :] += alpha * b[i, :] * a[i, i] + alpha * work
    return np.sum(c**2)


def lenet(images: Any, filters: Any, bias: Any, weights: Any, offset: Any) -> Any:
    """A convolution, a maximum over blocks and a dense layer, each filled pixel by pixel."""
    size = filters.shape[0]
    height, width = images.shape[1] - size + 1, images.shape[2] - size + 1
    maps = np.empty((images.shape[0], height, width, filters.shape[3]))
    for i in range(height):
        for j in range(width):
            window = images[:, i : i + size, j : j + size, :, np.newaxis] * filters[np.newaxis, :, :, :]
            maps[:, i, j, :] = np.sum(window, axis=(1, 2, 3))
    maps = np.maximum(maps + bias, 0)
    pooled = np.empty([maps.shape[0], height // 2, width // 2, maps.shape[3]], dtype=maps.dtype)
    for i in range(height // 2):
        for j in range(width // 2):
            pooled[:, i, j, :] = np.max(maps[:, 2 * i : 2 * i + 2, 2 * j : 2 * j + 2, :], axis=(1, 2))
    return np.sum(np.maximum(np.reshape(pooled, (images.shape[0], -1)) @ weights + offset, 0) ** 2)


def periodic_channel(u: Any, p: Any, rho: Any, nu: Any, force: Any, steps: int) -> Any:
    """Flow in a channel: the pressure by a helper that writes into it, until the speed hardly changes."""
    dt, dx, dy = 0.01, 0.4, 0.5
    change, count = 1.0, 0
    while change > 0.02 and count < 50:
        old = u.copy()
        source = np.zeros_like(u)
        source[1:-1, 1:-1] = rho * (u[1:-1, 2:] - u[1:-1, :-2]) / (2 * dx * dt)
        source[1:-1, -1] = rho * (u[1:-1, 0] - u[1:-1, -2]) / (2 * dx * dt)
        _relax(p, source, dx, dy, steps)
        u[1:-1, 1:-1] = (old[1:-1, 1:-1] - old[1:-1, 1:-1] * dt / dx * (old[1:-1, 1:-1] - old[1:-1, :-2])
                         - dt / (2 * rho * dx) * (p[1:-1, 2:] - p[1:-1, :-2])
                         + nu * dt / dy**2 * (old[2:, 1:-1] - 2 * old[1:-1, 1:-1] + old[:-2, 1:-1]) + force * dt)
        u[0, :] = u[-1, :] = 0
        change = abs(np.sum(u) - np.sum(old)) / np.sum(u)
        count += 1
    return np.sum(u**2) + np.sum(p**2) / 10


def _relax(p: Any, source: Any, dx: float, dy: float, steps: int) -> None:
    before = np.empty_like(p)
    for _ in range(steps):
        before = p.copy()
        p[1:-1, 1:-1] = (((before[1:-1, 2:] + before[1:-1, :-2]) * dy**2 + (before[2:, 1:-1] + before[:-2, 1:-1]) * dx**2)
                         / (2 * (dx**2 + dy**2)) - dx**2 * dy**2 / (2 * (dx**2 + dy**2)) * source[1:-1, 1:-1])
        p[-1, :] = p[-2, :]
        p[0, :] = p[1, :]
