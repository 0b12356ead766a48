"""Functions of an array `x`, with other arguments, whose tangent programs have a batched form."""

from __future__ import annotations

import math

import numpy as np

rng = np.random.default_rng(0)
X = rng.uniform(0.3, 0.9, 5)
M = rng.uniform(0.3, 0.9, (4, 3))
T = rng.uniform(0.3, 0.9, (2, 3, 2))
W = rng.normal(size=(6, 5))
Q = rng.normal(size=(4, 4)) + 4.0 * np.eye(4)
PROGRAMS = []


def program(*args):
    def register(fun):
        PROGRAMS.append((fun, args))
        return fun
    return register


# broadcasting between values of different numbers of dimensions


@program(X, W)
def row_and_matrix(x, w):
    return x * w + np.exp(x)


@program(X)
def number_and_vector(x):
    return x[0] * x + x[1]


@program(M, T)
def matrix_and_stack(x, t):
    return x[:3, :2] * t + x[0, 0] * t


@program(X)
def column_and_row(x):
    return x[:, None] * x[None, :] - x[:, np.newaxis] / (1.0 + x)


@program(M)
def by_row_sums(x):
    return x / np.sum(x, axis=1, keepdims=True)


@program(M)
def softmax(x):
    e = np.exp(x - np.max(x, axis=1, keepdims=True))
    return np.log(e / e.sum(axis=1, keepdims=True))


@program(np.array(0.7 * np.ones((1, 4))), M[:, :1].copy())
def stretched(x, c):
    return x * c + x


@program(X)
def powers(x):
    return x**3 + 2.0**x + x**x + np.sqrt(x) - x**-1.5


@program(X)
def switched(x):
    return np.where(x > 0.6, x**2, np.sin(x)) + np.maximum(x, 0.5) + np.abs(x - 0.6)


@program(X)
def clipped(x):
    return np.clip(x, 0.4, 0.8) * np.hypot(x, 2.0) + np.arctan2(x, x[0])


# indices


@program(X)
def slices(x):
    return x[1:] * x[:-1] + x[-1] * x[::2][:1] + x[4:0:-1]


@program(M)
def mixed_indices(x):
    return x[1:, 0] * x[0, 1] + x[:-1, -1] + x[..., 2][1:] + x[3][0]


@program(M, np.array([0, 2, 2]), np.array([1, 1, 0]))
def index_arrays(x, i, j):
    return x[i] * x[i, j][:, None] + x[i, j].sum() + x[:, j][:3]


@program(T, np.array([0, 1, 1]))
def index_array_between_slices(x, i):
    return x[:, i] ** 2


@program(T, np.array([0, 1, 1]))
def index_arrays_apart(x, i):  # their axis comes first in the result: not batched
    return x[i, :, i] ** 2


@program(M)
def masked(x):
    return x[x > 0.5] ** 2


# written in place


@program(X, 4)
def heat(u, steps):
    for _ in range(steps):
        u[1:-1] += 0.1 * (u[2:] - 2.0 * u[1:-1] + u[:-2])
    return u**2


@program(M)
def nonlinear_stencil(u):
    v = u.copy()
    v[1:-1, 1:-1] = np.tanh(v[2:, 1:-1]) * v[:-2, 1:-1]
    v[0] = v[-1] * v[1]
    v[:, 0] *= 2.0
    v[:, 1] -= v[0, 0]
    return v


@program(X)
def gauss_seidel(x):
    y = x.copy()
    for i in range(1, len(y) - 1):
        y[i] = 0.5 * (y[i - 1] + y[i + 1]) * x[i]
    return y


@program(X)
def swapped_numbers(x):
    y = x.copy()
    for i in range(len(y) - 1):
        held = y[i]
        y[i] = y[i + 1] * 2.0
        y[i + 1] = held * held
    return y


@program(X)
def number_kept_over_a_store(x):
    y = x * 1.0
    first = y[0]
    y[0] = 3.0
    y[1] = first * y[1]
    first += y[2]
    y[2:] += first
    return y * first


