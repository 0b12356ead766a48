"""Formulas of several fields, as their packages write them: colours, reflectivity, attitudes, orbits, transport, hidden states."""

from __future__ import annotations

import numpy as np
import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def difference_of_colours(first, second):
    """CIEDE2000, of rows of L, a, b (Sharma, Wu and Dalal, 2005)."""
    mean = 0.5 * (np.hypot(first[..., 1], first[..., 2]) + np.hypot(second[..., 1], second[..., 2]))
    stretch = 1.5 - 0.5 * np.sqrt(mean**7 / (mean**7 + 25.0**7))
    a, b = np.stack([first[..., 1], second[..., 1]]) * stretch, np.stack([first[..., 2], second[..., 2]])
    chroma, hue = np.hypot(a, b), np.degrees(np.arctan2(b, a)) % 360.0
    d_light, d_chroma, turn = second[..., 0] - first[..., 0], chroma[1] - chroma[0], hue[1] - hue[0]
    turn = np.where(turn > 180.0, turn - 360.0, np.where(turn < -180.0, turn + 360.0, turn))
    d_hue = 2.0 * np.sqrt(chroma[0] * chroma[1]) * np.sin(np.radians(turn) / 2.0)
    total = hue[0] + hue[1]
    far = np.abs(hue[0] - hue[1]) > 180.0
    angle = np.where(far, np.where(total < 360.0, total + 360.0, total - 360.0), total) / 2.0
    light, chroma = 0.5 * (first[..., 0] + second[..., 0]), chroma.mean(axis=0)
    weight = (1.0 - 0.17 * np.cos(np.radians(angle - 30.0)) + 0.24 * np.cos(np.radians(2.0 * angle))
              + 0.32 * np.cos(np.radians(3.0 * angle + 6.0)) - 0.2 * np.cos(np.radians(4.0 * angle - 63.0)))
    by_light = d_light / (1.0 + 0.015 * (light - 50.0) ** 2 / np.sqrt(20.0 + (light - 50.0) ** 2))
    by_chroma, by_hue = d_chroma / (1.0 + 0.045 * chroma), d_hue / (1.0 + 0.015 * chroma * weight)
    twist = np.radians(60.0 * np.exp(-(((angle - 275.0) / 25.0) ** 2)))
    twist = -np.sin(twist) * 2.0 * np.sqrt(chroma**7 / (chroma**7 + 25.0**7))
    return np.sqrt(by_light**2 + by_chroma**2 + by_hue**2 + twist * by_chroma * by_hue)


@case(np.array([[50.0, 2.7, -79.8], [60.3, -34.1, 36.3], [22.7, 20.1, -46.7], [35.1, -44.1, 3.8]]),
      np.array([[50.0, 0.5, -82.7], [60.5, -34.1, 39.4], [23.0, 15.0, -42.6], [35.0, 40.1, -1.6]]), argnums=(0, 1))
def sum_of_differences_of_colours(first, second):
    return np.sum(difference_of_colours(first, second))


@case(np.array([0.02, 0.06, 0.13]), np.array([[0.0, 2.07, 0.0, 0.0], [90.0, 3.45, 0.1, 3.0], [40.0, 1.2, 0.02, 4.0],
                                              [0.0, 6.36, 0.01, 3.0]]), argnums=(0, 1), rtol=1e-5, size=1e-5)
def reflectivity(q, layers):
    """Parratt's recursion, from the substrate up, with roughness after Nevot and Croce."""
    density = (layers[:, 1] - layers[0, 1] + 1j * layers[:, 2]) * 1e-6
    wave = np.sqrt(0.25 * q[:, None] ** 2 - 4.0 * np.pi * density + 0j)
    total = np.zeros(len(q), dtype=complex)
    for k in reversed(range(len(layers) - 1)):
        step = (wave[:, k] - wave[:, k + 1]) / (wave[:, k] + wave[:, k + 1])
        step *= np.exp(-2.0 * wave[:, k] * wave[:, k + 1] * layers[k + 1, 3] ** 2)
        phase = np.exp(2j * wave[:, k + 1] * layers[k + 1, 0])
        total = (step + total * phase) / (1.0 + step * total * phase)
    return np.sum(np.log(np.abs(total) ** 2))


