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
    from tangentish.api import grad, jvp, stop_gradient, value_and_grad, vjp
    from tangentish.checkpointing import checkpoint
    from tangentish.custom import cotangent, cotangent_hook, custom_jvp, custom_vjp
    from tangentish.errors import (
        ArgumentError,
        ArgumentTypeError,
        CallError,
        ConvergenceError,
        DerivativeTypeError,
        GradientCheckError,
        OutputError,
        RuleError,
        SourceError,
        TangentishError,
        UnsupportedError,
    )
    from tangentish.hessians import hessian, hvp, vhp
    from tangentish.implicit import fixed_point, root
    from tangentish.jacobians import elementwise_grad, jacfwd, jacobian, jacrev, linearize, value_and_jacobian

__version__ = "0.1.0"

__all__ = [
    "ArgumentError", "ArgumentTypeError", "CallError", "ConvergenceError", "DerivativeTypeError", "GradientCheckError",
    "OutputError", "RuleError", "SourceError", "TangentishError", "UnsupportedError", "checkpoint", "cotangent",
    "cotangent_hook", "custom_jvp", "custom_vjp", "elementwise_grad", "fixed_point", "grad", "hessian", "hvp", "jacfwd",
    "jacobian", "jacrev", "jvp", "linearize", "root", "stop_gradient", "value_and_grad", "value_and_jacobian", "vhp", "vjp",
]
_MODULES = {
    "api": ("grad", "jvp", "stop_gradient", "value_and_grad", "vjp"),
    "custom": ("cotangent", "cotangent_hook", "custom_jvp", "custom_vjp"),
    "checkpointing": ("checkpoint",),
    "hessians": ("hessian", "hvp", "vhp"),
    "implicit": ("fixed_point", "root"),
}
"""Where names are, if not among the errors or in `jacobians`."""


def __getattr__(name: str) -> Any:
    """Load what is asked for: a program that imports the package and differentiates nothing does not wait for it."""
    if name in __all__:
        module = next((key for key, names in _MODULES.items() if name in names),
                      "errors" if name.endswith("Error") else "jacobians")
        found = getattr(importlib.import_module(f"tangentish.{module}"), name)
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
