"""Methods of lists, dicts and arrays that have names of their own: `push = LOG.append`.

What is called by such a name writes into something that the program need not know by any other.

>>> LOG = []
>>> push = LOG.append
>>> def note(x):
...     push(x)
>>> note.__module__ = "models"  # of no package
>>> writes_into(push) is LOG, writes_into(LOG.copy), [owner is LOG for owner in owners_met(note)]
(True, None, [True])
"""

from __future__ import annotations

import collections
import types
from typing import Any

import numpy as np

from tangentish.analysis.code.code_writes import MUTATORS
from tangentish.analysis.code.reach import Reach

WRITING_METHODS = MUTATORS | {f"__{name}__" for name in "setitem delitem iadd isub imul itruediv ipow ior imatmul".split()}
_WRITTEN = (list, dict, set, collections.deque, np.ndarray)


def writes_into(method: Any) -> Any:
    """What a compiled method writes into: the container or array that it is of; None if it does not, or is of something else."""
    if not isinstance(method, types.BuiltinMethodType | types.MethodWrapperType) or method.__name__ not in WRITING_METHODS:
        return None
    return method.__self__ if isinstance(method.__self__, _WRITTEN) else None


def owners_met(function: types.FunctionType) -> list[Any]:
    """What such methods write into that a function may meet; but for what objects have in other attributes, too."""
    reach = Reach({function.__name__: function})
    found = {id(owner): owner for owner in map(writes_into, reach.methods) if owner is not None}
    held = {id(value) for who, label, value in reach.data if label.startswith(".") and id(who) in reach.objects}
    return [owner for key, owner in found.items() if key not in held]
