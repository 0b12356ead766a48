"""Exact derivatives of plain Python and NumPy functions, as source code you can read.

>>> import tangentish
>>> def cube(x):
...     return x ** 3
>>> tangentish.grad(cube)(2.0)
12.0
"""

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
