"""Rotations and rigid motions of `scipy.spatial.transform`, which SciPy has twice: compiled, and in Python for any arrays.

The latter stand for the former.  SciPy before 1.17 has the compiled ones only.
"""

from __future__ import annotations

import inspect
import types

from tangentish import library
from tangentish.rules.libraries import first_module


def in_python(module: str) -> dict[object, types.FunctionType]:
    """The functions of a compiled module, each with the one of that name in its counterpart, where there is one."""
    compiled, plain = (first_module(f"scipy.spatial.transform.{module}{kind}") for kind in ("_cy", "_xp"))
    if compiled is None or plain is None:
        return {}
    return {getattr(compiled, key): function for key, function in vars(plain).items()
            if inspect.isfunction(function) and function.__module__ == plain.__name__
            and not key.startswith("_") and hasattr(compiled, key)}


library.REPLACED |= in_python("_rotation") | in_python("_rigid_transform")
