"""Operands that are None when the program runs, of which that is not known before: `np.average(x, weights=self.weights)`."""

import numpy as np
import pytest

from tests.constructs.ways import check_all_ways
from tests.texts import executed

X = np.array([0.4, 0.7, 1.3, 2.1])
CALLS = [
    "np.trapezoid(x, {})", "np.bincount([0, 1, 1, 2], {})", "np.ediff1d(x, {}, {})", "np.linalg.norm(x, {})", "np.clip(x, {}, 1.0)",
    "np.clip(x, 0.5, {})", "np.average(x, weights={})", "np.average(x.reshape(2, 2), axis=0, weights={})", "np.cumsum(x, {})",
    "np.histogram(x, 3, weights={})[0] * x[1]",
]
SCIPY = [
    "special.logsumexp(x, b={})", "linalg.toeplitz(x, {})", "linalg.hankel(x, {})", "linalg.norm(x, {})",
    "linalg.eigvalsh(np.outer(x, x) + 3.0 * np.diag(x), {})", "linalg.eigh(np.outer(x, x) + 3.0 * np.diag(x), {})[0]",
]


class Held:
    def __init__(self, weights, x):
        self.weights, self.x = weights, x


def same(value):
    return value


def check(call, where, **modules):
    text = (f"def fun(x):\n    held, each = Held(None, x), [None, x]\n"
            f"    return np.sum({call.replace('{}', where)}) + held.x[0] * each[1][1]\n")
    space = executed(text, f"<optional operands {call} {where}>", np=np, Held=Held, same=same, **modules)
    check_all_ways(space["fun"], X)


WHERE = pytest.mark.parametrize("where", ["held.weights", "each[0]", "same(held.weights)"])


@WHERE
@pytest.mark.parametrize("call", CALLS)
def test_functions_of_numpy(call, where):
    check(call, where)


@WHERE
@pytest.mark.parametrize("call", SCIPY)
def test_functions_of_scipy(call, where):
    pytest.importorskip("scipy")
    from scipy import linalg, special

    check(call, where, linalg=linalg, special=special)
