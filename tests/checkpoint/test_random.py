"""Random programs, with their loops and their helpers checkpointed: bit by bit the derivatives that they have without.

The seeds are those of programs that have what is checkpointed, and of which none is refused: where the generator changes, a
test may ask for another one.
"""

import copy
import re
import warnings

import numpy as np
import pytest

from tangentish.derivative import Derivative
from tests.random_programs.generator import generate
from tests.random_programs.modules import loaded

WITH_LOOPS = (3, 6, 10, 12, 16, 23, 24, 27, 28, 29, 32, 37, 39, 40, 41, 42, 43, 44, 45, 47, 55, 59, 60, 63)
WITH_HELPERS = (0, 1, 2, 4, 5, 6, 8, 10, 12, 13, 14, 15, 16, 18, 19, 21, 23, 24, 25, 26, 27, 28, 29, 30)
VARIANTS = ((True, True), (False, True), (True, False))  # kinds known, optimised
HELPER = re.compile(r"^(def (?!program\b))", re.MULTILINE)


def derivative(module, kinds, optimise, snapshots=None):
    """The gradient of the program of a module, and what computes it."""
    made = Derivative(module.program, module.ARGNUMS, "grad", False, kinds, optimise, snapshots)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return made(*copy.deepcopy(module.ARGS)), made


def equal(left, right):
    if isinstance(left, list | tuple):
        return len(left) == len(right) and all(map(equal, left, right))
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(equal(left[key], right[key]) for key in left)
    return np.array_equal(np.asarray(left), np.asarray(right), equal_nan=True)


@pytest.mark.parametrize("seed", WITH_LOOPS)
def test_loops(seed):
    text = generate(seed)
    assert re.search(r"^    for \w+ in range", text, re.MULTILINE), "no loop over a range: choose another seed"
    with loaded(text) as module:
        for kinds, optimise in VARIANTS:
            want, _ = derivative(module, kinds, optimise)
            for snapshots in (1, 2):
                found, _ = derivative(module, kinds, optimise, snapshots)
                assert equal(found, want), (kinds, optimise, snapshots, text)


@pytest.mark.parametrize("seed", WITH_HELPERS)
def test_helpers(seed):
    text = generate(seed)
    marked = HELPER.sub(r"@tangentish.checkpoint\n\1", text)
    marked = marked.replace("import numpy as np", "import numpy as np\nimport tangentish", 1)
    assert "@tangentish" in marked, "no helpers: choose another seed"
    with loaded(text) as module, loaded(marked) as other:
        for kinds, optimise in VARIANTS:
            want, _ = derivative(module, kinds, optimise)
            found, _ = derivative(other, kinds, optimise)
            assert equal(found, want), (kinds, optimise, marked)
