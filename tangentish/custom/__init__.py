"""Whole functions with a derivative of the user's own.

    functions.py  the objects that `custom_vjp` and `custom_jvp` make
    checks.py     what their rules give
"""

from tangentish.custom.functions import Arguments, Custom, CustomJvp, CustomVjp, custom_jvp, custom_vjp

__all__ = ["Arguments", "Custom", "CustomJvp", "CustomVjp", "custom_jvp", "custom_vjp"]
