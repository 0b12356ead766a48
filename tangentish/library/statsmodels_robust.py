"""Robust scales of statsmodels in plain Python, where they are compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish import library
from tangentish.rules.libraries import first_module, present
from tangentish.rules.registry import zero_derivative

_qn_module = first_module("statsmodels.robust._qn")


def qn(a: Any, c: Any) -> Any:
    """`statsmodels.robust._qn._qn`: one of the differences of two values, by their order.

    Source: C. Croux, P. J. Rousseeuw, Time-efficient algorithms for two highly robust estimators of scale (1992).
    """
    more, less = pair_of(a)
    return c * (a[more] - a[less])


def pair_of(a: Any) -> tuple[int, int]:
    """The places of the two values whose difference is the scale.

    >>> pair_of(np.array([3.0, 1.0, 7.0]))
    (0, 1)
    """
    more, less = np.triu_indices(len(a), 1)
    differences = np.abs(a[more] - a[less])
    half = len(a) // 2 + 1
    place = np.argpartition(differences, half * (half - 1) // 2 - 1)[half * (half - 1) // 2 - 1]
    first, second = int(more[place]), int(less[place])
    return (first, second) if a[first] >= a[second] else (second, first)


zero_derivative(pair_of)
library.REPLACED |= {known: qn for known in present(_qn_module, "_qn")}
