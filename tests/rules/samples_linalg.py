"""Samples of linear algebra: solutions, determinants, norms, powers."""

from __future__ import annotations

import numpy as np

from tangentish.rules.libraries import present
from tests.rules.samples import A, C, F, M, sample, several


def regular(*shape: int) -> np.ndarray:
    """Regular complex matrices."""
    return C(*shape) + 3 * np.eye(shape[-2], shape[-1])


SQUARE = (np.linalg.inv, np.linalg.det, np.linalg.slogdet, np.linalg.pinv)
for shape in ((3, 3), (2, 3, 3), (2, 1, 2, 2), (1, 1), (5, 5)):
    several(SQUARE, M(*shape))
    several(SQUARE, regular(*shape))
several((np.linalg.inv, np.linalg.det, np.linalg.pinv), np.zeros((0, 0)))
several((np.linalg.inv, np.linalg.det, np.linalg.pinv), np.zeros((0, 3, 3)))
for f in SQUARE:
    sample(f, F(M(3, 3)), single=True, rtol=1e-3)
sample(np.linalg.det, np.array([[1.0, 2.0], [2.0, 4.0]]))  # of rank n - 1, n - 2 and 0
sample(np.linalg.det, np.outer([1.0, 2.0, -1.0], [0.5, 1.0, 3.0]))
sample(np.linalg.det, np.zeros((2, 2)))
sample(np.linalg.det, np.stack([np.zeros((2, 2)), np.eye(2), np.ones((2, 2))]))
sample(np.linalg.det, np.outer([1.0, 2.0j], [0.5 + 1j, 1.0]))
for shape in ((4, 2), (2, 4), (2, 2, 4), (2, 4, 3), (4, 1)):
    sample(np.linalg.pinv, A(*shape))
    sample(np.linalg.pinv, C(*shape))
_low = np.diag([3.0, 1.0, 0.02]) + 0.001 * A(3, 3)  # what is below the cutoff stays out, but turns the others
sample(np.linalg.pinv, _low, 0.1)
sample(np.linalg.pinv, _low + 0.003j * A(3, 3), rcond=0.1)
sample(np.linalg.pinv, np.concatenate([_low, _low[:1] + 0.01]), 0.1)
sample(np.linalg.pinv, np.stack([_low, M(3, 3)]), np.array([0.1, 0.01]))
_sym = M(3, 3) + M(3, 3).T
sample(np.linalg.pinv, _sym, hermitian=True)
sample(np.linalg.pinv, _sym + np.triu(A(3, 3), 1), hermitian=True)  # the upper triangle is not read
sample(np.linalg.pinv, np.stack([_sym, M(3, 3)]), hermitian=True)
sample(np.linalg.pinv, regular(3, 3), 0.01, True)
sample(np.linalg.pinv, np.eye(3))

for a, b in (((3, 3), (3,)), ((3, 3), (3, 2)), ((2, 3, 3), (3,)), ((2, 3, 3), (3, 2)), ((2, 3, 3), (2, 3, 2)),
             ((3, 3), (2, 3, 2)), ((2, 1, 3, 3), (4, 3, 1)), ((1, 1), (1,)), ((3, 3), (3, 0)), ((0, 0), (0,))):
    sample(np.linalg.solve, M(*a), A(*b))
    sample(np.linalg.solve, regular(*a), A(*b))
    sample(np.linalg.solve, M(*a), C(*b))
sample(np.linalg.solve, F(M(3, 3)), F(A(3)), single=True, rtol=1e-3)

# norms
for options in ({"axis": -1}, {"axis": 0}, {"axis": 1, "keepdims": True}, {"axis": (0,)}):
    for order in (None, 2, 1, 3, 0.5, np.inf, -np.inf, 0, -2, -1, 2.5):
        sample(np.linalg.norm, A(3, 4), order, size=1e-5, **options)
        sample(np.linalg.norm, C(3, 4), order, size=1e-5, **options)
for order in (None, "fro", "nuc", 1, -1, 2, -2, np.inf, -np.inf):
    sample(np.linalg.norm, A(3, 4), order)
    sample(np.linalg.norm, C(4, 3), order)
    sample(np.linalg.norm, A(2, 3, 4), order, axis=(0, 2))
    sample(np.linalg.norm, A(2, 3, 4), order, axis=(2, 0), keepdims=True)
    sample(np.linalg.norm, C(2, 3, 4), order, (-1, 1))
    several(present(np.linalg, "matrix_norm"), A(2, 3, 4), **({} if order is None else {"ord": order}))
    several(present(np.linalg, "matrix_norm"), C(4, 3), **({} if order is None else {"ord": order}), keepdims=True)
