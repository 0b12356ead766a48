"""Helpers that write into an argument where nothing active is computed: the caller's array stays as it is."""

import numpy as np
import pytest

import tangentish
from tests.texts import executed

TEXT = """
import numpy as np

class Held:
    def __enter__(self):
        return 1
    def __exit__(self, *error):
        return False

def helper(x):
    x[2] += 1.0
    return 0.25

def several(x):
    x[0] = 5.0
    return [1, 2]

def manager(x):
    x[0] = 5.0
    return Held()

def program(x, t):
    {use}
"""
USES = {
    "stored": "d = {}; d['a'] = helper(x[:]); return t * 2.0 + d['a']",
    "stored_scaled": "d = [0.0]; d[0] = 2.0 * helper(x); return t * 2.0",
    "stored_in_a_loop": "\n    d = {}\n    for v in (1.0, 2.0):\n        d['a'] = v * helper(x[:])\n    return t * 2.0 + d['a']",
    "augmented_item": "d = [0.0]; d[0] += helper(x[:]); return t * 2.0",
    "augmented": "s = 0.0; s += helper(x); return t * 2.0",
    "index": "d = np.zeros(3); d[int(helper(x) * 0)] = 1.0; return t * 2.0 + d[0]",
    "key": "d = {}; d[helper(x)] = 2.0; return t * 2.0",
    "attribute": "o = Held(); o.w = helper(x); return t * o.w",
    "looped_over": "\n    for _ in several(x):\n        t = t * 2.0\n    return t",
    "context": "\n    with manager(x):\n        t = t * 2.0\n    return t",
    "while": "\n    while helper(x) < 0.0:\n        t = t * 2.0\n    return t",
    "asserted": "assert helper(x) > 0.0; return t * 3.0",
    "tested": "\n    if helper(x) > 0.0:\n        return t * 2.0\n    return t",
    "chosen": "return t * 2.0 if helper(x) > 0.0 else t",
    "pair": "a, b = helper(x), 2.0; return t * b",
    "listed": "k = [helper(x) for _ in (1.0, 2.0)]; return t * len(k)",
    "in_a_dict": "k = {'a': helper(x)}; return t * k['a']",
    "appended": "k = []; k.append(helper(x)); return t * 2.0",
    "raised": "\n    try:\n        raise ValueError(helper(x))\n    except ValueError:\n        return t * 2.0",
    "deleted": "del [0, 1][int(helper(x) * 0)]; return t * 2.0",
    "lambda": "f = lambda: helper(x); f(); return t * 2.0"}


@pytest.mark.parametrize("use", USES)
def test_unchanged(use):
    program = executed(TEXT.format(use=USES[use]), f"unchanged_{use}.py")["program"]
    x = np.array([1.0, 2.0, 3.0])
    slope = (program(x.copy(), 0.5 + 1e-6) - program(x.copy(), 0.5 - 1e-6)) / 2e-6
    assert tangentish.grad(program, 1)(x, 0.5) == pytest.approx(slope)
    assert x.tolist() == [1.0, 2.0, 3.0]
    assert tangentish.jvp(program, (x, 0.5), (np.zeros(3), 1.0))[1] == pytest.approx(slope)
    assert x.tolist() == [1.0, 2.0, 3.0]
