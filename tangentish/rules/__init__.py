"""Derivative rules: `registry` holds the table, the other modules fill it, a file a topic.

`elementwise`, `linear`, `vjp`, `jvp` and `zero_derivative` are for users' own (`user`).
"""

from tangentish.rules import (
    calculus,
    constants,
    creation,
    cumulative,
    factorisations,
    fft,
    indexing,
    joining,
    linalg,
    mathematical,
    methods,
    operators,
    outer,
    parts,
    polynomials,
    products,
    reductions,
    registry,
    scalars,
    second_order,
    second_order_products,
    shapes,
    sorting,
    tensors,
)
from tangentish.rules.user import elementwise, jvp, linear, vjp, zero_derivative

__all__ = ["elementwise", "jvp", "linear", "vjp", "zero_derivative"]
