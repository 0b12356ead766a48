"""The signatures of functions that are not written in Python, also where NumPy tells none: before 2.4 for those in C.

>>> import numpy as np
>>> list(signature_told(np.asarray).parameters)[:2]
['a', 'dtype']
>>> signature_told(len)
<Signature (obj, /)>
"""

from __future__ import annotations

import functools
import inspect
from typing import Any

import numpy as np

_OF_OLD_RELEASES: dict[Any, Any] = {
    np.array: lambda object, dtype=None, *, copy=True, order="K", subok=False, ndmin=0, like=None: None,
    np.asarray: lambda a, dtype=None, order=None, *, device=None, copy=None, like=None: None,
    np.asanyarray: lambda a, dtype=None, order=None, *, device=None, copy=None, like=None: None,
    np.ascontiguousarray: lambda a, dtype=None, *, like=None: None,
    np.asfortranarray: lambda a, dtype=None, *, like=None: None,
    np.zeros: lambda shape, dtype=None, order="C", *, device=None, like=None: None,
    np.empty: lambda shape, dtype=None, order="C", *, device=None, like=None: None,
    np.empty_like: lambda prototype, /, dtype=None, order="K", subok=True, shape=None, *, device=None: None,
    np.concatenate: lambda arrays, /, axis=0, out=None, *, dtype=None, casting="same_kind": None,
    np.dot: lambda a, b, out=None: None,
    np.inner: lambda a, b, /: None,
    np.vdot: lambda a, b, /: None,
    np.where: lambda condition, x=None, y=None, /: None,
    np.bincount: lambda x, /, weights=None, minlength=0: None,
    np.lexsort: lambda keys, axis=-1: None,
    np.copyto: lambda dst, src, casting="same_kind", where=True: None,
    np.putmask: lambda a, /, mask, values: None,
    np.unravel_index: lambda indices, shape, order="C": None,
    np.ravel_multi_index: lambda multi_index, dims, mode="raise", order="C": None,
}
"""As the releases that have them tell them."""


@functools.cache
def signature_told(function: Any) -> inspect.Signature:
    """The signature of a function; raises ValueError if there is none, and TypeError for what is not hashable or no function."""
    try:
        return inspect.signature(function)
    except ValueError:
        if function not in _OF_OLD_RELEASES:
            raise
        return inspect.signature(_OF_OLD_RELEASES[function])
