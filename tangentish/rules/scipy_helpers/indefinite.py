"""The factors of symmetric and Hermitian matrices that LAPACK finds with pivots (`sytrf`, `hetrf`), and their derivatives.

It stores `L` and `D` of `P^T A P = L D L^T` in one triangle of `A`, where `D` has blocks of one or two rows, and the columns
of `L` are not swapped by what comes after them.  With `S = L^-1 P^T A_dot P L^-T`, `D_dot` is the part of `S` that is in the
blocks, and `L_dot = L X D^-1`, where `X` is what is below them (as for Cholesky factors; J. Bunch, L. Kaufman, Some stable
methods for calculating inertia, Mathematics of Computation 31, 1977, has the factors).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.rules.helpers import swap
from tangentish.rules.scipy_helpers.systems import part_read, part_read_bar


def blocks_of(pivots: Any) -> list[tuple[int, int, int, int]]:
    """For each block of `D`, in the order of a lower triangle: where it begins, its size, and the two rows that are swapped.

    >>> blocks_of([1, -3, -3])
    [(0, 1, 0, 0), (1, 2, 2, 2)]
    """
    found, k = [], 0
    while k < len(pivots):
        size = 1 if pivots[k] > 0 else 2
        found.append((k, size, k + size - 1, abs(int(pivots[k])) - 1))
        k += size
    return found


def places(pivots: Any) -> tuple[Any, Any, Any]:
    """The order of the rows; where each entry of `L` is stored, -1 if it is not; and which entries are in blocks of `D`.

    >>> places([2, 2])[0]
    array([1, 0])
    """
    n = len(pivots)
    order, stored, inside = np.arange(n), np.full((n, n), -1), np.zeros((n, n), bool)
    for k, size, one, other in blocks_of(pivots):
        order[[one, other]] = order[[other, one]]
        stored[[one, other], :k] = stored[[other, one], :k]
        stored[k + size :, k : k + size] = np.arange(n * n).reshape(n, n)[k + size :, k : k + size]
        inside[k : k + size, k : k + size] = True
    return order, stored, inside


class Factors:
    """`L`, `D` and the order of the rows, from what LAPACK stores in a lower triangle."""

    def __init__(self, stored: Any, pivots: Any, hermitian: bool) -> None:
        self.order, self.places, self.inside = places(pivots)
        self.hermitian = hermitian
        self.lower = np.eye(len(pivots), dtype=np.result_type(stored)) + self.below(stored)
        self.blocks = self.both(stored)

    def below(self, stored: Any) -> Any:
        """What is in `L` below its diagonal."""
        return np.where(self.places >= 0, np.reshape(stored, -1)[np.maximum(self.places, 0)], 0) if len(self.places) else stored

    def both(self, stored: Any) -> Any:
        """The blocks of `D`."""
        return part_read(np.where(self.inside, stored, 0), self.kind, True)

    @property
    def kind(self) -> str:
        """What SciPy calls such matrices."""
        return "her" if self.hermitian else "sym"

    def star(self, x: Any) -> Any:
        """The transpose, which is conjugate for Hermitian matrices."""
        return np.conj(swap(x)) if self.hermitian else swap(x)

    def put(self, below: Any, blocks: Any, like: Any) -> Any:
        """Store what is below the diagonal of `L`, and in the lower triangles of the blocks."""
        result = np.array(like)
        flat = np.reshape(result, -1)
        inside = self.inside & np.tri(len(blocks), dtype=bool)
        flat[np.flatnonzero(inside)] = blocks[inside]
        flat[self.places[self.places >= 0]] = below[self.places >= 0]
        return np.reshape(flat, np.shape(result))


def pivoted_dot(stored: Any, pivots: Any, a_dot: Any, lower: Any, hermitian: bool) -> Any:
    """The tangent of what is stored; in the other triangle that of `a`."""
    if not lower:
        return pivoted_dot(*_turned(stored, pivots), a_dot[::-1, ::-1], True, hermitian)[::-1, ::-1]
    found = Factors(stored, pivots, hermitian)
    change = part_read(a_dot, found.kind, True)[found.order][:, found.order]
    half = np.linalg.solve(found.lower, change)
    inner = found.star(np.linalg.solve(found.lower, found.star(half)))
    outside = np.tril(inner) * ~found.inside
    l_dot = found.lower @ swap(np.linalg.solve(swap(found.blocks), swap(outside)))
    return found.put(l_dot, inner, a_dot)


def pivoted_bar(bar: Any, stored: Any, pivots: Any, lower: Any, hermitian: bool) -> Any:
    """The cotangent of `a`."""
    if not lower:
        turned, numbers = _turned(stored, pivots)
        return pivoted_bar(bar[::-1, ::-1], turned, numbers, True, hermitian)[::-1, ::-1]
    found = Factors(stored, pivots, hermitian)
    l_bar = swap(found.lower) @ found.below(bar)
    inner = np.tril(np.linalg.solve(found.blocks, swap(l_bar)).T) * ~found.inside
    inner = inner + np.where(found.inside & np.tri(len(bar), dtype=bool), bar, 0)
    half = np.linalg.solve(swap(found.lower), inner)
    right = np.conj(found.lower) if hermitian else found.lower
    change = swap(np.linalg.solve(swap(right), swap(half)))
    back = np.argsort(found.order)
    return part_read_bar(change[back][:, back], found.kind, True) + np.triu(bar, 1)


def _turned(stored: Any, pivots: Any) -> tuple[Any, Any]:
    """What is stored in an upper triangle, as if it were a lower one: from the last row to the first."""
    pivots = np.asarray(pivots)[::-1]
    return stored[::-1, ::-1], np.where(pivots > 0, len(pivots) + 1 - pivots, -(len(pivots) + 1 + pivots))


__all__ = ["pivoted_bar", "pivoted_dot"]
