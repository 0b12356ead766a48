"""Whole algorithms in the plain style of scientists: each mixes several constructs that have files of their own."""

import functools
import math
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import pytest

from tests.constructs.cases import M33, V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(V4)
def expression_evaluator(x):
    env = {"x": x[0], "y": x[1], "z": x[2]}

    def value(e):
        if isinstance(e, str):
            return env[e]
        if isinstance(e, (int, float)):
            return e
        op, *args = e
        if op == "let":
            (label, bound), body = args
            old = env[label]
            env[label] = value(bound)
            result = value(body)
            env[label] = old
            return result
        table = {"+": lambda *a: sum(a), "*": lambda *a: math.prod(a), "sin": np.sin,
                 "-": lambda a, b=None: -a if b is None else a - b}
        return table[op](*map(value, args))

    return value(("+", ("*", "x", ("sin", "y")), ("let", ("x", ("*", "x", "z")), ("-", ("*", "x", 2), "y")), ("-", "x")))


@case(V4)
def stack_machine_by_match(x):
    stack = []
    for op in [("push", x[0]), ("push", x[1]), ("mul",), ("push", x[2]), ("add",), ("dup",), ("mul",), ("halt",), ("push", 5)]:
        match op:
            case ("push", v):
                stack.append(v)
            case ("mul" | "add" as name,):
                b, a = stack.pop(), stack.pop()
                stack.append(a * b if name == "mul" else a + b)
            case ("dup",):
                stack.append(stack[-1])
            case ("halt",):
                break
    return stack[-1]


@case(V4)
def best_path(x):
    score = {("a", "a"): x[0], ("a", "b"): x[1], ("b", "a"): x[2], ("b", "b"): x[3]}
    best = {s: (0.0, [s]) for s in "ab"}
    for t in range(4):
        best = {s: max(((total + score[p, s] * (t + 1), path + [s]) for p, (total, path) in best.items()), key=lambda z: z[0])
                for s in "ab"}
    total, path = max(best.values(), key=lambda z: z[0])
    return total**2 * (1 + path.count("a"))


@case(V4)
def runge_kutta_over_lists(x):
    def step(f, y, t, h):
        k1 = f(t, y)
        k2 = f(t + h / 2, [a + h / 2 * b for a, b in zip(y, k1)])
        k3 = f(t + h / 2, [a + h / 2 * b for a, b in zip(y, k2)])
        k4 = f(t + h, [a + h * b for a, b in zip(y, k3)])
        return [a + h / 6 * (p + 2 * q + 2 * r + s) for a, p, q, r, s in zip(y, k1, k2, k3, k4)]

    y = [x[0], x[1]]
    path = [tuple(y)]
    for i in range(3):
        y = step(lambda t, u: (u[1], -x[2] * u[0] + x[3] * t), y, i * 0.1, 0.1)
        path.append(tuple(y))
    return sum(p**2 for p, _ in path) + max(q for _, q in path)


class Solver:
    order = 1

    def __init__(self, f, **options):
        self.f = f
        self.options = options
        self.evaluations = 0

    def rhs(self, t, y):
        self.evaluations += 1
        return self.f(t, y, **self.options)

    def step(self, t, y, h):
        return y + h * self.rhs(t, y)

    def solve(self, y, end, n):
        path = [y]
        for i in range(n):
            y = self.step(i * end / n, y, end / n)
            path.append(y)
        return path


class Heun(Solver):
    order = 2

    def step(self, t, y, h):
        k1 = self.rhs(t, y)
        return y + h / 2 * (k1 + self.rhs(t + h, y + h * k1))


class Adaptive(Heun):
    def __init__(self, f, tolerance=1e-3, **options):
        super().__init__(f, **options)
        self.tolerance = tolerance

    def step(self, t, y, h):
        full = super().step(t, y, h)
        if np.max(np.abs(full - Solver.step(self, t, y, h))) > self.tolerance:
            return super().step(t, super().step(t, y, h / 2), h / 2)
        return full


