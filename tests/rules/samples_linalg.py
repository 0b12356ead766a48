"""Samples of products and linear algebra."""

from __future__ import annotations

import numpy as np

from tangentish.rules.registry import present
from tests.rules.samples import A, C, F, M, S, sample, several

# products
for f in (np.matmul, np.dot, *present(np.linalg, "matmul")):
    sample(f, A(2, 3), A(3, 4))
    sample(f, C(2, 3), A(3, 4))
    if f is not getattr(np.linalg, "matmul", None):
        sample(f, A(2, 3), A(3))
        sample(f, A(3), A(3, 4))
        sample(f, A(3), A(3))
        sample(f, A(3), A(2, 3, 4))
        sample(f, A(2, 4, 3), A(3))
    sample(f, A(2, 4, 3), A(3, 5))
    sample(f, A(4, 3), A(2, 3, 5))
    sample(f, F(A(2, 3)), F(A(3, 4)), single=True, rtol=1e-5)
    sample(f, A(0, 3), A(3, 2))
several((np.matmul, *present(np.linalg, "matmul")), A(2, 1, 4, 3), A(3, 3, 5))
sample(np.dot, A(2, 4, 3), A(5, 3, 2))
sample(np.dot, 0.5, A(3))
sample(np.dot, A(3), 0.5)
sample(np.dot, 0.5, 1.5)
sample(np.dot, A(2, 3), A())
for shape, other in (((3,), (3,)), ((2, 3), (3,)), ((3,), (2, 3)), ((2, 3), (4, 3)), ((2, 4, 3), (5, 2, 3)),
                     ((), (3,)), ((3,), ()), ((), ())):
    sample(np.inner, A(*shape), A(*other))
sample(np.outer, A(3), A(4))
sample(np.outer, A(2, 2), A(3))
several(present(np.linalg, "outer"), A(3), A(4))
sample(np.vdot, A(3), A(3))
sample(np.vdot, C(2, 2), C(2, 2))
for f in (*present(np, "vecdot"), *present(np.linalg, "vecdot")):
    sample(f, A(2, 3), A(3))
    sample(f, C(2, 3), C(2, 3))
    sample(f, A(3, 2), A(3, 1), axis=0)
several(present(np, "matvec"), A(2, 4, 3), A(3))
several(present(np, "matvec"), C(4, 3), C(2, 3))
several(present(np, "vecmat"), A(3), A(2, 3, 4))
several(present(np, "vecmat"), C(2, 3), C(3, 4))
for f in (np.tensordot, *present(np.linalg, "tensordot")):
    sample(f, A(2, 3, 4), A(3, 4, 5))
    sample(f, A(2, 3), A(4), axes=0)
    sample(f, A(2, 3, 4), A(4, 2, 5), axes=((2, 0), (0, 1)))
    sample(f, A(2, 3, 4), A(5, 4, 3), axes=([1, -1], [-1, 1]))
    sample(f, A(2, 3), A(4, 3), axes=(1, 1))
    sample(f, A(2, 3), A(3, 2), axes=((0, 1), (1, 0)))
sample(np.kron, A(2, 3), A(3, 2))
sample(np.kron, A(3), A(2, 2))
sample(np.kron, A(2, 2), A(3))
sample(np.kron, 0.5, A(3))
sample(np.cross, A(3), A(3))
sample(np.cross, A(2, 3), A(3))
sample(np.cross, A(3, 2), A(4, 2, 3), axisa=0, axisc=1)
sample(np.cross, A(3, 2), A(3, 2), axis=0)
several(present(np.linalg, "cross"), A(2, 3), A(2, 3))
for text, shapes in (("ij,jk->ik", ((2, 3), (3, 4))), ("ij,jk", ((2, 3), (3, 4))), ("ii->i", ((3, 3),)),
                     ("ii", ((3, 3),)), ("ij->", ((2, 3),)), ("ij->ji", ((2, 3),)), ("i,i->", ((3,), (3,))),
                     ("...ij,...jk->...ik", ((2, 4, 3), (3, 5))), ("ij,k->i", ((2, 3), (4,))),
                     ("i,j,k->ijk", ((2,), (3,), (4,))), ("ii,i->i", ((3, 3), (3,))), ("...i", ((2, 3),)),
                     ("ij,ij->ij", ((1, 3), (2, 3))), ("ij,jk,kl,lm->im", ((2, 3), (3, 2), (2, 2), (2, 4))),
                     ("b i, b i -> b", ((2, 3), (2, 3))), ("i...,i...->...", ((2, 3), (2, 3)))):
    sample(np.einsum, text, *(A(*shape) for shape in shapes))

