"""No parameter of a rule is passed over in silence: whatever takes a number has its derivative, or is refused.

Every argument of the samples that the primal also accepts as floats is differentiated, and so is every parameter that a
sample leaves out: the result is right, or there is an error.
"""

from __future__ import annotations

import inspect
import warnings
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import tangentish
from tangentish.errors import TangentishError
from tangentish.rules import registry
from tangentish.rules.libraries import load_all
from tangentish.rules.registry import RULES, SETTINGS
from tests.oracle import inner, random_like, step
from tests.rules import direct
from tests.rules.programs import defined
from tests.rules.samples import Sample
from tests.rules.variants import DOUBLE, label, some

load_all()
NOT_TRIED = ("out", "output", "args", "kwargs", "dtype")
"""Parameters that take no numbers, or that the result is written into."""
LEFT_OUT = (0.75, np.array([0.6, 1.3, 2.2]))
"""What a parameter that a sample leaves out is tried with."""


def floats(value: Any, by: float) -> Any:
    """A number or numbers that are not differentiated as floats that are, moved a little; None for what is no number."""
    if isinstance(value, bool | np.bool_):
        return None
    if isinstance(value, int | np.integer):
        return float(value) + by
    if isinstance(value, np.ndarray) and value.dtype.kind in "iu":
        return value.astype(float) + by
    if isinstance(value, float | np.ndarray) and direct.is_active(value) and not np.iscomplexobj(value):
        return value
    if isinstance(value, list | tuple) and value:
        items = [floats(item, by) for item in value]
        return None if any(item is None for item in items) else type(value)(items)
    return None


def called(sample: Sample, place: int | str) -> Any:
    """The call of a sample as a function of one of its arguments, which it may not have been given."""
    space: dict[str, Any] = {"np": np, "F": sample.function}

    def text(value: Any, key: int | str) -> str:
        if key == place:
            return "p"
        if type(value) in (int, str, bool, type(None)):
            return repr(value)
        space[f"c{len(space)}"] = value
        return list(space)[-1]

    args = [text(value, k) for k, value in enumerate(sample.args)]
    args += [f"{key}={text(value, key)}" for key, value in (sample.kwargs | ({place: 0} if isinstance(place, str) else {})).items()]
    return defined("called", f"def called(p):\n    return F({', '.join(args)})\n", space)


def contracted(called: Any, value: Any) -> Any:
    """The sum of a call's results times fixed weights; None if it takes no such value, or gives no floats."""
    try:
        ans = called(value)
    except Exception:  # whatever a function says against it
        return None
    ans = list(ans) if isinstance(ans, list | tuple) else [ans]
    known = [k for k, one in enumerate(ans) if isinstance(one, np.ndarray | float | complex | np.generic) and direct.is_active(one)]
    weights = [random_like(np.asarray(ans[k]), np.random.default_rng(k)) for k in known]
    terms = [f"np.sum(w[{n}] * r[{k}])" for n, k in enumerate(known)]
    lines = "r = called(p)" if len(ans) > 1 or isinstance(called(value), list | tuple) else "r = [called(p)]"
    source = f"def total(p):\n    {lines}\n    return np.real({' + '.join(terms)})\n"
    return defined("total", source, {"np": np, "called": called, "w": weights}) if known else None


def verdict(total: Any, value: Any) -> str | None:
    """What is wrong with the derivatives of a program of one argument, if anything."""
    direction = random_like(value, np.random.default_rng(0))

    def central(size: float) -> float:
        return float(total(step(value, direction, size)) - total(step(value, direction, -size))) / (2 * size)

    try:
        one, two = central(1e-5), central(5e-6)
    except Exception:  # the primal takes whole numbers alone
        return None
    if not np.isfinite(one) or abs(one - two) > 1e-2 * max(1.0, abs(one)):
        return None  # a step: there is no derivative
    want = (4 * two - one) / 3
    found = []
    for name, derivative in (("grad", lambda: inner(tangentish.grad(total)(value), direction)),
                             ("jvp", lambda: float(tangentish.jvp(total, (value,), (direction,))[1]))):
        try:
            got = derivative()
        except TangentishError:
            continue
        except (TypeError, IndexError, ValueError):
            continue  # an error all the same
        if abs(got - want) > 1e-4 * max(abs(got), abs(want), 1.0):
            found.append(f"{name} gives {got}, central differences {want}")
    return "; ".join(found) or None


