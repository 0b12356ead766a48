"""Every rule through the public API, against central differences."""

from __future__ import annotations

import copy
import warnings
from typing import Any

import numpy as np
import pytest

import tangentish
from tangentish.rules.libraries import load_all
from tests.oracle import assert_same, directional, inner, random_like
from tests.rules import direct
from tests.rules.programs import program
from tests.rules.samples import SAMPLES, Sample
from tests.rules.test_rules import by_function, each

load_all()


def check(sample: Sample, argnums: int | tuple[int, ...]) -> None:
    """The gradient against central differences along random directions, these always in double precision."""
    made = program(sample)
    values = made.values
    before = copy.deepcopy(values)
    bars = made.grad(argnums)(*values)
    assert_same(values, before)
    picked, bars = ((argnums,), (bars,)) if isinstance(argnums, int) else (argnums, bars)
    for k, bar in zip(picked, bars, strict=True):
        same_kind(bar, values[k])
    wide = tuple(sample.wide(value) for value in values)
    rng = np.random.default_rng(0)
    rtol = max(sample.rtol, 1e-5)
    for _ in range(2):
        directions = tuple(random_like(wide[k], rng) for k in picked)
        want = directional(made.function, wide, picked, directions, sample.size)
        got = sum(inner(bar, direction) for bar, direction in zip(bars, directions, strict=True))
        assert abs(got - want) <= 1e-8 + rtol * max(abs(want), abs(got), 1.0), f"got {got!r}, want {want!r}"
    if len(picked) == len(values):
        forward_too(sample, made.function, values, picked, bars)


def forward_too(sample: Sample, function: Any, values: tuple[Any, ...], picked: Any, bars: Any) -> None:
    """The dot-product test: the tangent along a direction is the product of that and the gradient."""
    directions = tuple(random_like(values[k], np.random.default_rng(3)) for k in picked)
    tangents: list[Any] = [None] * len(values)
    for k, direction in zip(picked, directions, strict=True):
        tangents[k] = direction
    ans, ans_dot = tangentish.jvp(function, values, tuple(tangents))
    assert np.shape(ans_dot) == np.shape(ans) and np.result_type(ans_dot) == np.result_type(ans)
    got = sum(inner(bar, direction) for bar, direction in zip(bars, directions, strict=True))
    rtol = 1e-4 if sample.single else 1e-9
    assert abs(float(np.real(ans_dot)) - got) <= rtol * max(abs(got), 1.0), f"forward {ans_dot!r}, reverse {got!r}"


def same_kind(bar: Any, value: Any) -> None:
    """A derivative has the shape and the dtype of what it is the derivative of, and its structure."""
    if isinstance(value, (list, tuple)):
        for one, other in zip(bar, value, strict=True):
            same_kind(one, other)
    elif direct.is_active(value):
        assert np.shape(bar) == np.shape(value)
        assert np.asarray(bar).dtype == np.asarray(value).dtype, (np.asarray(bar).dtype, np.asarray(value).dtype)


@pytest.mark.parametrize("samples", by_function(SAMPLES))
def test_through_grad(samples: list[Sample]) -> None:
    each(samples, check_through_grad)


def check_through_grad(sample: Sample) -> None:
    count = len(program(sample).active)
    assert count or sample.only == (), "nothing to differentiate"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for k in range(count):
            check(sample, k)
        if count > 1:
            check(sample, tuple(range(count)))
