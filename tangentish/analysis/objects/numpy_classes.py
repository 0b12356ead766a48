"""Code that makes objects of NumPy's classes with operators of their own, matrices and polynomials, and counters.

>>> import numpy as np
>>> makes_matrices((lambda x: np.matrix(x) * 2).__code__), makes_polynomials((lambda x: np.poly1d(x)(2.0)).__code__)
(True, True)
>>> makes_matrices((lambda x: x.matrix * 2).__code__)
False
>>> sorted(operators_of_made((lambda x: Counter(a=x)).__code__))[:3]
['__add__', '__and__', '__iadd__']
"""

from __future__ import annotations

import dis
import functools
import types
from collections import Counter

import numpy as np

from tangentish.analysis.code.marks import OPERATORS
from tangentish.slots import POLYNOMIALS

WITH_OPERATORS = (*POLYNOMIALS, Counter)
"""Classes written in Python, of NumPy and of Python itself, whose objects have operators."""
_NONE: frozenset[str] = frozenset()
_OF_POLYNOMIALS = OPERATORS & {name for cls in POLYNOMIALS for name in vars(cls)}
_OF_COUNTERS = OPERATORS & {*vars(Counter)}
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


def operators_of_made(code: types.CodeType) -> frozenset[str]:
    """The operators that have a meaning of their own for what code makes, as far as it names the classes."""
    found = OPERATORS - {"__getitem__"} if makes_matrices(code) else _NONE
    found |= _OF_POLYNOMIALS if makes_polynomials(code) else _NONE
    return found | _OF_COUNTERS if "Counter" in code.co_names else found