def trials() -> Iterator[tuple[Sample, int | str, Any]]:
    """Samples, the arguments of them that are to be differentiated, and their values."""
    seen: Counter[Any] = Counter()
    for sample in DOUBLE:
        rule = direct.rules_for(sample.function, sample.args, sample.kwargs)[0]
        try:
            names = list(rule.signature.bind(*sample.args, **sample.kwargs).arguments)
        except TypeError:
            names = []
        for place in [*range(len(sample.args)), *sample.kwargs]:
            value = sample.args[place] if isinstance(place, int) else sample.kwargs[place]
            name = place if isinstance(place, str) else names[place] if place < len(names) else ""
            key = id(sample.function), place, type(value)
            moved = floats(value, 0.25 * (seen[key] % 2))  # a whole number, then one between two
            if moved is None or (name in rule.params and moved is value) or seen[key] == 2:
                continue
            seen[key] += 1
            yield sample, place, moved


def left_out() -> Iterator[tuple[Sample, str, Any]]:
    """A sample of each function with each of the parameters that it does not give."""
    for sample in some(DOUBLE):
        rule = direct.rules_for(sample.function, sample.args, sample.kwargs)[0]
        signature = None if isinstance(sample.function, np.ufunc) else signature_of(sample.function)
        if signature is None or any(p.kind is p.VAR_POSITIONAL for p in signature.parameters.values()):
            continue
        given = set(signature.bind(*sample.args, **sample.kwargs).arguments)
        names = [*signature.parameters, *(n for n in rule.signature.parameters if n not in signature.parameters)]
        for name in names:
            flag = name in signature.parameters and isinstance(signature.parameters[name].default, bool)
            if name not in given and not flag and name not in NOT_TRIED:
                for value in LEFT_OUT:
                    yield sample, name, value


def signature_of(function: Any) -> inspect.Signature | None:
    try:
        return inspect.signature(function)
    except (TypeError, ValueError):
        return None


# `lower` is among the results of cho_factor; the first argument of lu_solve holds pivots, and floats are made integers there
GIVEN_BACK = {("scipy.linalg._decomp_cholesky.cho_factor", "lower"), ("scipy.linalg._decomp_lu.lu_solve", 0)}


def wrong(found: Iterator[tuple[Sample, Any, Any]], expected: set[tuple[str, Any]]) -> list[str]:
    """What is wrong with any of these; those `expected` must have been accepted, for else there would be nothing to see."""
    lines, tried = [], set()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for sample, place, value in found:
            total = contracted(called(sample, place), value)
            if total is None:
                continue
            tried.add((label(sample.function), place))
            text = verdict(total, value)
            if text is not None and (label(sample.function), place) not in GIVEN_BACK:
                lines.append(f"{sample}, argument {place}: {text}")
    assert expected <= tried, expected - tried
    return lines


def test_every_argument_is_right_or_refused() -> None:
    expected = {("linalg.norm", 1), ("kaiser", 0), ("roll", 1), ("scipy.special._basic.polygamma", 0), ("float_power", 1)}
    assert not wrong(trials(), expected)


def test_every_parameter_left_out_is_right_or_refused() -> None:
    assert not wrong(left_out(), {("trapezoid", "dx"), ("interp", "period"), ("polyint", "k")})


def test_settings_are_of_rules() -> None:
    """Every name in the general list belongs to some rule, and none to a parameter that is differentiated."""
    rules = [rule for general in RULES.values() for rule in [general, *general.special] if rule.kind != "zero" and not rule.user]
    known = {name for rule in rules for name in rule.signature.parameters}
    assert known >= SETTINGS, SETTINGS - known
    assert not [name for rule in rules for name in rule.params if rule.is_setting(name)]


def test_what_says_how_is_a_parameter_of_the_rule() -> None:
    def double(x: Any, n: int) -> Any:
        return x * 2

    with pytest.raises(tangentish.RuleError, match="how"):
        @registry.linear(double, how=("count",))
        def rule(ans_bar: Any, x: Any, n: int) -> Any:
            return 2 * ans_bar
