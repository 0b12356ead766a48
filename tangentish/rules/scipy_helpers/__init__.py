"""What the rules for SciPy need, and may import SciPy for (it is imported when the program has done so)."""

from tangentish.rules.scipy_helpers.densities import *  # noqa: F403
from tangentish.rules.scipy_helpers.differences import *  # noqa: F403
from tangentish.rules.scipy_helpers.eigenvalues import *  # noqa: F403
from tangentish.rules.scipy_helpers.elliptic import *  # noqa: F403
from tangentish.rules.scipy_helpers.equations import *  # noqa: F403
from tangentish.rules.scipy_helpers.factors import *  # noqa: F403
from tangentish.rules.scipy_helpers.filters import *  # noqa: F403
from tangentish.rules.scipy_helpers.least_squares import *  # noqa: F403
from tangentish.rules.scipy_helpers.matrices import *  # noqa: F403
from tangentish.rules.scipy_helpers.riccati import *  # noqa: F403
from tangentish.rules.scipy_helpers.special import *  # noqa: F403
from tangentish.rules.scipy_helpers.systems import *  # noqa: F403
from tangentish.rules.scipy_helpers.transforms import *  # noqa: F403
