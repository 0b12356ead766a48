"""What is not looked at, and does not change: modules of Python itself, of NumPy, of SciPy, and of tangentish."""

from __future__ import annotations

import sys

_FOREIGN = frozenset(sys.stdlib_module_names | {"numpy", "scipy", "tangentish"}) - {"__main__"}


def is_foreign(module: str | None) -> bool:
    """Whether what a module defines is not looked at: Python's own, NumPy's and SciPy's.

    >>> is_foreign("numpy.linalg"), is_foreign(None), is_foreign("__main__")
    (True, True, False)
    """
    return (module or "builtins").partition(".")[0] in _FOREIGN
