"""Every rule by itself: against central differences, and its two modes against each other."""

from __future__ import annotations

import ast
import builtins
import inspect
import textwrap
import warnings
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest

from tangentish.rules import helpers
from tangentish.rules.libraries import first_module, load_all
from tangentish.rules.registry import RULES, Rule
from tests.oracle import random_like, step
from tests.rules import direct
from tests.rules.samples import SAMPLES, Sample

load_all()


def all_rules() -> list[Rule]:
    return [rule for general in RULES.values() for rule in [general, *general.special]
            if rule.kind != "zero" and not rule.user]  # other tests, and doctests, register some as users do


def label(rule: Rule) -> str:
    target = rule.functions[0]
    return (f"{rule.function.__module__.rpartition('.')[2]}.{rule.function.__name__}-"
            f"{getattr(target, '__qualname__', None) or getattr(target, '__name__', str(target))}")


def test_every_rule_has_a_sample() -> None:
    seen = {id(rule) for s in SAMPLES for rule in direct.rules_for(s.function, s.args, s.kwargs)}
    deprecated = {getattr(np, "row_stack", None)}  # to call it is a warning; it shares the rule of np.vstack
    beside = {getattr(first_module("tangentish.library.astropy_units.numbers"), "as_answer", None)}  # gives what was computed so
    missing = [label(rule) for rule in all_rules() if id(rule) not in seen and rule.functions[0] not in deprecated | beside]
    assert not missing, "rules with no line in tests/rules/samples.py:\n" + "\n".join(missing)


def by_file(rules: Iterable[Rule]) -> list[Any]:
    """The rules of each file together."""
    files: dict[str, list[Rule]] = {}
    for rule in rules:
        files.setdefault(rule.function.__module__.rpartition(".")[2], []).append(rule)
    return [pytest.param(group, id=file) for file, group in files.items()]


@pytest.mark.parametrize("rules", by_file(all_rules()))
def test_rules_are_well_formed(rules: list[Rule]) -> None:
    for rule in rules:
        try:
            check_well_formed(rule)
        except Exception as error:
            error.add_note(label(rule))
            raise


def check_well_formed(rule: Rule) -> None:
    """Straight-line code: assignments, one `return`, as many results as parameters, and known global names."""
    for function, names in ((rule.function, {"np", "math"}), (rule.jvp, {"np", "math"})):
        if function is None:
            continue
        tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
        assert isinstance(tree, ast.FunctionDef)
        *before, last = tree.body
        assert all(isinstance(node, ast.Assign) for node in before)
        assert isinstance(last, ast.Return) and last.value is not None
        if len(rule.params) > 1:
            assert isinstance(last.value, ast.Tuple) and len(last.value.elts) == len(rule.params)
        local = set(inspect.signature(function).parameters)
        stored = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
        assert len(set(stored)) == len(stored) and not local & set(stored), "a name is given one value"
        local |= set(stored)
        read = {node.id for part in tree.body for node in ast.walk(part) if isinstance(node, ast.Name)}
        for name in read - local - set(dir(builtins)):
            value = function.__globals__[name]
            if name in names or (inspect.ismodule(value) and value.__name__.startswith("scipy.")):
                continue
            if not value.__module__.startswith("tangentish.rules.scipy_helpers."):
                assert getattr(helpers, name, None) is value, name


def single(value: Any) -> Any:
    """An array of single precision, in place of one of double."""
    return value.astype({"f": np.float32, "c": np.complex64}[value.dtype.kind]) if isinstance(
        value, np.ndarray) and value.dtype.kind in "fc" else value


def by_function(samples: Iterable[Sample]) -> list[Any]:
    """The samples of each function together: a test for each of them alone would take longer to report than to run."""
    groups: dict[Any, list[Sample]] = {}
    for sample in samples:
        groups.setdefault(id(sample.function), []).append(sample)
    return [pytest.param(group, id=f"{group[0]} {number}") for number, group in enumerate(groups.values())]


def each(samples: list[Sample], check_one: Callable[[Sample], None]) -> None:
    """Check samples, and say of which it is that something is wrong."""
    for sample in samples:
        try:
            check_one(sample)
        except Exception as error:
            error.add_note(f"with {sample}")
            raise


@pytest.mark.parametrize("samples", by_function(s for s in SAMPLES if any(
    rule.kind == "elementwise" for rule in direct.rules_for(s.function, s.args, s.kwargs))))
def test_partial_derivatives_keep_single_precision(samples: list[Sample]) -> None:
    each(samples, check_single_precision)


