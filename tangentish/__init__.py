"""Exact derivatives of plain Python and NumPy functions, as source code you can read.

>>> import tangentish
>>> def cube(x):
...     return x ** 3
>>> tangentish.grad(cube)(2.0)
12.0
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tangentish.api import grad, stop_gradient, value_and_grad, vjp
    from tangentish.errors import (
        ArgumentError,
        DerivativeTypeError,
        OutputError,
        RuleError,
        SourceError,
        TangentishError,
        UnsupportedError,
    )

__version__ = "0.1.0"

__all__ = [
    "ArgumentError", "DerivativeTypeError", "OutputError", "RuleError", "SourceError", "TangentishError",
    "UnsupportedError", "grad", "stop_gradient", "value_and_grad", "vjp",
]


def __getattr__(name: str) -> Any:
    """Load what is asked for: a program that imports the package and differentiates nothing does not wait for it."""
    if name in __all__:
        found = getattr(importlib.import_module("tangentish.errors" if name.endswith("Error") else "tangentish.api"), name)
        globals()[name] = found
        return found
    if not name.startswith("_"):
        try:
            return importlib.import_module(f"tangentish.{name}")
        except ModuleNotFoundError as error:
            if error.name != f"tangentish.{name}":
                raise
    raise AttributeError(f"module 'tangentish' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
