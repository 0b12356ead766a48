"""Operators of objects that nothing active is in, which give what their operands hold: that is written into later."""

from __future__ import annotations

import numpy as np
import pytest

from tests.constructs.right_or_refused import is_right_from_reset
from tests.texts import executed

AROUND = """
import numpy as np

class Box:
    def __init__(self, a):
        self.a = a
    def __sub__(self, k):
        return Box(self.a)
    def __rsub__(self, k):
        return Box(self.a)
    def __truediv__(self, k):
        return self
    def __neg__(self):
        return Box(self.a)
    def __invert__(self):
        return self
    def __matmul__(self, k):
        return self.a
    def __pow__(self, k):
        return self.a[:2]
    def __lshift__(self, k):
        return self.a
    def __getitem__(self, k):
        return Box(self.a)
"""
OPERATED = [("b - 1", "q.a"), ("1 - b", "q.a"), ("b / 1", "q.a"), ("-b", "q.a"), ("~b", "q.a"), ("b @ 1", "q"),
            ("b ** 2", "q.sum()"),
            ("b << 1", "q"), ("(b - 1).a", "q"), ("b[1]", "q.a"), ("-(b - 1) / 2", "q.a"), ("b if len(w) else -b", "q.a")]


@pytest.mark.parametrize("how", ["reverse", "forward", "kinds unknown"])
@pytest.mark.parametrize(("operated", "read"), OPERATED)
def test_what_is_written_is_seen(operated, read, how):
    text = (f"{AROUND}\ndef fun(x):\n    w = np.ones(3)\n    b = Box(w)\n    q = {operated}\n    y = np.sum(x * {read})\n"
            f"    w[0] = 9.0\n    return np.sum(y * {read}) + np.sum(x)\n")
    fun = executed(text, "boxes", __name__="boxes")["fun"]
    assert is_right_from_reset(fun, np.array([0.3, 0.5, 0.7]), how, lambda: None, "boxes")


@pytest.mark.parametrize("how", ["reverse", "forward"])
@pytest.mark.parametrize("made", ["np.ones(3)", "np.array([1.0, 2.0, 3.0])", "np.arange(3.0)", "W * 1.0", "np.copy(W)", "W.copy()"])
def test_a_quantity_shows_the_array_that_it_is_made_of(made, how):
    units = pytest.importorskip("astropy.units")
    text = (f"import numpy as np\ndef fun(x):\n    w = {made}\n    q = w << u.km\n    y = x * q\n    w[0] = 9.0\n"
            "    return (y.value * q.value).sum()\n")
    fun = executed(text, "lengths", __name__="lengths", u=units, W=np.array([1.0, 2.0, 4.0]))["fun"]
    assert is_right_from_reset(fun, np.array([0.3, 0.5, 0.7]), how, lambda: None, "lengths")
