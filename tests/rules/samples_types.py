"""Samples of functions that change the type of a number, or give back their argument where there is nothing to do."""

from __future__ import annotations

import numpy as np

from tangentish.custom import cotangent_hook
from tangentish.custom.checks import apart, checked_bar
from tangentish.rules import helpers
from tangentish.rules.libraries import present
from tangentish.runtime import copy_as_it_lies
from tests.rules.samples import A, F, sample, several

X = np.array([-0.5, 0.2, 1.3, 2.9, 3.5])
Z = X[:2] - 1.5j

sample(np.float64, np.float32(0.5), single=True)
several((np.float64, np.complex128), X)
sample(helpers.as_type_of, 0.5, 1.5, only=("value",))
sample(helpers.shaped_like, X, np.zeros((2, *X.shape)), only=("tangent",))
sample(helpers.as_type_of, X, X[1:], only=("value",))
sample(helpers.method_astype, F(X), np.float64, single=True)
several(present(np, "astype"), X, np.float64, copy=False)
several((helpers.method_conj,), X)
several((helpers.method_conj,), Z)
sample(np.nan_to_num, X, copy=False)
sample(np.nan_to_num, X, False)
sample(np.diff, X, n=0)
several((np.polyder, np.polyint), X, 0)
for _check in (helpers.checked, helpers.checked_partial):
    sample(_check, A(3), helpers.like(A(3)), "x", None, only=("value",))
sample(cotangent_hook, A(3), np.positive, only=("x",))
sample(apart, X, [A(3)], only=("value",))
sample(copy_as_it_lies, A(2, 3))
sample(copy_as_it_lies, A(2, 3).T)
sample(checked_bar, A(3), helpers.like(A(3)), "x", None, only=("value",))
sample(helpers.one_bar, A(3), helpers.like(A(3)), None, only=("value",))
