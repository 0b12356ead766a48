"""Samples of the helpers of products, transforms and linear algebra that have rules."""

from __future__ import annotations

import numpy as np

from tangentish.rules import helpers
from tests.rules.samples import A, C, M, sample, several

for x in (M(3, 3), np.stack([M(2, 2), np.ones((2, 2))]), C(3, 3), np.outer([1.0, 2.0, 3.0], [2.0, 1.0, 1.0]),
          np.zeros((3, 3)), np.array([[2.0]]), np.diag([1.0, 0.0, 0.0])):
    sample(helpers.cofactor, x)
for text, shapes, bar in (("ij,jk->ik", ((2, 3), (3, 4)), (2, 4)), ("ij,k->i", ((2, 3), (4,)), (2,)),
                          ("ii,i->i", ((3, 3), (3,)), (3,)), ("ij,ij->j", ((1, 3), (2, 3)), (3,)),
                          ("...ij,jk,k->...i", ((2, 2, 3), (3, 4), (4,)), (2, 2))):
    for k in range(len(shapes)):
        sample(helpers.uneinsum, A(*bar), (text, *(A(*shape) for shape in shapes)), k)
        sample(helpers.uneinsum, C(*bar), (text, *(C(*shape) for shape in shapes)), k, True)
sample(helpers.uneinsum, A(2, 4), (A(2, 3), [0, 1], A(3, 4), [1, 2], [0, 2]), 1)
for f in (helpers.uncross_left, helpers.uncross_right):
    only = ("bar", "b") if f is helpers.uncross_left else ("bar", "a")
    sample(f, A(2, 3), A(2, 3), A(3), only=only)
    sample(f, A(2, 3), A(2, 3), A(2, 3), only=only)
    sample(f, A(4, 3, 2), A(3, 2), A(4, 2, 3), 0, -1, 1, only=only)
    sample(f, C(3, 2), C(3, 2), C(3, 2), axis=0, only=only)
for n in (None, 4, 7):
    sample(helpers.unrfft, C(2, (5 if n is None else n) // 2 + 1), (2, 5), n)
sample(helpers.unirfft, A(2, 7), (2, 5))
sample(helpers.unirfft, A(2, 6), (2, 5), -1, "ortho", False)
several((helpers.unfftn, helpers.unifftn), C(3, 4), (3, 4))
several((helpers.unfftn, helpers.unifftn), C(3, 6), (2, 4), (3, 6), (0, 1), "ortho")
sample(helpers.unrfftn, C(3, 3), (3, 4))
sample(helpers.unrfftn, C(3, 4), (2, 4), (3, 6), (0, 1), "forward")
sample(helpers.unirfftn, A(3, 6), (3, 4))
sample(helpers.unirfftn, A(3, 7), (2, 4), (3, 7), (0, 1))
sample(helpers.einsum_dot, [None, A(2, 3), A(3, 4)], ("ij,jk->ik", A(2, 3), A(3, 4)))
sample(helpers.einsum_dot, [None, None, A(3, 4), A(4)], ("ij,jk,k->i", A(2, 3), A(3, 4), A(4)))
