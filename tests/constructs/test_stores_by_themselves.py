"""Arrays that are their own index where something is stored into them, `p[p] = v`: what is put back was kept under the old one."""

import numpy as np

from tests.constructs.cases import Cases
from tests.constructs.ways import checks_of

case = Cases()
unsure = Cases()
X = np.array([0.9, 0.3, 0.8, 1.2])
W = np.arange(4.0) + 1.0


@case(X)
def by_itself(x):
    p = np.array([2, 0, 1, 3])
    total = np.sum(x[p] ** 2 * W)
    p[p] = np.array([3, 2, 1, 1])
    return total + np.sum(x[p] * W)


@case(X)
def by_a_part_of_it(x):
    p = np.array([2, 0, 1, 3])
    total = np.sum(x[p] ** 2 * W)
    p[p[:2]] = 3
    v = p[1:3]
    total = total * np.sum(x[p] * W)
    p[v] = 1
    return total + np.sum(x[p] * W)


@case(X)
def in_place(x):
    p = np.array([2, 0, 1, 3])
    total = np.sum(x[p] ** 2 * W)
    p[p] -= p // 2
    return total + np.sum(x[p] * W)


@case(X)
def in_a_loop(x):
    p, total = np.array([2, 0, 1, 3]), 0.0
    for _ in range(3):
        total = total + np.sum(x[p] ** 2 * W)
        p[p] = (p + 1) % 4
    return total


@case(X)
def a_list(x):
    p, total = [2, 0, 1, 3], 0.0
    for k in range(3):
        total = total + x[p[0]] ** 2 * W[k]
        p[p[0]] = (p[1] + 1) % 4
    return total


@case(X)
def a_mask(x):
    m = x > 0.4
    total = np.sum(x[m] ** 2)
    m[m] = x[m] > 0.85
    total = total * np.sum(x[m])
    m[~m] = True
    total = total + np.sum(x[m] * W[m])
    m[m] &= x[m] > 1.0
    return total + np.sum(x[m])


@case(X)
def a_mask_by_another_name(x):
    m = x > 0.4
    total = np.sum(x[m] ** 2)
    n = m
    n[m] = x[m] > 0.85
    return total + np.sum(x[m])


@case(X)
def several_axes(x):
    p = np.array([[0, 1], [1, 0]])
    total = np.sum(x[p] ** 2)
    p[p[0], p[1]] = 3
    total = total * np.sum(x[p] * W.reshape(2, 2))
    p[p[:, :1] % 2, 0] = 2
    return total + np.sum(x[p] * W.reshape(2, 2))


@case(X)
def in_a_tuple(x):
    p = np.array([2, 0, 1, 3])
    total = np.sum(x[p] ** 2 * W)
    place = (p,)
    p[place] = 3 - p
    return total + np.sum(x[p] * W)


class Order:
    def __init__(self):
        self.p = np.array([2, 0, 1, 3])

    def step(self):
        self.p[self.p] = (self.p + 1) % 4


@case(X)
def of_an_object(x):
    order, total = Order(), 0.0
    for _ in range(3):
        total = total + np.sum(x[order.p] ** 2 * W)
        order.step()
    return total


def moved(p):
    p[p] = (p + 1) % 4
    return p


@case(X)
def in_a_function(x):
    p, total = np.array([2, 0, 1, 3]), 0.0
    for _ in range(3):
        total = total + np.sum(x[p] ** 2 * W)
        moved(p)
    return total


@unsure(X)
def by_functions(x):
    p = np.array([2, 0, 1, 3])
    total = np.sum(x[p] ** 2 * W)
    np.put(p, p, 3 - p)
    total = total * np.sum(x[p] * W)
    np.add.at(p, p // 2, -np.minimum(p, 1))
    m = x > 0.4
    np.putmask(m, m, x > 0.85)
    return total + np.sum(x[p % 4] * W) * np.sum(x[m])


test_gradient, test_right_or_refused = checks_of(case, unsure)
