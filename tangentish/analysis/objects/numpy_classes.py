"""Code that makes objects of NumPy's classes with operators of their own: matrices and polynomials.

>>> import numpy as np
>>> makes_matrices((lambda x: np.matrix(x) * 2).__code__), makes_polynomials((lambda x: np.poly1d(x)(2.0)).__code__)
(True, True)
>>> makes_matrices((lambda x: x.matrix * 2).__code__)
False
"""

from __future__ import annotations

import dis
import functools
import types

import numpy as np

_MATRICES = frozenset(("matrix", "asmatrix", "bmat"))


@functools.lru_cache(maxsize=4096)
def makes_matrices(code: types.CodeType) -> bool:
    """Whether code calls `np.matrix` or one of its like, or names it as a variable."""
    makers = _MATRICES & {*code.co_names}
    if not makers:
        return False
    steps = list(dis.get_instructions(code))
    return any(step.argval in makers and (step.opname.startswith(("LOAD_GLOBAL", "LOAD_NAME")) or before.argval in ("np", "numpy"))
               for before, step in zip([steps[0], *steps], steps, strict=False))


@functools.lru_cache(maxsize=4096)
def makes_polynomials(code: types.CodeType) -> bool:
    """Whether code names a class of polynomials."""
    return not {"poly1d", *np.polynomial.__all__}.isdisjoint(code.co_names)
