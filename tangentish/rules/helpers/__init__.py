"""Small functions that rules, and so generated code, may call: what is not plain NumPy in a derivative is here."""

from tangentish.rules.helpers.basic import *  # noqa: F403
from tangentish.rules.helpers.calculus import *  # noqa: F403
from tangentish.rules.helpers.checks import *  # noqa: F403
from tangentish.rules.helpers.eigen import *  # noqa: F403
from tangentish.rules.helpers.einsum import *  # noqa: F403
from tangentish.rules.helpers.extremes import *  # noqa: F403
from tangentish.rules.helpers.factorisations import *  # noqa: F403
from tangentish.rules.helpers.fft import *  # noqa: F403
from tangentish.rules.helpers.joining import *  # noqa: F403
from tangentish.rules.helpers.linalg import *  # noqa: F403
from tangentish.rules.helpers.methods import *  # noqa: F403
from tangentish.rules.helpers.norms import *  # noqa: F403
from tangentish.rules.helpers.numbers import *  # noqa: F403
from tangentish.rules.helpers.polynomials import *  # noqa: F403
from tangentish.rules.helpers.products import *  # noqa: F403
from tangentish.rules.helpers.rearranging import *  # noqa: F403
from tangentish.rules.helpers.singular import *  # noqa: F403
from tangentish.rules.helpers.sorting import *  # noqa: F403
from tangentish.rules.helpers.spectra import *  # noqa: F403
