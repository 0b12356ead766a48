"""Derivatives of derivatives.

What tangentish writes is in the language that it reads, so a program that calls a derivative is followed into it.

    tangent_programs.py       `jvp`
    calls.py                  calls that a tangent program looks up when it runs
    called_programs.py        the program of such a call, and which value is which of its parameters
    gradients.py              calls of `grad(f)`: through the program of the gradient, or through that of the tangent of `f`
    tangents_of_gradients.py  the same, where that is differentiated again
    operators.py              `vjp`, Jacobians, products with Hessians
    copied_functions.py       closures as they were
"""

from __future__ import annotations

from tangentish.nested import calls as calls  # these two fill tables
from tangentish.nested import gradients as gradients
from tangentish.nested.operators import followed_jacobian, followed_product, followed_vjp, slopes_along, units
from tangentish.nested.tangent_programs import followed_jvp, register

__all__ = ["followed_jacobian", "followed_jvp", "followed_product", "followed_vjp", "register", "slopes_along", "units"]
