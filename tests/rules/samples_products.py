"""Samples of products of vectors, matrices and tensors."""

from __future__ import annotations

import numpy as np

from tangentish.rules.libraries import present
from tests.rules.samples import A, C, F, sample, several

for f in (np.matmul, np.dot, *present(np.linalg, "matmul")):
    sample(f, A(2, 3), A(3, 4))
    sample(f, C(2, 3), A(3, 4))
    if f is not getattr(np.linalg, "matmul", None):
        for left, right in (((2, 3), (3,)), ((3,), (3, 4)), ((3,), (3,)), ((3,), (2, 3, 4)), ((2, 4, 3), (3,))):
            sample(f, A(*left), A(*right))
            sample(f, C(*left), C(*right))
            sample(f, A(*left), C(*right))
    sample(f, A(2, 4, 3), A(3, 5))
    sample(f, A(4, 3), A(2, 3, 5))
    sample(f, C(4, 3), C(2, 3, 5))
    sample(f, F(A(2, 3)), F(A(3, 4)), single=True, rtol=1e-5)
    sample(f, A(0, 3), A(3, 2))
    sample(f, A(2, 0), A(0, 3))
several((np.matmul, *present(np.linalg, "matmul")), A(2, 1, 4, 3), A(3, 3, 5))
several((np.matmul, *present(np.linalg, "matmul")), C(2, 1, 4, 3), A(3, 3, 5))
sample(np.dot, A(2, 4, 3), A(5, 3, 2))
sample(np.dot, C(2, 4, 3), C(5, 3, 2))
sample(np.dot, 0.5, A(3))
sample(np.dot, A(3), 0.5)
sample(np.dot, 0.5, 1.5)
sample(np.dot, A(2, 3), A())
sample(np.dot, C(), C(2, 3))
for shape, other in (((3,), (3,)), ((2, 3), (3,)), ((3,), (2, 3)), ((2, 3), (4, 3)), ((2, 4, 3), (5, 2, 3)),
                     ((), (3,)), ((3,), ()), ((), ()), ((0, 3), (2, 3))):
    sample(np.inner, A(*shape), A(*other))
    sample(np.inner, C(*shape), C(*other))
for f in (np.outer, *present(np.linalg, "outer")):
    sample(f, A(3), A(4))
    sample(f, C(3), A(4))
    sample(f, F(A(3)), F(A(4)), single=True, rtol=1e-5)
    sample(f, A(0), A(4))
sample(np.outer, A(2, 2), A(3))
sample(np.outer, 0.5, A(3))
for shape in ((3,), (2, 2), (0,), ()):
    sample(np.vdot, A(*shape), A(*shape))
    sample(np.vdot, C(*shape), C(*shape))
    sample(np.vdot, C(*shape), A(*shape))
for f in (*present(np, "vecdot"), *present(np.linalg, "vecdot")):
    sample(f, A(2, 3), A(3))
    sample(f, A(3), A(3))
    sample(f, C(2, 3), C(2, 3))
    sample(f, C(2, 3), A(3))
    sample(f, A(3, 2), A(3, 1), axis=0)
    sample(f, C(4, 3, 2), C(1, 3, 2), axis=-2)
for shape, other in (((2, 4, 3), (3,)), ((4, 3), (2, 3)), ((4, 3), (3,))):
    several(present(np, "matvec"), A(*shape), A(*other))
    several(present(np, "matvec"), C(*shape), C(*other))
for shape, other in (((3,), (2, 3, 4)), ((2, 3), (3, 4)), ((3,), (3, 4))):
    several(present(np, "vecmat"), A(*shape), A(*other))
    several(present(np, "vecmat"), C(*shape), C(*other))

# tensors
for f in (np.tensordot, *present(np.linalg, "tensordot")):
    sample(f, A(2, 3, 4), A(3, 4, 5))
    sample(f, C(2, 3, 4), C(3, 4, 5))
    sample(f, A(2, 3), A(4), axes=0)
    sample(f, A(2, 3), A(3, 4), axes=1)
    sample(f, A(2, 3, 4), A(4, 2, 5), axes=((2, 0), (0, 1)))
    sample(f, A(2, 3, 4), A(5, 4, 3), axes=([1, -1], [-1, 1]))
    sample(f, A(2, 3, 4, 5), A(5, 3, 2), axes=((3, 0, 1), (0, 2, 1)))
    sample(f, A(2, 3), A(4, 3), axes=(1, 1))
    sample(f, A(2, 3), A(3, 2), axes=((0, 1), (1, 0)))
    sample(f, A(2, 3), A(4), axes=((), ()))
    sample(f, A(0, 3), A(3, 2), axes=1)
