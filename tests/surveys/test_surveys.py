"""The surveys see what they are there to see."""

from __future__ import annotations

import pytest

from .__main__ import failed
from .case import Case
from .judge import judge

SETUP = """
import tangentish

@tangentish.custom_vjp
def doubled(x):
    return 2.0 * x

doubled.defvjp(lambda x: (2.0 * x, None), lambda kept, ans_bar: (3.0 * ans_bar,))

@tangentish.custom_vjp
def broken(x):
    return 2.0 * x

broken.defvjp(lambda x: (2.0 * x, None), lambda kept, ans_bar: (ans_bar[7],))
"""


@pytest.mark.parametrize("call, at, kind", [
    ("np.sin(x) * a", "x=X, a=1.3", "right"),
    ("doubled(x)", "x=X", "wrong"),
    ("np.asmatrix(x)", "x=X", "refused"),
    ("broken(x)", "x=X", "crashed"),
    ("np.sin(missing)", "x=X", "unfit"),
    ("np.round(x)", "x=X", "unfit"),
    ("np.abs(x - 0.4002)", "x=X", "unfit"),
    ("np.maximum(x, 0.4)", "x=X", "unfit"),
])
def test_verdicts(call: str, at: str, kind: str) -> None:
    assert judge(SETUP, Case(call, at))[0] == kind


@pytest.mark.parametrize("kept, kind, worse", [
    ("right", "right", False), ("right", "refused", True), ("right", "wrong", True), ("refused", "refused", False),
    ("refused", "right", False), ("refused", "crashed", True), ("refused", "wrong", True), ("right", "unfit", False),
])
def test_what_is_worse_than_it_was(kept: str, kind: str, worse: bool) -> None:
    assert failed(Case("np.sin(x)", "x=X", verdict=kept), kind) is worse