for x in (A(3), A(2, 3, 4), C(3), C(2, 3, 4)):
    sample(np.linalg.norm, x)
    sample(np.linalg.norm, x, keepdims=True)
for order in (1, 3, np.inf, -np.inf, 0, -1.5):
    sample(np.linalg.norm, A(3), order, size=1e-5)
sample(np.linalg.norm, F(A(3)), single=True, rtol=1e-5)
sample(np.linalg.norm, F(A(3, 2)), "nuc", single=True, rtol=1e-3)
sample(np.linalg.norm, F(A(3, 2)), 3, 0, single=True, rtol=1e-3)
for f in present(np.linalg, "vector_norm"):
    for order in (2, 1, 3, 0, 0.5, -1, np.inf, -np.inf):
        sample(f, A(2, 3), ord=order, size=1e-5)
        sample(f, C(2, 3), axis=1, ord=order, keepdims=True, size=1e-5)
        sample(f, A(2, 3, 2), axis=(0, 2), ord=order, size=1e-5)
    sample(f, A(2, 3))
for p in (None, 2, -2, "fro", "nuc", 1, -1, np.inf, -np.inf):
    sample(np.linalg.cond, M(3, 3), p)
    sample(np.linalg.cond, np.stack([regular(3, 3), regular(3, 3)]), p)
several((np.linalg.cond,), A(4, 2))
sample(np.linalg.cond, C(2, 4), -2)
sample(np.linalg.cond, np.array([[2.5]]))

# powers, chains, least squares
for n in (0, 1, 2, 5, -1, -3):
    sample(np.linalg.matrix_power, M(3, 3), n)
    sample(np.linalg.matrix_power, np.stack([regular(2, 2), regular(2, 2)]), n)
sample(np.linalg.multi_dot, [A(2, 3), A(3, 4), A(4, 2)])
sample(np.linalg.multi_dot, [A(3), A(3, 4), A(4)])
sample(np.linalg.multi_dot, [A(3), A(3)])
sample(np.linalg.multi_dot, [A(2, 3), A(3, 4)])
sample(np.linalg.multi_dot, [A(2, 3), A(3, 4), A(4, 5), A(5, 2), A(2)])
sample(np.linalg.multi_dot, [C(3), A(3, 4), C(4, 3), A(3, 2)])
sample(np.linalg.multi_dot, (A(2, 3), A(3, 4), A(4)))
for a, b in (((5, 3), (5,)), ((5, 3), (5, 2)), ((2, 4), (2,)), ((2, 4), (2, 3)), ((3, 3), (3, 1)), ((4, 1), (4,))):
    sample(np.linalg.lstsq, A(*a), A(*b))
    sample(np.linalg.lstsq, C(*a), C(*b))
    sample(np.linalg.lstsq, A(*a), A(*b), rcond=-1)
sample(np.linalg.lstsq, _low, A(3), 0.1)
sample(np.linalg.lstsq, np.concatenate([_low, _low[:1] + 0.01]), A(4, 2), rcond=0.1)
sample(np.linalg.lstsq, F(M(4, 2)), F(A(4)), single=True, rtol=1e-2)
sample(np.linalg.tensorinv, M(6, 6).reshape(2, 3, 6), ind=2)
sample(np.linalg.tensorinv, M(6, 6).reshape(6, 3, 2), ind=1)
sample(np.linalg.tensorinv, regular(6, 6).reshape(2, 3, 3, 2))
sample(np.linalg.tensorsolve, M(6, 6).reshape(2, 3, 2, 3), A(2, 3))
sample(np.linalg.tensorsolve, regular(6, 6).reshape(6, 2, 3), C(6))
sample(np.linalg.tensorsolve, np.moveaxis(M(6, 6).reshape(2, 3, 3, 2), 2, 0), A(2, 3), axes=(0,))
sample(np.linalg.tensorsolve, A(2, 4, 3, 6), A(4, 3), (0, 3))
for order in (2.5, 0.7, -1.5):  # the order too
    sample(np.linalg.norm, A(2, 3), order, axis=1, size=1e-5)
    sample(np.linalg.norm, C(3, 2), order, 0, True, size=1e-5)
    several(present(np.linalg, "vector_norm"), A(2, 3), ord=order, size=1e-5)
