"""Isotonic regression in SciPy: the pooling of adjacent values, which is compiled, in plain NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish import library
from tangentish.rules.libraries import first_module, present
from tangentish.rules.registry import zero_derivative

_compiled = first_module("scipy.optimize._pava_pybind")


def blocks_of(x: Any, w: Any, r: Any) -> Any:
    """The first places of the values that are pooled, and one more for the end."""
    _, _, found, count = _compiled.pava(np.array(x), np.array(w), np.array(r))
    return found[:count + 1]


zero_derivative(blocks_of)


def pava(x: Any, w: Any, r: Any) -> Any:
    """`pava`: values with each block at its mean, the weights of the blocks, where these begin, and how many there are."""
    blocks = blocks_of(x, w, r)
    weights = np.add.reduceat(w, blocks[:-1])
    means = np.add.reduceat(x * w, blocks[:-1]) / weights
    return np.repeat(means, np.diff(blocks)), weights, blocks, len(weights)


library.REPLACED |= {one: pava for one in present(_compiled, "pava")}
