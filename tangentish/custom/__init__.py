"""Whole functions with a derivative of the user's own.

    functions.py  the objects that `custom_vjp` and `custom_jvp` make
    checks.py     what their rules give
    cotangents.py code in the reverse sweep: `cotangent`
"""

from tangentish.custom.cotangents import cotangent, cotangent_hook
from tangentish.custom.functions import Arguments, Custom, CustomJvp, CustomVjp, custom_jvp, custom_vjp

__all__ = ["Arguments", "Custom", "CustomJvp", "CustomVjp", "cotangent", "cotangent_hook", "custom_jvp", "custom_vjp"]