@case(V4, 0.7, argnums=(0, 1))
def solvers_of_several_classes(x, k):
    total = 0.0
    for cls in (Solver, Heun, Adaptive):
        solver = cls(lambda t, y, k=1.0, c=0.0: -k * y + c * np.sin(t), k=k, c=0.5)
        path = solver.solve(x, 1.0, 3)
        total = total + np.sum(path[-1] ** 2) * solver.order + path[1][0] * solver.evaluations
    return total


@case(V4)
def adam_over_a_dict(x):
    p = {"w": x[:2].copy(), "b": x[2]}
    m = {k: v * 0 for k, v in p.items()}
    s = {k: 0 * v for k, v in p.items()}
    for t in range(1, 4):
        g = {k: np.sin(v) * x[3] for k, v in p.items()}
        for k in p:
            m[k] = 0.9 * m[k] + 0.1 * g[k]
            s[k] = 0.99 * s[k] + 0.01 * g[k] ** 2
            p[k] = p[k] - 0.1 * (m[k] / (1 - 0.9**t)) / (np.sqrt(s[k] / (1 - 0.99**t)) + 1e-3)
    return np.sum(p["w"] ** 2) + p["b"]


@case(V4)
def two_loop_recursion(x):
    s, y = [x * 0.1, x[::-1] * 0.2], [x * 0.3 + 0.1, x * 0.5]
    q = x.copy()
    alphas = []
    for si, yi in reversed(list(zip(s, y))):
        a = (si @ q) / (yi @ si)
        q -= a * yi
        alphas.append(a)
    q *= (s[-1] @ y[-1]) / (y[-1] @ y[-1])
    for (si, yi), a in zip(zip(s, y), reversed(alphas)):
        q += si * (a - (yi @ q) / (yi @ si))
    return q @ q


@case(M33)
def elimination_with_pivots(a):
    n = a.shape[0]
    order = list(range(n))
    for k in range(n):
        p = max(range(k, n), key=lambda r: abs(a[r, k]))
        if p != k:
            a[[k, p]] = a[[p, k]]
            order[k], order[p] = order[p], order[k]
        for i in range(k + 1, n):
            a[i, k] /= a[k, k]
            a[i, k + 1 :] -= a[i, k] * a[k, k + 1 :]
    return np.log(np.abs(np.prod(np.diag(a)))) + a[2, 0] * a[1, 0] * order[0]


@case(V4)
def simplex_steps(x):
    def f(p):
        return (p[0] - 1) ** 2 + 10 * (p[1] - p[0] ** 2) ** 2

    points = [x[:2], x[1:3], x[2:]]
    for _ in range(4):
        points = sorted(points, key=f)
        best, middle, worst = points
        centre = (best + middle) / 2
        r = centre + (centre - worst)
        if f(r) < f(best):
            e = centre + 2 * (centre - worst)
            points[-1] = e if f(e) < f(r) else r
        elif f(r) < f(middle):
            points[-1] = r
        else:
            points = [best] + [best + 0.5 * (p - best) for p in points[1:]]
    return f(points[0]) + sum(p[0] for p in points)


class Sample(NamedTuple):
    p: float
    q: list
    scale: float = 2.0

    def value(self):
        return self.p * self.scale + sum(self.q)


@dataclass(frozen=True, order=True)
class Point:
    a: float
    b: float = 1.0

    def __add__(self, other):
        return Point(self.a + other.a, self.b * other.b)


@case(V4)
def records_reduced_and_replaced(x):
    first = Sample(x[0], [x[1], x[2] ** 2])
    second = first._replace(scale=x[3])
    second.q[0] *= 3
    p, q, scale = second
    points = [Point(v, b=w) for v, w in zip(x, x[::-1])] + [Point(x[0])]
    total = functools.reduce(lambda u, v: u + v, points)
    moved = replace(max(points), b=total.b)
    return first.value() * second.value() + p * q[1] * scale + total.a * moved.b * sorted(points)[0].b


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