class Attitude:
    """A quaternion that follows a gyroscope, and is drawn towards what gravity says (Madgwick, 2011)."""

    def __init__(self, gain=0.1, step=0.01):
        self.gain, self.step, self.q = gain, step, np.array([1.0, 0.0, 0.0, 0.0])

    def update(self, gyro, gravity):
        w, x, y, z = self.q
        rate = 0.5 * np.array([-x * gyro[0] - y * gyro[1] - z * gyro[2], w * gyro[0] + y * gyro[2] - z * gyro[1],
                               w * gyro[1] - x * gyro[2] + z * gyro[0], w * gyro[2] + x * gyro[1] - y * gyro[0]])
        norm = np.linalg.norm(gravity)
        if norm > 0.0:
            ax, ay, az = gravity / norm
            misfit = np.array([2.0 * (x * z - w * y) - ax, 2.0 * (w * x + y * z) - ay, 2.0 * (0.5 - x**2 - y**2) - az])
            slope = np.array([[-2.0 * y, 2.0 * z, -2.0 * w, 2.0 * x], [2.0 * x, 2.0 * w, 2.0 * z, 2.0 * y],
                              [0.0, -4.0 * x, -4.0 * y, 0.0]])
            down = slope.T @ misfit
            rate -= self.gain * down / np.linalg.norm(down)
        self.q = self.q + rate * self.step
        self.q /= np.linalg.norm(self.q)
        return self.q


@case(np.array([[0.1, 0.4, -0.2], [0.3, -0.1, 0.2], [0.2, 0.5, 0.1]]),
      np.array([[0.1, 0.2, 9.7], [0.3, -0.1, 9.8], [0.2, 0.15, 9.75]]), 0.2, argnums=(0, 1, 2))
def attitudes(gyro, gravity, gain):
    filtered = Attitude(gain)
    path = np.empty((len(gyro), 4))
    for k, (turning, pull) in enumerate(zip(gyro, gravity, strict=True)):
        path[k] = filtered.update(turning, pull)
    return np.sum(path * np.arange(12.0).reshape(3, 4) ** 2)


@case(np.array([1.0, 0.1, 0.2]), np.array([0.1, 0.9, 0.05]), np.array([0.6, 0.5, 0.1]), argnums=(0, 1, 2))
def orbit(place, speed, shape):
    """Leapfrog in the potential of Miyamoto and Nagai."""
    mass, a, b = shape
    place, speed = place.copy(), speed.copy()

    def pull(x):
        above = np.sqrt(x[2] ** 2 + b**2)
        cubed = (x[0] ** 2 + x[1] ** 2 + (a + above) ** 2) ** 1.5
        force = -mass * x / cubed
        force[2] *= (a + above) / above
        return force

    for _ in range(15):
        speed += 0.05 * pull(place)
        place += 0.1 * speed
        speed += 0.05 * pull(place)
    return place @ np.array([1.0, 2.0, 3.0]) + speed @ speed


@case(np.array([0.4, 0.25, 0.35]), np.array([0.5, 0.2, 0.3]), np.array([[0.1, 1.2, 0.7], [0.9, 0.3, 0.6], [0.4, 0.8, 0.2]]), 0.4,
      argnums=(0, 1, 2, 3))
def cost_of_transport(a, b, cost, blur):
    """Sinkhorn's iteration in logarithms, that stops when it has converged."""
    f, g = np.zeros_like(a), np.zeros_like(b)
    for _ in range(30):
        before = f
        f = blur * (np.log(a) - np.logaddexp.reduce((g[None, :] - cost) / blur, axis=1))
        g = blur * (np.log(b) - np.logaddexp.reduce((f[:, None] - cost) / blur, axis=0))
        if np.max(np.abs(f - before)) < 1e-300:
            break
    plan = np.exp((f[:, None] + g[None, :] - cost) / blur)
    return np.sum(plan * cost) + blur * np.sum(plan * (np.log(plan) - 1.0))


@case(np.array([0.3, 1.4, 1.1, -0.2]), np.array([0.1, 1.2]), np.array([0.5, 0.8]), np.array([[0.9, 0.1], [0.3, 0.7]]),
      argnums=(0, 1, 2, 3))
def likelihood_of_hidden_states(seen, means, widths, moves):
    """The forward pass of a hidden Markov model, in logarithms."""
    logs = -0.5 * ((seen[:, None] - means) / widths) ** 2 - np.log(widths)
    lattice = np.full(logs.shape, -np.inf)
    lattice[0] = np.log([0.5, 0.5]) + logs[0]
    for k in range(1, len(seen)):
        for state in range(len(means)):
            lattice[k, state] = np.logaddexp.reduce(lattice[k - 1] + np.log(moves[:, state])) + logs[k, state]
    return np.logaddexp.reduce(lattice[-1])


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
