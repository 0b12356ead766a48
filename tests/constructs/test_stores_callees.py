"""Callees and objects that write into their arguments."""

import numpy as np
import pytest

from tests.constructs.cases import M33, V3, V4, V5, Cases
from tests.oracle import check_gradient

case = Cases()


def axpy(a, x, y):
    y += a * x


def relax(u, f, omega=0.5):
    """Writes and returns nothing."""
    for i in range(1, len(u) - 1):
        u[i] = (1 - omega) * u[i] + omega * 0.5 * (u[i - 1] + u[i + 1] - f[i] * u[i])


def normalise(v):
    n = np.sqrt(v @ v)
    v /= n
    return n


def smooth_twice(u, f):
    relax(u, f)
    relax(u, f, omega=0.8)


def accumulate(total, x):
    total += x  # rebinds a scalar, writes into an array
    return total


@case(0.3, V5, V5[::-1], argnums=(0, 1, 2))
def callee_writes_argument(a, x, y):
    z = y * x
    first = z @ z
    axpy(a, x, z)
    axpy(a * a, z, z)  # the same array twice
    axpy(2.0, z[1:], z[:-1])  # and overlapping views of it
    return first * np.sum(z**2)


@case(V5, V5**2, argnums=(0, 1))
def callee_of_callee_writes(u, f):
    v = u * 1.0
    smooth_twice(v, f)
    smooth_twice(u, v)
    relax(f, f)
    return np.sum(u * v) + np.sum(f**2)


@case(M33)
def callee_writes_and_returns(a):
    b = a * 1.0
    norms = [normalise(row) for row in b]
    norms.append(normalise(b[:, 0]))
    return np.sum(b * a) * norms[0] + norms[3] * norms[1]


@case(0.4, V3, argnums=(0, 1))
def callee_augments_scalar_or_array(s, x):
    t = s * s
    y = x * 2.0
    first = accumulate(t, s)
    second = accumulate(y, x * x)
    return t * first + np.sum(y * second)


def swap_in_place(x, y):
    tmp = x.copy()
    x[:] = y
    y[:] = tmp


def write_first_read_second(x, y):
    x[0] = y[1] * y[2]
    x *= y
    return np.sum(x * y)


@case(V3, V3[::-1], argnums=(0, 1))
def same_array_for_both_parameters(x, y):
    a, b = x * 1.0, y * 1.0
    swap_in_place(a, b)
    first = write_first_read_second(a, b)
    second = write_first_read_second(a, a)
    third = write_first_read_second(b[:], b[::-1])
    swap_in_place(a, a)
    return first * second + third + np.sum(a * b)


def fill_in(rows):
    for i, row in enumerate(rows):
        row += i * row**2


def return_view(a, i):
    return a[i]


@case(M33)
def callee_returns_view_that_is_written(a):
    b = a * 1.0
    row = return_view(b, 1)
    row *= a[0]
    return_view(b, 2)[0] = row[1] ** 2
    fill_in(b)
    fill_in([b[0], b[0]])
    fill_in(b.T)
    return np.sum(b**2)


def scan(x, out=None):
    out = np.empty_like(x) if out is None else out
    out[0] = x[0]
    for i in range(1, len(x)):
        out[i] = out[i - 1] * x[i] + out[i - 1]
    return out


@case(V4)
def callee_with_optional_out(x):
    y = scan(x)
    z = scan(y, out=y[:])  # in place through a view
    w = scan(x, z)
    return np.sum(w * y) + z[1]


class Grid:
    def __init__(self, u):
        self.u = u
        self.inner = u[1:-1]  # a view kept for good

    def step(self, h):
        lap = self.u[2:] - 2.0 * self.inner + self.u[:-2]
        self.inner += h * lap * self.inner

    def clamp(self):
        self.u[0], self.u[-1] = self.u[1], self.u[-2]


@case(V5, 0.2, 3, argnums=(0, 1))
@case(V5, 0.2, 0, argnums=(0, 1))
def object_keeps_views(x, h, steps):
    grid = Grid(x.copy())
    for _ in range(steps):
        grid.step(h)
        grid.clamp()
    return np.sum(grid.u**2) + grid.inner[0]


@case(V5)
def object_keeps_the_parameter(x):
    grid = Grid(x)
    grid.step(0.1)
    x[2] = x[1] ** 2  # seen by grid
    grid.clamp()
    return np.sum(grid.inner * x[:3])


@case(V3)
def inactive_array_becomes_active(x):
    work = np.arange(3.0)
    before = np.sum(work)
    axpy(before, x, work)
    work[0] = 1.0
    constant = np.ones(3)
    axpy(2.0, constant, constant)
    return np.sum(work**2 * constant)


@case(V3)
def active_array_becomes_constant(x):
    y = x**2
    s = np.sum(y)
    y[:] = 0.0
    y += np.ones(3)
    return s * np.sum(y * x)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_gradient(fun, *args, **options)
