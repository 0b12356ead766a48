"""The derivative of every program against central differences."""

from __future__ import annotations

import pytest

from tests.oracle import check_gradient
from tests.programs.catalogue import PROGRAMS, Program


@pytest.mark.parametrize("program", PROGRAMS, ids=str)
def test_gradient(program: Program) -> None:
    """With respect to all arguments together."""
    check_gradient(program.fun, *program.arguments(), argnums=program.argnums)
