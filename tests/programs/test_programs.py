"""The derivative of every program against central differences."""

from __future__ import annotations

import pytest

from tests.oracle import check_gradient
from tests.programs.catalogue import PROGRAMS, Program

pytestmark = pytest.mark.filterwarnings("ignore:Setting the shape on a NumPy array:DeprecationWarning")  # from NumPy 2.5 on


@pytest.mark.parametrize("program", PROGRAMS, ids=str)
def test_gradient(program: Program) -> None:
    """With respect to all arguments together."""
    check_gradient(program.fun, *program.arguments(), argnums=program.argnums)