def check_single_precision(sample: Sample) -> None:
    args, kwargs = tuple(map(single, sample.args)), {key: single(value) for key, value in sample.kwargs.items()}
    for rule in direct.rules_for(sample.function, args, kwargs):
        arguments, ans = direct.bind(rule, args, kwargs), np.asarray(sample.function(*args, **kwargs))
        if rule.kind != "elementwise" or ans.dtype not in (np.float32, np.complex64):
            continue
        assert arguments is not None
        for name, partial in direct.partials(rule, arguments, ans).items():
            if partial is not None and isinstance(arguments[name], np.ndarray):
                assert np.result_type(ans, partial) in (np.float32, np.complex64), name


def cotangents(ans: Any, rng: np.random.Generator) -> list[Any]:
    """Cotangents to try; of several results also each alone."""
    if isinstance(ans, (list, tuple)):
        bars = [random_like(np.asarray(one), rng) for one in ans]
        bars = [None if not direct.is_active(one) else bar for bar, one in zip(bars, ans, strict=True)]
        return [bars, *([bar if j == k else None for j, bar in enumerate(bars)]
                        for k in range(len(bars)) if bars[k] is not None and len(bars) > 1)]
    return [random_like(np.asarray(ans), rng)]


def pairing(bar: Any, value: Any) -> float:
    if value is None:
        return 0.0
    if isinstance(value, (list, tuple)):
        return sum(pairing(b, v) for b, v in zip(bar, value, strict=True) if b is not None and v is not None)
    return float(np.real(np.sum(bar * np.asarray(value)))) if bar is not None else 0.0


@pytest.mark.parametrize("samples", by_function(SAMPLES))
def test_rule(samples: list[Sample]) -> None:
    each(samples, check_rules)


def check_rules(sample: Sample) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rules = direct.rules_for(sample.function, sample.args, sample.kwargs)
        for rule in rules:
            check(sample, rule, rules[0])


def check(sample: Sample, rule: Rule, general: Rule) -> None:
    rng = np.random.default_rng(1)
    arguments = direct.bind(rule, sample.args, sample.kwargs)
    assert arguments is not None, "the rule does not take these arguments"
    ans = sample.function(*sample.args, **sample.kwargs)
    if sample.only is not None:
        active = [name for name in rule.params if name in sample.only]
    else:
        given = rule.signature.bind(*sample.args, **sample.kwargs).arguments
        active = [name for name in rule.params if name in given and direct.is_active(arguments[name])]
    for ans_bar in cotangents(ans, rng):
        bars = direct.vjp(rule, arguments, ans, ans_bar)
        if rule.when is None:
            assert set(active) <= set(bars), "a parameter without a derivative"
        for name in [name for name in active if name in bars]:
            direction = random_like(arguments[name], rng)
            if isinstance(arguments[name], np.floating):
                direction = arguments[name].dtype.type(direction)
            got = pairing(bars[name], direction)

            def value(t: float, name: str = name, direction: Any = direction, ans_bar: Any = ans_bar) -> float:
                moved = {**arguments, name: step(sample.wide(arguments[name]), sample.wide(direction), t)}
                return pairing(ans_bar, direct.call(sample.function, rule, moved, sample.args, sample.kwargs))

            h = sample.size
            d1, d2 = ((value(s) - value(-s)) / (2 * s) for s in (h, h / 2))
            want = (4 * d2 - d1) / 3
            close(got, want, sample.rtol, f"{name}: cotangent {got!r}, central difference {want!r}")
            owner = rule if rule.jvp is not None or rule.kind != "vjp" else general
            if owner is not rule:
                continue
            dot = direct.jvp(sample.function, rule, sample.args, sample.kwargs, ans, {name: direction})
            assert dot is not None, "no forward mode"
            forward = pairing(ans_bar, dot)
            rtol = sample.rtol if sample.single else 1e-10
            close(forward, got, rtol, f"{name}: forward {forward!r}, reverse {got!r}")


def close(got: float, want: float, rtol: float, text: str) -> None:
    assert abs(got - want) <= rtol * max(abs(got), abs(want), 1.0), text


@pytest.mark.parametrize("samples", by_function(s for s in SAMPLES if s.args and isinstance(s.args[0], np.ndarray)))
def test_view(samples: list[Sample]) -> None:
    """What a rule says of views holds."""
    each(samples, check_view)


def check_view(sample: Sample) -> None:
    if not sample.args[0].size or sample.function in (np.broadcast_arrays, helpers.unreduce):
        return  # of the former, each is of its own argument; the latter is for derivatives, and read-only
    ans = sample.function(*sample.args, **sample.kwargs)
    parts = ans if isinstance(ans, (list, tuple)) else [ans]
    shared = [np.shares_memory(part, sample.args[0]) for part in parts if isinstance(part, np.ndarray) and part.size]
    rules = direct.rules_for(sample.function, sample.args, sample.kwargs)
    view = (rules[1] if len(rules) > 1 else rules[0]).view
    assert view == "maybe" or set(shared) <= {view == "always"}, (view, shared)
