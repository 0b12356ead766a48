"""`numpy.polynomial`: the points and weights of quadratures, which depend on how many there are alone."""

from __future__ import annotations

from numpy.polynomial import chebyshev, hermite, hermite_e, laguerre, legendre

from tangentish.rules.registry import zero_derivative

zero_derivative(legendre.leggauss, chebyshev.chebgauss, hermite.hermgauss, hermite_e.hermegauss, laguerre.laggauss)
zero_derivative(chebyshev.chebpts1, chebyshev.chebpts2)
