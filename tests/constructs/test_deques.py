"""`collections.deque`: what it gains, loses at either end and moves, as a local variable and as an attribute."""

from collections import deque

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V3, V4, V6, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(V4)
def bounded_history(x):
    q = deque(maxlen=2)
    for v in x:
        q.append(v * 2)
    return q[0] * q[1] ** 2


@case(V4)
def read_between(x):
    q = deque([0.0, 0.0], maxlen=2)
    total = 0.0
    for v in x:
        total += q[0] * v + q[-1] ** 2
        q.append(v * q[1] + v)
    return total * len(q)


@case(V4)
def both_ends(x):
    q = deque([x[0], x[1]])
    q.appendleft(x[2])
    a = q.popleft()
    q.append(a * x[3])
    b = q.pop()
    q.rotate(1)
    q.extend(x)
    q.extendleft([x[0] * x[1], x[2]])
    q[1] = q[0] * q[2]
    return sum(v**2 * (i + 1) for i, v in enumerate(q)) + b * len(q) + q[-1]


@case(V4)
def full_at_both_ends(x):
    q = deque(x[:3], maxlen=3)
    q.appendleft(x[3] * q[1])
    q.extend([x[0] * q[0], x[1]])
    total = q[0] * q[1] + q[2]
    q.extendleft((x[2], q[0] ** 2))
    q.extend([q[2]] * 5)
    q.append(x[3])
    return total * q[0] + q[1] * q[2] ** 2


class Delay:
    def __init__(self, n):
        self.line = deque([0.0] * n, maxlen=n)

    def step(self, v):
        out = self.line[0]
        self.line.append(v + 0.5 * out)
        return out

    def shift(self, v):
        out = self.line.popleft()
        self.line.append(v * out + v)
        return out


@case(V6)
def delay_line(x):
    d = Delay(2)
    total = 0.0
    for k in range(6):
        total += d.step(x[k]) * x[k] + d.shift(x[k]) * (k + 1)
    return total + sum(d.line)


@case(V4)
def breadth_first(x):
    todo = deque([(x[0], 0)])
    total = 0.0
    while todo:
        value, depth = todo.popleft()
        total += value**2 * (depth + 1)
        if depth < 2:
            todo.append((value * x[1], depth + 1))
            todo.append((value + x[2], depth + 1))
    return total


@case(V3)
def arrays_in_it(x):
    q = deque(maxlen=2)
    y = x.copy()
    for k in range(4):
        q.append(y)
        y = y * q[0] + k
        if len(q) == 2:
            q[0][0] = y[1]
            q.rotate()
    first = q.popleft()
    return np.sum(first * q[0]) + np.sum(y)


@case(V4)
def two_loops_of_lbfgs(x):
    pairs = deque(maxlen=2)
    p = x * 1.0
    for k in range(4):
        g = p**3 - x
        for s, y in pairs:
            g = g - s * np.sum(y * g) * 0.1
        for s, y in reversed(list(pairs)):
            g = g + y * np.dot(s, g) * 0.01
        new = p - 0.1 * g
        pairs.append((new - p, g * (k + 1)))
        p = new
    return np.sum(p**2)


@case(V4)
def copied_cleared_moved(x):
    q = deque(x, 4)
    r = q.copy()
    s = list(q) + list(tuple(r))
    q.reverse()
    q.insert(1, q.pop() * 2)
    q.remove(q[0])
    r.append(q[0] * r[0])
    kept = q[0] * r[-1] * r[0] + sum(s[2:])
    q.clear()
    q.append(kept)
    return sum(q) * len(r) + np.sum(np.array(r) ** 2) + max(r)


@case(V4)
def of_lists(x):
    q = deque([[x[0]], [x[1], x[2]]])
    q[0].append(x[3])
    q.rotate(-1)
    a = q.pop()
    q.appendleft(a)
    a[1] *= x[0]
    return q[0][1] * q[1][0] * q[-1][1]


@case(0.5)
def used_at_once(x):
    queue = deque([x, x**2], maxlen=3)
    return queue.popleft() * queue[-1]


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


@pytest.mark.parametrize("fun", [lambda x: (deque([x[0]]) + deque([x[1]]))[1], lambda x: (deque([x[0]]) * 2)[1]])
def test_refused(fun):
    with pytest.raises(tangentish.UnsupportedError):
        tangentish.grad(fun)(V4)
    with pytest.raises(tangentish.UnsupportedError):
        tangentish.jvp(fun, (V4,), (V4,))
