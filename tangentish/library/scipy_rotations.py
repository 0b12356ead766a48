"""Rotations and rigid motions of `scipy.spatial.transform`, which SciPy has twice: compiled, and in Python for any arrays.

The latter stand for the former.  SciPy before 1.17 has the compiled ones only.
"""

from __future__ import annotations

import inspect
import types
from typing import Any

import numpy as np

from tangentish import library
from tangentish.errors import UnsupportedError
from tangentish.rules.libraries import first_module
from tangentish.rules.registry import zero_derivative


def in_python(module: str) -> dict[object, types.FunctionType]:
    """The functions of a compiled module, each with the one of that name in its counterpart, where there is one."""
    compiled, plain = (first_module(f"scipy.spatial.transform.{module}{kind}") for kind in ("_cy", "_xp"))
    if compiled is None or plain is None:
        return {}
    return {getattr(compiled, key): of_real(function) if key in UNPROMOTED else function for key, function in vars(plain).items()
            if inspect.isfunction(function) and function.__module__ == plain.__name__
            and not key.startswith("_") and hasattr(compiled, key)}


def check_real(args: Any) -> None:
    """Refuse complex numbers: the compiled functions drop their imaginary parts, those in Python do not."""
    if any([np.iscomplexobj(arg) for arg in args]):
        raise UnsupportedError("rotations and rigid motions of complex numbers have no derivative.\nGive them the real parts.")


zero_derivative(check_real)


def promoted(*args: Any, xp: Any) -> Any:
    """`scipy.spatial.transform._rotation._promote`: arrays in double precision."""
    check_real(args)
    found = arrays.xp_promote(*args, np.empty(0), force_floating=True, xp=xp)
    return found[0] if len(args) == 1 else found[:-1]


UNPROMOTED = ("from_exp_coords", "pow")
"""What is called with arguments that were not promoted."""


def of_real(function: types.FunctionType) -> Any:
    """A function that is not given complex numbers."""

    def checked(*args: Any) -> Any:
        check_real(args)
        return function(*args)

    return checked


library.REPLACED |= in_python("_rotation") | in_python("_rigid_transform")
rotations, arrays = first_module("scipy.spatial.transform._rotation"), first_module("scipy._lib._array_api")
if hasattr(rotations, "_promote") and hasattr(arrays, "xp_promote"):
    library.REPLACED[rotations._promote] = promoted
