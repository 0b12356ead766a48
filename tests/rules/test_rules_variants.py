"""Every rule with other forms of its arguments, through the public API.

Where the values stay the same the derivative is compared with that of the sample as it stands, which `test_rules_api`
compares with central differences; else with central differences.
"""

from __future__ import annotations

import re
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy

import tangentish
from tangentish.errors import UnsupportedError
from tangentish.rules.libraries import load_all
from tangentish.testing import variant_grad
from tests.oracle import directional, inner, random_like
from tests.rules import direct, variants
from tests.rules.programs import defined, program
from tests.rules.samples import SAMPLES, Sample
from tests.rules.test_rules import by_function, each
from tests.rules.test_rules_api import check_through_grad

load_all()
REAL = [sample for sample in SAMPLES if sample.only != ()]
DISTINCT = variants.distinct(REAL)
FIRST_ORDER_ONLY = Path(__file__).with_name("first_order_only.txt")


def close(got: Any, want: Any, rtol: float) -> None:
    """The same structure, shapes and dtypes (numbers of Python may come as those of NumPy), and values near."""
    if isinstance(want, list | tuple):
        assert len(got) == len(want)
        for one, other in zip(got, want, strict=True):
            close(one, other, rtol)
    elif want is not None:
        assert np.shape(got) == np.shape(want)
        scale = float(np.max(np.abs(want), initial=0.0)) + 1e-3
        assert np.all(np.abs(np.asarray(got) - want) <= rtol * scale), (got, want)


@pytest.mark.parametrize("samples", by_function(variants.distinct(REAL, keywords=False)))
def test_kinds_unknown(samples: list[Sample]) -> None:
    each(samples, check_kinds_unknown)


def check_kinds_unknown(sample: Sample) -> None:
    made = program(sample)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        got = variant_grad(made.function, tuple(range(len(made.active))), kinds=False)(*made.values)
    close(got, made.bars(), 1e-4 if sample.single else 1e-9)


@pytest.mark.parametrize("samples", by_function(DISTINCT))
def test_layout(samples: list[Sample]) -> None:
    """Read-only arrays with gaps, in Fortran order, backwards."""
    each(samples, check_layout)


def check_layout(sample: Sample) -> None:
    made = program(sample)
    if variants.label(sample.function).endswith(("flat_view", "with_shape", "resized")):
        return  # of an array that is not contiguous: refused
    change = variants.relaid(np.random.default_rng(len(str(sample))))
    count = len(made.active)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        got = made.grad(0 if count == 1 else tuple(range(count)))(*(variants.mapped(change, value) for value in made.values))
    close((got,) if count == 1 else got, made.bars(), 1e-4 if sample.single else 1e-9)


# what SciPy itself warns of in single precision, gives nan for, or never comes back from
NOT_IN_SINGLE = {"scipy.linalg._matfuncs.logm", "scipy.linalg._matfuncs.fractional_matrix_power",
                 *(f"mathieu_{kind}" for kind in ("cem", "sem", "modcem1", "modcem2", "modsem1", "modsem2")),
                 *(f"{shape}_{kind}{cv}" for shape in ("pro", "obl") for kind in ("ang1", "rad1") for cv in ("", "_cv"))}


@pytest.mark.parametrize("samples", by_function(s for s in DISTINCT if not s.single and (
    variants.label(s.function) not in NOT_IN_SINGLE)))
def test_single_precision(samples: list[Sample]) -> None:
    each(samples, check_single_precision)


def check_single_precision(sample: Sample) -> None:
    made = program(sample)
    values = tuple(variants.mapped(variants.single, value) for value in made.values)
    count = len(made.active)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        got = made.grad(0 if count == 1 else tuple(range(count)))(*values)
    got = (got,) if count == 1 else got
    for bar, value in zip(got, values, strict=False):
        single_kind(bar, value)
    close(got, made.bars(), 2e-3)


def single_kind(bar: Any, value: Any) -> None:
    if isinstance(value, list | tuple):
        for one, other in zip(bar, value, strict=True):
            single_kind(one, other)
    elif isinstance(value, np.ndarray | np.inexact) and direct.is_active(value):
        assert np.asarray(bar).dtype == value.dtype


@pytest.mark.parametrize("samples", by_function(s for s in DISTINCT if len(program(s).values) > 1))
def test_what_is_not_asked_for_is_not_computed(samples: list[Sample]) -> None:
    each(samples, check_not_computed)


def check_not_computed(sample: Sample) -> None:
    made = program(sample)
    names = [*(f"x{k}" for k in range(len(made.active))), *made.function.__code__.co_varnames[len(made.active) : len(made.values)]]
    for k in range(len(made.active)):
        text = made.grad(k).source_for(*made.values)
        found = set(re.findall(r"\b(\w+)_bar\b", text)) & set(names)
        assert found <= {f"x{k}"}, text


ELEMENTWISE = [s for s in variants.some(variants.DOUBLE, 0.1) if variants.is_elementwise(s)]


