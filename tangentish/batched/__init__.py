"""Tangent programs for many directions at once: every tangent has a leading axis, every primal is computed once."""

from tangentish.batched.program import Batched, batched

__all__ = ["Batched", "batched"]