sample(np.tensordot, A(2, 3), A(3, 2), 1)
for shape, other in (((2, 3), (3, 2)), ((3,), (2, 2)), ((2, 2), (3,)), ((2,), (3,)), ((2, 1, 2), (3, 2)), ((), (2, 3))):
    sample(np.kron, A(*shape), A(*other))
    sample(np.kron, C(*shape), C(*other))
sample(np.kron, 0.5, A(3))
sample(np.cross, A(3), A(3))
sample(np.cross, C(2, 3), C(3))
sample(np.cross, A(2, 3), A(3))
sample(np.cross, A(3, 2), A(4, 2, 3), axisa=0, axisc=1)
sample(np.cross, A(3, 2), A(2, 3), 0, 1, 0)
sample(np.cross, A(3, 2), A(3, 2), axis=0)
several(present(np.linalg, "cross"), A(2, 3), A(2, 3))
several(present(np.linalg, "cross"), A(3, 2), A(3, 1), axis=0)
several(present(np.linalg, "cross"), C(2, 3), C(3))
for text, shapes in (("ij,jk->ik", ((2, 3), (3, 4))), ("ij,jk", ((2, 3), (3, 4))), ("ba", ((2, 3),)),
                     ("ii->i", ((3, 3),)), ("ii", ((3, 3),)), ("iji->ij", ((2, 3, 2),)), ("iji->j", ((2, 3, 2),)),
                     ("ij->", ((2, 3),)), ("ij->j", ((2, 3),)), ("ij->ji", ((2, 3),)), ("i,i->", ((3,), (3,))),
                     ("...ij,...jk->...ik", ((2, 4, 3), (3, 5))), ("...ij,...jk", ((2, 1, 4, 3), (5, 3, 2))),
                     ("ij,k->i", ((2, 3), (4,))), ("ij,k->", ((2, 3), (4,))), ("ij,ij,ij->i", ((2, 3), (2, 3), (1, 3))),
                     ("i,j,k->ijk", ((2,), (3,), (4,))), ("ii,i->i", ((3, 3), (3,))), ("ii,i->i", ((1, 1), (3,))),
                     ("...i", ((2, 3),)), ("...ii->...i", ((2, 3, 3),)), ("i...->...", ((2, 3),)), (",i", ((), (3,))),
                     ("ij,ij->ij", ((1, 3), (2, 3))), ("ij,ij->j", ((1, 3), (2, 3))), ("ij,ij", ((2, 1), (2, 3))),
                     ("ij,jk,kl,lm->im", ((2, 3), (3, 2), (2, 2), (2, 4))), ("ij->ij", ((0, 3),)), ("ij->i", ((2, 0),)),
                     ("b i, b i -> b", ((2, 3), (2, 3))), ("i...,i...->...", ((2, 3), (2, 3)))):
    sample(np.einsum, text, *(A(*shape) for shape in shapes))
    sample(np.einsum, text, *(C(*shape) if k == 0 else A(*shape) for k, shape in enumerate(shapes)))
for optimize in (True, "greedy", "optimal", ["einsum_path", (0, 1), (0, 1)]):
    sample(np.einsum, "ij,jk,kl->il", A(2, 3), A(3, 4), A(4, 2), optimize=optimize)
    sample(np.einsum, "ij,jk,kj->i", A(2, 3), A(3, 4), A(1, 3), optimize=optimize)
sample(np.einsum, "ij,jk->ik", A(2, 3), A(3, 4), dtype=float, order="F", casting="unsafe")
sample(np.einsum, "ij,jk->ik", F(A(2, 3)), F(A(3, 4)), single=True, rtol=1e-5)
sample(np.einsum, A(2, 3), [0, 1], A(3, 4), [1, 2])
sample(np.einsum, A(2, 3), [0, 1], A(3, 4), [1, 2], [2, 0])
sample(np.einsum, C(2, 3), [0, 1], C(3, 4), [1, 2], [2, 0], optimize=True)
sample(np.einsum, A(3, 3), [7, 7])
sample(np.einsum, A(3, 3), [7, 7], [7])
sample(np.einsum, A(2, 3, 4), [Ellipsis, 1], A(4, 2), [1, 0], [Ellipsis, 0])
sample(np.einsum, A(2, 3), (26, 1), A(3), (1,), A(2), (26,), ())
