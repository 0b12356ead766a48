"""Second derivatives of some programs in every order of modes; of all by `python -m tests.forward.second_order`."""

from __future__ import annotations

import pytest

from tests.forward.second_order import BRANCH_AT_A_POINT, REFUSED, failures_of_program, failures_of_seed
from tests.programs.catalogue import PROGRAMS, Program

SOME = [program for program in PROGRAMS if str(program) not in BRANCH_AT_A_POINT | REFUSED][2::12]


@pytest.mark.parametrize("program", SOME, ids=str)
def test_programs(program: Program) -> None:
    assert failures_of_program(program) == {}


@pytest.mark.parametrize("seed", range(2))
def test_random_programs(seed: int) -> None:
    assert failures_of_seed(seed) == {}
