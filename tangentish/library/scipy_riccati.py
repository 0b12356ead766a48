"""Riccati-Bessel functions of `scipy.special` in plain NumPy: spherical ones times their argument.

Sources: DLMF 10.51.1 and 10.51.2 for their derivatives.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.special as special

from tangentish import library
from tangentish.rules.registry import zero_derivative


def orders_up_to(n: Any, x: Any) -> Any:
    """The orders from 0 to `n`; raises what SciPy raises of such arguments."""
    special.riccati_jn(n, x)
    return np.arange(int(n) + 1)


zero_derivative(orders_up_to)


def riccati_jn(n: Any, x: Any) -> tuple[Any, Any]:
    """`scipy.special.riccati_jn`."""
    orders = orders_up_to(n, x)
    values = x * special.spherical_jn(orders, x)
    return values, np.concatenate([np.reshape(np.cos(x), (1,)), slopes_of(orders, x, values)])


def riccati_yn(n: Any, x: Any) -> tuple[Any, Any]:
    """`scipy.special.riccati_yn`."""
    orders = orders_up_to(n, x)
    values = x * special.spherical_yn(orders, x)
    return values, np.concatenate([np.reshape(np.sin(x), (1,)), slopes_of(orders, x, values)])


def slopes_of(orders: Any, x: Any, values: Any) -> Any:
    """The derivatives of those of order 1 and above."""
    return values[:-1] - orders[1:] / x * values[1:]


library.REPLACED |= {special.riccati_jn: riccati_jn, special.riccati_yn: riccati_yn}