@program(X)
def view_written(x):
    y = x * x
    z = y[1:]
    z *= x[:-1]
    z[0] = 2.0 * x[0]
    return y


@program(M)
def row_views(x):
    y = np.zeros((4, 3))
    for i in range(4):
        row = y[i]
        row[:] = x[i] * x[i, 0]
        row += x[0]
    return y


@program(X)
def filled_from_zeros(x):
    y = np.zeros_like(x)
    y[0] = x[0]
    for i in range(1, len(x)):
        y[i] = y[i - 1] * x[i] + 1.0
    return y


@program(X)
def written_constant(x):
    y = np.empty((3, len(x)))
    y[0] = x
    y[1] = 1.0
    y[2] = y[0] * x[1]
    return y


@program(M)
def transposed_and_written(x):
    y = x * 2.0
    z = y.T
    z[0] += x[:, 1] ** 2
    return y


@program(X, np.array([0, 2, 2]))
def added_at(x, i):
    y = x * x
    np.add.at(y, i, x[i] * 3.0)
    return y


@program(X)
def whole_array_in_place(x):
    y = x * x
    y += x
    y *= x[0]
    y /= x + 1.0
    y -= 0.5
    return y


# numbers


@program(X)
def horner(x):
    total = 0.0
    for k in range(len(x)):
        total = total * x[0] + x[k]
    return total


@program(X)
def python_mathematics(x):
    return math.sin(x[0]) * math.exp(x[1]) + math.sqrt(x[2])


@program(X)
def newton(x):
    r = x[0]
    for _ in range(5):
        r -= (r**3 + r - x[1]) / (3.0 * r**2 + 1.0)
    return r


@program(X)
def until(x):
    s, k = x[0], 0
    while s < 2.0 and k < 20:
        s = s * (1.0 + x[1])
        k += 1
    return s


@program(X)
def branches(x):
    y = x.copy()
    for i in range(len(x)):
        if x[i] > 0.7:
            y[i] = x[i] ** 2
        elif x[i] > 0.5:
            continue
        else:
            y[i] = np.sin(x[i]) * y[i - 1]
    return y


@program(X)
def early_return(x):
    if x[0] > 10.0:
        return x
    return x * x[0]


# sums and other reductions


@program(T)
def totals(x):
    return np.sum(x) + np.mean(x) * np.sum(x**2, axis=(0, 2))


@program(T)
def sums_along_axes(x):
    return x.sum(axis=0)[:, 0] * x.sum(axis=-1)[0] + x.mean(axis=1).sum() + np.sum(x, 2, keepdims=True)[1, :, 0]


@program(X)
def running(x):
    return np.cumsum(x * x) + np.cumsum(x)[::-1] + np.diff(x, prepend=0.0)[0]


@program(M)
def running_along_axes(x):
    return np.cumsum(x, axis=0) * np.cumsum(x, 1) + np.roll(x, 1, axis=0) + np.flip(x, 1) + np.flip(x)


@program(M)
def differences(x):
    return np.diff(x, axis=0)[:, 1:] * np.diff(x)[1:] + np.trapezoid(x, axis=0)[0]


@program(X)
def norms(x):
    return np.linalg.norm(x) * x + np.var(x) + np.std(x)


@program(X)
def extremes(x):
    return np.max(x) * x + np.min(x) + np.prod(x) + np.logaddexp(x, 1.0)


# shapes


@program(T)
def reshaped(x):
    return np.reshape(x, (3, 4)) @ x.reshape(4, 3) + np.ravel(x)[0] + x.reshape(-1)[1] * x.flatten()[2]


@program(T)
def turned(x):
    return np.transpose(x, (2, 0, 1)) * x.transpose(2, 0, 1) + np.swapaxes(x, 0, 2).swapaxes(1, 2) + np.moveaxis(x, 2, 0)


@program(M)
def matrices(x):
    return x.T @ x + np.trace(x[:3]) + np.diag(x[:3]) * np.diagonal(x[:3]) + np.triu(x[:3]) + np.tril(x[:3], -1)


@program(M)
def grown(x):
    return np.expand_dims(x, 1) * np.broadcast_to(x[0], (4, 4, 3)) + np.repeat(x, 4, axis=0).reshape(4, 4, 3)


