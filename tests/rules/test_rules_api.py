"""Every rule through the public API, against central differences."""

from __future__ import annotations

import copy
import itertools
import linecache
import warnings
from typing import Any

import numpy as np
import pytest

import tangentish
from tangentish.rules.registry import load_all
from tests.oracle import assert_same, directional, inner, random_like
from tests.rules import direct
from tests.rules.samples import SAMPLES, Sample

load_all()
_count = itertools.count()


def program(sample: Sample) -> tuple[Any, tuple[Any, ...]]:
    """`def program(x0, x1): return np.sum(w * F(x0, x1, axis=0))`, and its arguments."""
    rule = direct.rules_for(sample.function, sample.args, sample.kwargs)[0]
    arguments = direct.bind(rule, sample.args, sample.kwargs)
    assert arguments is not None
    given = rule.signature.bind(*sample.args, **sample.kwargs).arguments  # type: ignore[union-attr]
    names = [name for name in rule.params if name in given and direct.is_active(arguments[name])]
    names = names if sample.only is None else list(sample.only)
    wanted = [value for name in names for value in _leaves(rule, arguments, name)]
    space: dict[str, Any] = {"np": np, "inf": np.inf, "F": sample.function}
    values, texts = [], []

    def text(value: Any) -> str:
        if any(value is one for one in wanted):
            values.append(value)
            return f"x{len(values) - 1}"
        if isinstance(value, (int, float, str, bool, type(None))):
            return repr(value)
        space[f"c{len(space)}"] = value
        return f"c{len(space) - 1}"

    texts = [text(arg) for arg in sample.args] + [f"{name}={text(arg)}" for name, arg in sample.kwargs.items()]
    ans = sample.function(*sample.args, **sample.kwargs)
    rng = np.random.default_rng(2)
    if isinstance(ans, (list, tuple)):
        terms = []
        for k, one in enumerate(ans):
            if direct.is_active(one):
                space[f"w{k}"] = random_like(np.asarray(one), rng)
                terms.append(f"np.sum(w{k} * r[{k}])")
        body = f"    r = F({', '.join(texts)})\n    return np.real({' + '.join(terms)})\n"
    else:
        space["w"] = random_like(np.asarray(ans), rng)
        total = f"np.sum(w * F({', '.join(texts)}))"
        body = f"    return {f'np.real({total})' if np.iscomplexobj(space['w']) else total}\n"
    source = f"def program({', '.join(f'x{k}' for k in range(len(values)))}):\n{body}"
    filename = f"<rule sample {next(_count)}>"
    linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
    exec(compile(source, filename, "exec"), space)
    return space["program"], tuple(values)


def _leaves(rule: Any, arguments: dict[str, Any], name: str) -> list[Any]:
    parameter = rule.signature.parameters[name]
    items = list(arguments[name]) if parameter.kind == parameter.VAR_POSITIONAL else [arguments[name]]
    return [item for item in items if direct.is_active(item)]


def check(sample: Sample, argnums: int | tuple[int, ...]) -> None:
    """The gradient against central differences along random directions, these always in double precision."""
    function, values = program(sample)
    before = copy.deepcopy(values)
    bars = tangentish.grad(function, argnums)(*values)
    assert_same(values, before)
    picked, bars = ((argnums,), (bars,)) if isinstance(argnums, int) else (argnums, bars)
    for k, bar in zip(picked, bars, strict=True):
        same_kind(bar, values[k])
    wide = tuple(sample.wide(value) for value in values)
    rng = np.random.default_rng(0)
    rtol = max(sample.rtol, 1e-5)
    for _ in range(2):
        directions = tuple(random_like(wide[k], rng) for k in picked)
        want = directional(function, wide, picked, directions, sample.size)
        got = sum(inner(bar, direction) for bar, direction in zip(bars, directions, strict=True))
        assert abs(got - want) <= 1e-8 + rtol * max(abs(want), abs(got), 1.0), f"got {got!r}, want {want!r}"


def same_kind(bar: Any, value: Any) -> None:
    """A derivative has the shape and the dtype of what it is the derivative of, and its structure."""
    if isinstance(value, (list, tuple)):
        for one, other in zip(bar, value, strict=True):
            same_kind(one, other)
    elif direct.is_active(value):
        assert np.shape(bar) == np.shape(value)
        assert np.asarray(bar).dtype == np.asarray(value).dtype, (np.asarray(bar).dtype, np.asarray(value).dtype)


@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_through_grad(sample: Sample) -> None:
    count = len(program(sample)[1])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for k in range(count):
            check(sample, k)
        if count > 1:
            check(sample, tuple(range(count)))
