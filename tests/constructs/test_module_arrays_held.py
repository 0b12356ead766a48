"""The programs of `test_arrays_in_containers` and `test_arrays_held` with `M` and `N` around them: right, or refused."""

from __future__ import annotations

import inspect
import re
import textwrap

import numpy as np
import pytest

import tangentish
from tests.constructs import test_arrays_held, test_arrays_in_containers
from tests.texts import executed

PROGRAMS = [(module, case.values[0]) for module in (test_arrays_in_containers, test_arrays_held) for case in module.case]


def over_arrays(module, program, captured):
    """The program as a function of `t` alone, and what gives it the arrays: of its module, or captured."""
    source = inspect.getsource(program)
    source = re.sub(r"\(M, t, N\):", "(t):", source[source.index("def ") :], count=1)
    if captured:
        source = f"def made(M, N):\n{textwrap.indent(source, '    ')}\n    return {program.__name__}\n"
    filename = f"<{program.__name__} over arrays around it, captured {captured}>"
    return executed(source, filename, **vars(module))


@pytest.mark.parametrize("captured", [False, True], ids=["module", "captured"])
@pytest.mark.parametrize("module,program", PROGRAMS, ids=[program.__name__ for _, program in PROGRAMS])
def test_right_or_refused(module, program, captured):
    space = over_arrays(module, program, captured)

    def fresh():
        space.update(M=np.array([0.5, 0.6]), N=np.array([1.0, 2.0]))
        return space["made"](space["M"], space["N"]) if captured else space[program.__name__]

    try:
        want = (fresh()(0.3 + 1e-6) - fresh()(0.3 - 1e-6)) / 2e-6
    except UnboundLocalError:
        pytest.skip("the arrays are variables of its own")
    fun = fresh()
    for derivative in (tangentish.grad(fun), tangentish.jacfwd(fun)):
        try:
            found = derivative(0.3)
        except tangentish.TangentishError:
            continue
        assert found == pytest.approx(want, abs=1e-6)
        assert space["M"].tolist() == [0.5, 0.6]
        assert space["N"].tolist() == [1.0, 2.0]
