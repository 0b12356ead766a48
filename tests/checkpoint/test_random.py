"""Random programs, with their loops and their helpers checkpointed: bit by bit the derivatives that they have without."""

import copy
import re
import warnings

import numpy as np
import pytest

import tangentish
from tangentish.derivative import Derivative
from tests.random_programs.generator import generate
from tests.random_programs.modules import loaded

SEEDS = range(40)
VARIANTS = ((True, True), (False, True), (True, False))  # kinds known, optimised
HELPER = re.compile(r"^(def (?!program\b))", re.MULTILINE)


def derivative(module, kinds, optimise, snapshots=None):
    """The gradient of the program of a module, or the error that refuses it."""
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


@pytest.mark.parametrize("seed", SEEDS)
def test_loops(seed):
    text = generate(seed)
    if not re.search(r"^    for \w+ in range", text, re.MULTILINE):
        pytest.skip("no loop over a range")
    with loaded(text) as module:
        for kinds, optimise in VARIANTS:
            try:
                want, _ = derivative(module, kinds, optimise)
            except tangentish.TangentishError as error:
                pytest.skip(f"refused anyway: {error}")
            for snapshots in (1, 2):
                try:
                    found, _ = derivative(module, kinds, optimise, snapshots)
                except tangentish.UnsupportedError as error:
                    assert re.search("is left by `|lies in a `try`", str(error)), error
                    pytest.skip(str(error).split("\n")[0])
                assert equal(found, want), (kinds, optimise, snapshots, text)


@pytest.mark.parametrize("seed", SEEDS)
def test_helpers(seed):
    text = generate(seed)
    marked = HELPER.sub(r"@tangentish.checkpoint\n\1", text)
    marked = marked.replace("import numpy as np", "import numpy as np\nimport tangentish", 1)
    if marked == text or "@tangentish" not in marked:
        pytest.skip("no helpers")
    with loaded(text) as module, loaded(marked) as other:
        for kinds, optimise in VARIANTS:
            try:
                want, _ = derivative(module, kinds, optimise)
            except tangentish.TangentishError as error:
                pytest.skip(f"refused anyway: {error}")
            found, _ = derivative(other, kinds, optimise)
            assert equal(found, want), (kinds, optimise, marked)
