"""What the rules for SciPy need, and may import SciPy for (it is imported when the program has done so)."""

from tangentish.rules.scipy_helpers.densities import *
from tangentish.rules.scipy_helpers.differences import *
from tangentish.rules.scipy_helpers.eigenvalues import *
from tangentish.rules.scipy_helpers.elliptic import *
from tangentish.rules.scipy_helpers.equations import *
from tangentish.rules.scipy_helpers.factors import *
from tangentish.rules.scipy_helpers.filters import *
from tangentish.rules.scipy_helpers.kolmogorov import *
from tangentish.rules.scipy_helpers.least_squares import *
from tangentish.rules.scipy_helpers.legendre import *
from tangentish.rules.scipy_helpers.matrices import *
from tangentish.rules.scipy_helpers.noncentral import *
from tangentish.rules.scipy_helpers.quadrature import *
from tangentish.rules.scipy_helpers.riccati import *
from tangentish.rules.scipy_helpers.special import *
from tangentish.rules.scipy_helpers.struve import *
from tangentish.rules.scipy_helpers.systems import *
from tangentish.rules.scipy_helpers.transforms import *
