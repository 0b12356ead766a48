"""The programs of `test_arrays_in_containers` and `test_arrays_held` with `M` and `N` in their module: right, or refused."""

from __future__ import annotations

import inspect
import linecache
import re

import numpy as np
import pytest

import tangentish
from tests.constructs import test_arrays_held, test_arrays_in_containers

LEFT = {"method_of_the_array_under_a_name", "lambda_in_a_list", "operator_of_an_object", "list_of_objects", "itemgetter", "partial",
        "function_made_inside", "called_object", "grown_by_a_method"}
"""What a partial, a method under a name or an object writes into an array of the module is not seen."""
PROGRAMS = [(module, case.values[0]) for module in (test_arrays_in_containers, test_arrays_held) for case in module.case
            if case.values[0].__name__ not in LEFT]


def over_module_arrays(module, program):
    """The program as a function of `t` alone, which the module is written for, and that module's variables."""
    source = inspect.getsource(program)
    source = re.sub(r"\(M, t, N\):", "(t):", source[source.index("def ") :], count=1)
    filename = f"<{program.__name__} over arrays of its module>"
    linecache.cache[filename] = len(source), None, source.splitlines(True), filename
    space = dict(vars(module))
    exec(compile(source, filename, "exec"), space)
    return space[program.__name__], space


@pytest.mark.parametrize("module,program", PROGRAMS, ids=[program.__name__ for _, program in PROGRAMS])
def test_right_or_refused(module, program):
    fun, space = over_module_arrays(module, program)

    def value(t):
        space.update(M=np.array([0.5, 0.6]), N=np.array([1.0, 2.0]))
        return fun(t)

    try:
        want = (value(0.3 + 1e-6) - value(0.3 - 1e-6)) / 2e-6
    except UnboundLocalError:
        pytest.skip("the arrays are variables of its own")
    space.update(M=np.array([0.5, 0.6]), N=np.array([1.0, 2.0]))
    for derivative in (tangentish.grad(fun), tangentish.jacfwd(fun)):
        try:
            found = derivative(0.3)
        except tangentish.TangentishError:
            continue
        assert found == pytest.approx(want, abs=1e-6)
        assert space["M"].tolist() == [0.5, 0.6]
        assert space["N"].tolist() == [1.0, 2.0]
