"""The catalogue is in order: names differ, values are finite, inputs stay clear of kinks.  Needs no derivative."""

from __future__ import annotations

import numpy as np
import pytest

from tests.oracle import assert_same, directional, random_like
from tests.programs.catalogue import PROGRAMS, Program

pytestmark = pytest.mark.filterwarnings("ignore:Setting the shape on a NumPy array:DeprecationWarning")  # from NumPy 2.5 on


def test_names_differ() -> None:
    """So that a failure names one program."""
    assert len({p.name for p in PROGRAMS}) == len(PROGRAMS)


@pytest.mark.parametrize("program", PROGRAMS, ids=str)
def test_smooth(program: Program) -> None:
    """A finite scalar, twice the same, and central differences that agree for two sizes of step."""
    value = program.fun(*program.arguments())
    assert np.shape(value) == ()
    assert np.isfinite(value)
    assert np.isrealobj(value)
    assert_same(np.asarray(program.fun(*program.arguments())), np.asarray(value))
    rng = np.random.default_rng(0)
    for _ in range(2):
        directions = tuple(random_like(program.args[k], rng) for k in program.argnums)
        coarse, fine = (directional(program.fun, program.args, program.argnums, directions, s) for s in (1e-3, 5e-4))
        assert abs(coarse - fine) <= 1e-7 * max(abs(fine), 1e-3)


@pytest.mark.parametrize("program", PROGRAMS, ids=str)
def test_argnames(program: Program) -> None:
    """As many as there are argnums, and every argument differentiated holds floats."""
    assert len(program.argnames) == len(set(program.argnums)) == len(program.argnums)
    rng = np.random.default_rng(0)
    assert all(random_like(program.args[k], rng) is not None for k in program.argnums)
