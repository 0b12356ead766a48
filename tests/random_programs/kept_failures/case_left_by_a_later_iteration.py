"""What an iteration of a `try` bound is unbound after a later one, which an exception left before that: its adjoint was None."""

import math
import numpy as np


def f1(x, t):
    x += t
    return x


def f2(f, t, k=2):
    for _ in range(k):
        t = f(t) * 1.5
    return t


def f3(x, k=0):
    if k >= len(x):
        return
    x[k] = np.tanh(x[k] + 0.9 * x[k - 1])
    f3(x, k + 1)


def helper1(x0, x1, t, k=1):
    np.add.at(x1, ([0, 2, 0], [0, 5, 0]), x1[:, 2] * x1.T[k])
    items1 = [0.7] * 3
    A1 = x1.T
    x1 -= np.tanh(A1.T)
    s1 = np.sin((w1 := np.trace(np.sin(A1))) * 0.25 + w1 ** 2)
    return x1


def program(x, M, e):
    for i1 in range(4):
        x[0], x[1] = (x[1], x[(i1 + 1) % 6] * 0.7)
        for v1, u1 in zip(x, x[:]):
            with np.printoptions(precision=3):
                np.tanh(np.arctan(M), out=M)
                M[0, i1] = np.tanh(+x[-1] / 2 - np.maximum(x[-3], M[0, i1]))
            try:
                a1 = np.append(x[:5], u1)
                states1 = [a1]
                for _ in range(1):
                    a1 = np.tanh(a1 + 0.4 * (a1 * M[1, i1]))
                    states1.append(a1)
                s2 = np.sum(np.stack(states1))
                if u1 > 0.1:
                    raise ValueError('no')
                A2 = (np.zeros((6, 6)) + u1) / (1.0 + (np.zeros((6, 6)) + u1) ** 2)
                states2 = [A2]
                for _ in range(3):
                    A2 = A2 + 0.9 * (1.1 + A2 ** 2) ** (-0.5) / 2.0
                    states2.append(A2)
                u1 = np.sum(states2[-1] * states2[0])
            except ValueError as error:
                M[i1 % 3, 5] = 0.7 * (M[i1 % 3][1] + 0.2 * (v1 + u1))
            else:
                k1 = int(np.sum(x > 0.1)) % 6
    return np.sum(e) + np.mean(M) + np.sum(x ** 2) / 4.0


ARGS = (np.array([-0.278, -0.612, -1.006, 0.158, 1.151, 0.148]), np.array([[0.632, -0.592, -0.881, -0.63, 0.683, -0.023], [-0.595, 0.153, -0.445, -0.013, 0.977, -0.106], [-0.374, 1.152, -0.614, -0.836, -0.676, 0.829]]), np.array([]))
ARGNUMS = (0, 1, 2)
