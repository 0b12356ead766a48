"""Functions that write into what they are given and call themselves, or each other, on arrays of their own: multigrid cycles."""

import itertools

import numpy as np
import pytest

from tests.constructs.ways import check_all_ways
from tests.texts import executed

CALLS = {
    "itself": "    cycle(e, n - 1)",
    "itself_twice": "    cycle(e, n - 1)\n        cycle(e, n - 2)",
    "itself_on_two": "    d = u[1:] * 0.5\n        cycle(d, n - 2)\n        cycle(e, n - 1)\n        e[1:] += d",
    "another": "    down(e, n)",
    "another_and_itself": "    down(e, n)\n        cycle(e, n - 2)",
    "a_third": "    other(e, n)",
    "on_the_same": "    cycle(e, n - 1)\n        cycle(u, n - 2)",
    "on_a_part": "    cycle(u[:2], n - 1)\n        cycle(e[1:], n - 1)"}
CHANGES = {
    "adds": "u += e",
    "multiplies": "u *= e",
    "stores_a_part": "u[1:] = e[:-1] * u[1:]",
    "stores_items": "\n        for k in range(len(u)):\n            u[k] = u[k] + 0.3 * e[k] ** 2",
    "adds_and_multiplies": "u += e\n        e *= 2.0\n        u *= e"}
USES = {
    "once": "u = x * 1.0\n    cycle(u, 2)\n    return np.sum(u**2)",
    "twice": "u = x * 1.0\n    cycle(u, 1)\n    v = u * x\n    cycle(v, 2)\n    cycle(u, 1)\n    return np.sum(u * v)",
    "of_a_count": "u = x * 1.0\n    for n in range(3):\n        cycle(u, n)\n    return np.sum(u**2)",
    "read_between": "u = x * 1.0\n    cycle(u, 2)\n    first = u * u\n    cycle(u, 1)\n    return np.sum(first * u)",
    "beginning_with_another": "u = x * 1.0\n    down(u, 2)\n    v = u * x\n    other(v, 3)\n    return np.sum(v * u)"}
TEXT = """
import numpy as np

def cycle(u, n):
    if n > 0:
        e = u * 0.5
    {call}
        {change}

def down(v, n):
    v *= 0.9
    cycle(v, n - 1)
    v += 0.1

def other(w, n):
    if n > 1:
        down(w, n - 1)
    w *= w

def program(x):
    {use}
"""


@pytest.mark.parametrize(("call", "change", "use"), list(itertools.product(CALLS, CHANGES, USES)))
def test_cycle(call, change, use):
    text = TEXT.format(call=CALLS[call], change=CHANGES[change], use=USES[use])
    check_all_ways(executed(text, f"cycle_{call}_{change}_{use}.py")["program"], np.array([0.7, -0.4, 0.9, 0.5]))
