"""Second derivatives of special functions, from the differential equations that they solve."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.special as special

from tangentish.errors import UnsupportedError


def angular_slope(ans: Any, m: Any, cv: Any, c2: Any, x: Any) -> Any:
    """The second derivative of an angular spheroidal function, of its value and derivative `ans` (DLMF 30.2.1)."""
    return (2 * x * ans[1] - (cv - c2 * x**2 - m**2 / (1 - x**2)) * ans[0]) / (1 - x**2)


def radial_slope(ans: Any, m: Any, cv: Any, c: Any, x: Any, sign: int) -> Any:
    """The second derivative of a radial spheroidal function: prolate if `sign` is 1, oblate if it is -1."""
    over = x**2 - sign
    return ((cv - c**2 * x**2 + sign * m**2 / over) * ans[0] - 2 * x * ans[1]) / over


def bei_curvature(ans: Any, x: Any) -> Any:
    """The derivative of `ans`, which is `beip(x)`; that is about `x / 2` near 0."""
    zero = np.equal(x, 0)
    return special.ber(x) - np.where(zero, 0.5, ans / np.where(zero, 1, x))[()]


def airye_slopes(ans: Any, z: Any) -> tuple[Any, Any, Any, Any]:
    """The derivatives of `ans`, which is `airye(z)`, of real numbers; below 0 those with Ai are nan, and Bi is not scaled."""
    if np.iscomplexobj(z):
        raise UnsupportedError("the derivative of scipy.special.airye of complex numbers is not known.\nUse scipy.special.airy.")
    root = np.sqrt(np.maximum(z, 0))
    return ans[1] + root * ans[0], z * ans[0] + root * ans[1], ans[3] - root * ans[2], z * ans[2] - root * ans[3]


__all__ = ["airye_slopes", "angular_slope", "bei_curvature", "radial_slope"]
