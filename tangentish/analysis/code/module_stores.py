"""What arrays say of themselves, and modules of Python and its libraries whose classes store something else under these names."""

from __future__ import annotations

import dis
import functools
import sys
import types

from tangentish.analysis.code.code_names import codes_in, functions_in
from tangentish.class_attributes import living
from tangentish.frontend.foreign import is_lasting

INERT_ATTRIBUTES = frozenset("shape ndim size dtype itemsize nbytes strides flags __name__ __class__ __doc__ kind "
                             "__module__".split())
MAY_BE_NUMBERS = {name for name in INERT_ATTRIBUTES if not name.startswith("__")} - {"dtype"}
"""Those that classes may give another meaning, and a derivative."""


@functools.lru_cache(maxsize=1024)
def stored_by_module(module: str) -> frozenset[str]:
    """The names of what arrays say of themselves that the classes of a module, which is not looked at otherwise, store.

    Those of NumPy store what arrays have there.

    >>> import scipy.stats
    >>> sorted(stored_by_module("scipy.stats._multivariate")), sorted(stored_by_module("fractions"))
    (['shape'], [])
    """
    space = {} if is_lasting(module) else vars(sys.modules.get(module, types))
    classes = [cls for cls in living(space.values()) if isinstance(cls, type) and cls.__module__ == module]
    return frozenset(step.argval for cls in classes for function in functions_in(cls) for code in codes_in(function.__code__)
                     if MAY_BE_NUMBERS & {*code.co_names} for step in dis.get_instructions(code)
                     if step.opname == "STORE_ATTR" and step.argval in MAY_BE_NUMBERS)


def operators_of(cls: type) -> frozenset[str]:
    """The operators that a class of a library such as SciPy writes; what those of Python and of NumPy do is known.

    >>> import fractions
    >>> from scipy.spatial.transform import Rotation
    >>> "__mul__" in operators_of(Rotation), operators_of(fractions.Fraction)
    (True, frozenset())
    """
    root = (cls.__module__ or "").partition(".")[0]
    return frozenset() if is_lasting(root) or root in sys.stdlib_module_names else frozenset(
        name for name, value in vars(cls).items() if name.startswith("__") and isinstance(value, types.FunctionType))