@pytest.mark.parametrize("sample", variants.all_of(
    lambda s: variants.derived(s, variants.numbers(np.random.default_rng(len(str(s))))), ELEMENTWISE), ids=str)
def test_numbers(sample: Sample) -> None:
    check_through_grad(sample)


@pytest.mark.parametrize("sample", variants.all_of(variants.stretched, ELEMENTWISE), ids=str)
def test_broadcasting(sample: Sample) -> None:
    check_through_grad(sample)


# functions that take empty arrays, and whose derivatives raise for them, or have the wrong shape
FAIL_WHEN_EMPTY = set(
    "trapezoid scipy.linalg._decomp_svd.svd scipy.linalg._decomp_lu.lu scipy.linalg._decomp_lu.lu_solve "
    "scipy.linalg._solvers.solve_sylvester scipy.signal._signaltools.fftconvolve scipy.signal._signaltools.oaconvolve "
    "scipy.linalg._special_matrices.toeplitz scipy.linalg._special_matrices.circulant scipy.linalg._basic.solve_toeplitz "
    "scipy.linalg._basic.matmul_toeplitz".split())
if np.lib.NumpyVersion(scipy.__version__) >= "1.18.0":  # its values of none of 3 x 3 matrices are of the shape (0, 0)
    FAIL_WHEN_EMPTY.add("scipy.linalg._decomp_svd.svdvals")
PUBLIC = [sample for sample in variants.some(variants.DOUBLE) if not variants.label(sample.function).startswith("tangentish")]


@pytest.mark.parametrize("sample", variants.all_of(lambda s: variants.derived(s, variants.emptied), PUBLIC), ids=str)
def test_empty(sample: Sample) -> None:
    made = program(sample)
    failure = None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            for bar, value in zip(made.bars(), made.active, strict=True):
                shaped(bar, value)
        except Exception as error:  # an AssertionError too
            failure = error
    assert (failure is not None) == (variants.label(sample.function) in FAIL_WHEN_EMPTY), failure


def shaped(bar: Any, value: Any) -> None:
    if isinstance(value, list | tuple):
        for one, other in zip(bar, value, strict=True):
            shaped(one, other)
    elif direct.is_active(value):
        assert np.shape(bar) == np.shape(value) and np.asarray(bar).dtype == np.asarray(value).dtype
        assert np.all(np.isfinite(bar))


# second order

SECOND = [s for s in variants.some(variants.DOUBLE) if s.only != () and isinstance(program(s).active[0], np.ndarray)]


def listed() -> dict[str, str]:
    """What comes of the second derivative of a function instead of one: `refused`, with an error that says so, or `raises`."""
    lines = FIRST_ORDER_ONLY.read_text().splitlines()
    return {name: how for how, name in (line.split() for line in lines if not line.startswith("#"))}


def second_derivative(sample: Sample) -> tuple[float, float]:
    """A contraction of the derivative of a contraction of the derivative, and the same by central differences."""
    made = program(sample)
    rng = np.random.default_rng(3)
    names = [f"x{k}" for k in range(len(made.values))]
    space = {"np": np, "d": made.grad(0)}
    text = f"np.sum(weight * d({', '.join(names)}))"
    text = f"np.real({text})" if np.iscomplexobj(made.values[0]) else text
    contracted = defined("contracted", f"def contracted({', '.join(names)}, weight):\n    return {text}\n", space)
    values = (*made.values, random_like(made.values[0], rng))
    direction = random_like(made.values[0], rng)
    got = inner(tangentish.grad(contracted)(*values), direction)
    return got, directional(contracted, values, (0,), (direction,), sample.size)


def second_order(sample: Sample) -> str:
    """What comes of a second derivative: `right`, or why there is none; fails for a wrong one."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            got, want = second_derivative(sample)
    except UnsupportedError:
        return "refused"
    except Exception:
        return "raises"
    assert abs(got - want) <= 1e-6 + 1e-4 * max(abs(got), abs(want), 1.0), f"got {got!r}, want {want!r}"
    return "right"


@pytest.mark.parametrize("sample", SECOND, ids=str)
def test_second_order(sample: Sample) -> None:
    """Right, or refused and in the list of functions of which only first derivatives are had."""
    want = listed().get(variants.label(sample.function), "right")
    assert second_order(sample) == want, f"correct {FIRST_ORDER_ONLY.name}: python -m tests.rules.test_rules_variants"


def test_list_of_first_order_only_names_functions() -> None:
    gone = set(listed()) - {variants.label(sample.function) for sample in SECOND}
    assert not gone, f"in {FIRST_ORDER_ONLY.name}, but there are no such samples: {gone}"


if __name__ == "__main__":  # write the list anew
    made = {variants.label(sample.function): second_order(sample) for sample in SECOND}
    lines = sorted(f"{how} {name}" for name, how in made.items() if how != "right")
    head = "# Functions whose second derivatives are refused, or raise some other error (to be looked into); the others are right."
    FIRST_ORDER_ONLY.write_text("\n".join([head, *lines]) + "\n")
