"""`output=` of the functions of `scipy.ndimage`: an array that the result is written into, or a type to give it."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative


def widens(input: Any, output: Any) -> bool:
    """Whether an array holds integers, and the result is asked for in a type that does not."""
    return output is not None and np.asarray(input).dtype.kind in "iub" and np.dtype(getattr(output, "dtype", output)).kind in "fc"


zero_derivative(widens)


def filtered_input(input: Any, output: Any) -> Any:
    """What a filter is given whose result is stored afterwards: of integers it would make integers."""
    if widens(input, output):
        return np.asarray(input, dtype=float)
    return input


def stored_output(result: Any, output: Any) -> Any:
    """The result of a filter with `output`; complex numbers stay complex, as SciPy keeps them."""
    if isinstance(output, np.ndarray):
        if np.iscomplexobj(result) and not np.iscomplexobj(output):
            raise RuntimeError("output must have complex dtype")
        output[...] = result
        return output
    if isinstance(output, list | tuple):
        raise UnsupportedError("a filter of scipy.ndimage whose output is a list has no derivative.\nUse its result.")
    if output is None:  # decided when the program is made: the type is not tried out on samples then
        return result
    return result.astype(np.promote_types(output, np.complex64) if np.iscomplexobj(result) else output)
