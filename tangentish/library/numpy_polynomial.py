"""Series of `numpy.polynomial` in another basis: NumPy evaluates one series at another, in arrays of objects."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.polynomial._polybase import ABCPolyBase

from tangentish import library
from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative


def converted(self: Any, domain: Any = None, kind: Any = None, window: Any = None) -> Any:
    """`series.convert(domain, kind, window)`: the sum of the terms, each by the recurrence that its basis has."""
    kind = type(self) if kind is None else kind
    check_kinds(self, kind)
    domain = kind.domain if domain is None else domain
    window = kind.window if window is None else window
    off, scale = np.polynomial.polyutils.mapparms(window, domain)
    first, second = np.polynomial.polyutils.mapparms(self.domain, self.window)
    x = kind._add(np.array([first]), second * kind._line(off, scale))  # the argument of the terms, in the other basis
    before, term = np.array([0.0]), np.array([1.0])
    total = self.coef[0] * term
    for k in range(len(self.coef) - 1):
        times, constant, back = recurrence(self, k)
        following = kind._add(times * kind._mul(x, term), constant * term)
        before, term = term, kind._sub(following, back * before)
        total = kind._add(total, self.coef[k + 1] * term)
    return kind(total, domain, window, self.symbol)


def recurrence(series: Any, k: int) -> tuple[float, float, float]:
    """What a term times x, the term, and the one before it count in the next one, after that of degree k.

    >>> recurrence(np.polynomial.Chebyshev([1.0]), 0), recurrence(np.polynomial.Chebyshev([1.0]), 3)
    ((1.0, 0.0, 0.0), (2.0, 0.0, 1.0))
    """
    return _RECURRENCES[series.basis_name](k)


_RECURRENCES: dict[str | None, Any] = {
    None: lambda k: (1.0, 0.0, 0.0),
    "T": lambda k: (2.0 if k else 1.0, 0.0, 1.0 if k else 0.0),
    "P": lambda k: ((2.0 * k + 1.0) / (k + 1.0), 0.0, k / (k + 1.0)),
    "L": lambda k: (-1.0 / (k + 1.0), (2.0 * k + 1.0) / (k + 1.0), k / (k + 1.0)),
    "H": lambda k: (2.0, 0.0, 2.0 * k),
    "He": lambda k: (1.0, 0.0, float(k)),
}


def check_kinds(series: Any, kind: Any) -> None:
    """Refuse series of classes that are not those of NumPy, which may say otherwise what a term is."""
    for cls in (type(series), kind):
        if not cls.__module__.startswith("numpy.polynomial."):
            raise UnsupportedError(f"converting a series with a {cls.__name__} has no derivative.\n"
                                   "Convert between the classes of numpy.polynomial.")


zero_derivative(recurrence, check_kinds)
library.REPLACED[ABCPolyBase.convert] = converted