# products


@program(X, W)
def mixed(x, w):
    y = w @ np.tanh(x)
    return y * np.cos(y)


@program(M, rng.normal(size=(3, 5)), rng.normal(size=(2, 4)))
def chain(x, b, a):
    return a @ np.sin(x) @ b @ (b.T @ x[0])


@program(X, W)
def dots(x, w):
    return w.dot(x) * np.dot(x, x) + np.dot(w, x) * np.inner(x, x) + np.dot(x, w.T) * (x @ x) + np.dot(2.0, x)[0]


@program(M, rng.normal(size=4), rng.normal(size=3))
def between_vectors(x, v, w):
    return v @ np.sin(x) * (x @ w)[:3] + np.dot(v, x) + np.matmul(x, w)[0] + v @ x @ w


@program(X)
def outer(x):
    return np.outer(x, x) @ np.outer(x[:3], x).T + np.outer(np.ones(5), x[:3])


@program(M)
def einsums(x):
    return np.einsum("ij,kj->ik", x, x) + np.einsum("ij->i", x) + np.einsum("ij,ij", x, x)


@program(X[:4].copy(), Q)
def solved(x, q):
    return np.linalg.solve(q, x) * np.linalg.solve(q, np.outer(x, x))[:, 0]


# arrays put together


@program(X)
def written_out(x):
    return np.array([x[0] * x[1], x[2], 3.0, x[3] ** 2])


@program(X)
def written_out_twice(x):
    return np.array([[x[0], x[1] * x[2]], [1.0, x[3]]])


@program(X)
def joined(x):
    return np.concatenate([x**2, x[:2], np.ones(2)]) * np.hstack([x, x[:4]])


@program(M)
def stacked(x):
    y = np.stack([x[0], x[1] ** 2, np.ones_like(x[2])], axis=1)
    return y @ np.vstack([x[2], x[3], x[0]]) + np.concatenate([x[:2], x[:1]], axis=0)


# functions that are called


def helper(z, p=3.0):
    return z**p + np.sin(z)


def first_of(z):
    return z[0]


@program(X)
def called(x):
    y = x.copy()
    for i in range(1, len(x)):
        y[i] = helper(y[i - 1]) * x[i]
    return helper(y) + helper(x[0], 2.0)


@program(X)
def called_for_a_number(x):
    y = x * x
    kept = first_of(y)
    y[0] = 5.0
    return y * kept


@program(X)
def lambdas(x):
    square = lambda z: z * z  # noqa: E731  # as users write it
    return square(x) * square(x[0])


# float32, complex numbers, few and no entries


@program(X.astype(np.float32))
def single(x):
    return x * x[0] + np.sum(x) * 2.0


@program(X.astype(np.float32))
def single_with_numbers(x):
    total = 0.0
    for k in range(len(x)):
        total = total + x[k] ** 2
    return x * total


@program(X.astype(np.float32), W)
def single_times_double(x, w):
    return w @ x


@program(X)
def complex_values(x):
    z = np.exp(1j * x)
    return z * z.conj() * 2.0 + z[0] * x


@program(X)
def transforms(x):
    return np.real(np.fft.ifft(np.fft.fft(x) * np.arange(5.0))) + np.fft.rfft(x).imag[0]


@program(np.zeros((0, 3)))
def empty(x):
    return np.sum(x, axis=0) * 2.0


@program(X)
def empty_part(x):
    return np.concatenate([x[5:] * 2.0, x]) + np.sum(x[5:])


@program(np.array([0.3, 0.6]))
def zero_dimensional(x):
    y = np.array(x[0] * x[1])
    return y * y


@program(X)
def independent(x):
    return np.ones(3) * len(x)


@program(X, "a name", None, True)
def odd_arguments(x, label, nothing, flag):
    return x * x if flag and nothing is None and label else x


@program(X)
def several_results(x):
    return x * x, np.sum(x)


@program(X)
def in_a_list(x):
    parts = []
    for k in range(len(x)):
        parts.append(x[k] ** 2)
    return sum(parts) * x
