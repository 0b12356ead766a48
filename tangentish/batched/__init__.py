"""Programs for many directions at once: every tangent or cotangent has a leading axis, every primal is computed once."""

from tangentish.batched.program import Batched, batched, parameters_of

__all__ = ["Batched", "batched", "parameters_of"]