# linear algebra
several((np.linalg.inv, np.linalg.det, np.linalg.slogdet, np.linalg.pinv), M(3, 3))
several((np.linalg.inv, np.linalg.det, np.linalg.slogdet, np.linalg.pinv), M(2, 3, 3))
several((np.linalg.inv, np.linalg.det, np.linalg.slogdet, np.linalg.pinv), C(3, 3) + 3 * np.eye(3))
several((np.linalg.pinv,), A(4, 2))
several((np.linalg.pinv,), A(2, 2, 4))
several((np.linalg.pinv,), C(2, 4))
sample(np.linalg.inv, F(M(3, 3)), single=True, rtol=1e-4)
sample(np.linalg.det, np.array([[1.0, 2.0], [2.0, 4.0]]))
sample(np.linalg.det, np.zeros((2, 2)))
for a, b in (((3, 3), (3,)), ((3, 3), (3, 2)), ((2, 3, 3), (3,)), ((2, 3, 3), (3, 2)), ((2, 3, 3), (2, 3, 2)),
             ((3, 3), (2, 3, 2))):
    sample(np.linalg.solve, M(*a), A(*b))
sample(np.linalg.solve, M(3, 3) + 0.1 * C(3, 3), C(3))
several((np.linalg.cholesky, np.linalg.eigh, np.linalg.eigvalsh), S(3))
several((np.linalg.cholesky, np.linalg.eigh, np.linalg.eigvalsh), np.stack([S(3), S(3)]))
sample(np.linalg.cholesky, S(3), upper=True)
several((np.linalg.eigh, np.linalg.eigvalsh), S(3), UPLO="U")
_h = C(3, 3)
_h = _h @ _h.conj().T + 3 * np.eye(3)
several((np.linalg.cholesky, np.linalg.eigvalsh), _h)
for options in ({}, {"axis": 0}, {"axis": 1, "keepdims": True}):
    for order in (None, 2, 1, 3, 0.5, np.inf, -np.inf, 0, -2):
        sample(np.linalg.norm, A(3, 4), order, **(options or {"axis": -1}), size=1e-5)
for order in (None, "fro", "nuc", 1, -1, 2, -2, np.inf, -np.inf):
    sample(np.linalg.norm, A(3, 4), order)
    sample(np.linalg.norm, A(2, 3, 4), order, axis=(0, 2))
    sample(np.linalg.norm, A(2, 3, 4), order, axis=(2, 0), keepdims=True)
sample(np.linalg.norm, A(3))
sample(np.linalg.norm, A(2, 3, 4))
sample(np.linalg.norm, C(3))
sample(np.linalg.norm, C(3, 2), 1)
sample(np.linalg.norm, F(A(3)), single=True, rtol=1e-5)
several(present(np.linalg, "vector_norm"), A(2, 3))
several(present(np.linalg, "vector_norm"), A(2, 3), axis=1, ord=3)
several(present(np.linalg, "vector_norm"), A(2, 3), ord=1)
several(present(np.linalg, "matrix_norm"), A(2, 3, 4))
several(present(np.linalg, "matrix_norm"), A(2, 3, 4), ord=2, keepdims=True)
for shape in ((3, 3), (4, 2), (2, 4), (2, 3, 2)):
    for options in ({"full_matrices": False}, {"full_matrices": True}, {"compute_uv": False}):
        if options != {"full_matrices": True} or shape == (3, 3):
            sample(np.linalg.svd, A(*shape), **options)
    several(present(np.linalg, "svdvals"), A(*shape))
sample(np.linalg.svd, C(3, 2), compute_uv=False)
for shape in ((3, 3), (4, 2), (2, 4), (2, 3, 2)):
    sample(np.linalg.qr, M(*shape))
    sample(np.linalg.qr, M(*shape), mode="r")
sample(np.linalg.qr, C(3, 2))
several((np.linalg.eig, np.linalg.eigvals), np.diag([1.0, 2.0, 4.0]) + 0.1 * A(3, 3))
several((np.linalg.eigvals,), C(3, 3))
for n in (0, 1, 2, 5, -1, -3):
    sample(np.linalg.matrix_power, M(3, 3), n)
sample(np.linalg.multi_dot, [A(2, 3), A(3, 4), A(4, 2)])
sample(np.linalg.multi_dot, [A(3), A(3, 4), A(4)])
sample(np.linalg.multi_dot, [A(2, 3), A(3, 4)])
sample(np.linalg.lstsq, A(5, 3), A(5))
sample(np.linalg.lstsq, A(5, 3), A(5, 2))
sample(np.linalg.lstsq, A(2, 4), A(2))
sample(np.linalg.tensorinv, M(6, 6).reshape(2, 3, 6), ind=2)
sample(np.linalg.tensorinv, M(6, 6).reshape(6, 3, 2), ind=1)
sample(np.linalg.tensorsolve, M(6, 6).reshape(2, 3, 2, 3), A(2, 3))
for p in (None, 2, -2, "fro", 1, np.inf):
    sample(np.linalg.cond, M(3, 3), p)
