"""Series of `numpy.polynomial` in other bases: from each to each, with other domains, fitted, cut short by zeros."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.polynomial import Chebyshev, Hermite, HermiteE, Laguerre, Legendre, Polynomial

import tangentish
from tests.constructs.ways import check_all_ways
from tests.oracle import check_gradient

C = np.array([0.3, 1.1, -0.4, 0.7])
T = np.array([0.0, 0.31, 0.9, 1.2, 1.93])
KINDS = (Polynomial, Chebyshev, Legendre, Laguerre, Hermite, HermiteE)


@pytest.mark.parametrize("source, kind", [*zip(KINDS, KINDS[1:] + KINDS[:1], strict=True), *zip(KINDS, KINDS[::-1], strict=True)])
def test_other_bases(source: Any, kind: Any) -> None:
    def program(c: Any) -> Any:
        return np.sum(source(c, domain=[-1.0, 2.0 + c[0]]).convert(kind=kind, domain=[0.0, 3.0]).coef ** 2)

    assert np.isclose(tangentish.value_and_grad(program)(C)[0], program(C), rtol=1e-14)
    check_gradient(program, C)


def fitted(y):
    return np.sum(Polynomial.fit(T, y, 2).convert().coef ** 2)


def cast(c):
    return np.sum(Chebyshev.cast(Polynomial(c))(T) ** 2)


def cut_short(c):
    return np.sum(Polynomial(np.concatenate([c, [0.0, 0.0]])).convert(kind=Legendre).coef ** 2)


@pytest.mark.parametrize("program, x", [(fitted, T * np.cos(T)), (cast, C), (cut_short, C)])
def test_program(program: Any, x: Any) -> None:
    check_all_ways(program, x)


def test_classes_of_others_are_refused() -> None:
    class Mine(Polynomial):
        pass

    with pytest.raises(tangentish.UnsupportedError, match="converting a series with a Mine"):
        tangentish.grad(lambda c: np.sum(Mine(c).convert(kind=Chebyshev).coef))(C)
