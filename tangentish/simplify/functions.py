"""Which known functions do nothing but compute, and which of them return new memory."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish import runtime
from tangentish.rules.registry import lookup

IMPURE_RUNTIME = {
    runtime.scatter,
    runtime.taken,
    runtime.put_back,
    runtime.augmented,
    runtime.seed,
    runtime.indexable,
    runtime.in_step,
    runtime.cell_of,
}
LIBRARIES = ("numpy", "math", "cmath", "scipy", "operator", "_operator", "tangentish.rules")
WRITERS = frozenset("copyto at put place putmask fill_diagonal put_along_axis print".split())
BUILTINS = {abs, bool, complex, float, int, len, max, min, range, round, sum, isinstance, pow, divmod, str, repr, type}
LAZY = {zip, enumerate, reversed, map, filter, iter, np.ndenumerate, np.nditer, np.ndindex}


def is_pure_function(target: Any) -> bool:
    """Whether a known function has no effect but its result (which it does not compute lazily)."""
    if not is_hashable(target) or target in IMPURE_RUNTIME or target in LAZY:
        return False
    if target in BUILTINS or isinstance(target, np.ufunc):
        return True
    module = getattr(target, "__module__", None) or ""
    label = getattr(target, "__name__", "")
    if isinstance(getattr(target, "__self__", None), np.ufunc):
        return label in ("reduce", "accumulate", "outer")
    if module.startswith("tangentish.runtime"):
        return label in runtime.__all__
    if module.startswith("tangentish.shadows"):
        return label == "Shadows"
    if label in WRITERS or not module.startswith(LIBRARIES) or "random" in module:
        return False
    return module.startswith(("math", "cmath", "tangentish.rules.helpers")) or lookup(target) is not None


def is_fresh_function(target: Any) -> bool:
    """Whether a pure function returns new memory, never its argument."""
    if isinstance(target, np.ufunc) or target in BUILTINS or getattr(target, "__module__", "") == "math":
        return target not in (max, min, sum, pow)
    if target is runtime.materialise or target is runtime.zeros_like:
        return True
    rule = lookup(target)
    if rule is None or target in LAZY:
        return False
    if rule.kind == "zero":
        return target not in (np.broadcast_arrays, np.broadcast_to)
    return rule.view == "never" and all(special.view == "never" for special in rule.special)


def is_hashable(target: Any) -> bool:
    """Whether an object can be looked up in tables."""
    try:
        hash(target)
    except TypeError:
        return False
    return True
