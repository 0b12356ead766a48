"""Every public function of NumPy has a rule, is known to have a zero derivative, or is listed with the reason why neither.

A release of NumPy with a function that nobody has thought of fails here.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import tangentish
from tangentish import library
from tangentish.analysis.code.inert import is_inert
from tangentish.rules.registry import ATTRIBUTES, METHODS, lookup
from tests.oracle import check_gradient
from tests.rules.no_derivative import ARRAY_REASONS, REASONS, table

LISTED, LISTED_ATTRIBUTES = table(REASONS), table(ARRAY_REASONS)


def public() -> Iterator[tuple[str, Any]]:
    """The public functions, ufuncs and classes, with names as one writes them after `np.`."""
    for prefix, module in (("", np), ("linalg.", np.linalg), ("fft.", np.fft)):
        for name in sorted(set(module.__all__)):
            value = getattr(module, name, None)
            exception = isinstance(value, type) and issubclass(value, BaseException)
            if callable(value) and not exception:
                yield prefix + name, value


def is_known(function: Any) -> bool:
    """Whether a function has a rule (of whatever kind), is written anew in `library`, or can be passed over."""
    return lookup(function) is not None or library.replacement(function) is not None or is_inert(function)


def is_known_attribute(name: str) -> bool:
    return name in METHODS or name in ATTRIBUTES or (np.ndarray, name) in library.METHODS


ATTRIBUTE_NAMES = [name for name in dir(np.ndarray) if not name.startswith("_")]


def test_every_public_function_is_known_or_listed() -> None:
    missing = [name for name, function in public() if not is_known(function) and name not in LISTED]
    assert not missing, "no rule, and no reason in tests/rules/no_derivative.py: " + " ".join(missing)


def test_every_attribute_of_arrays_is_known_or_listed() -> None:
    missing = [name for name in ATTRIBUTE_NAMES if not is_known_attribute(name) and name not in LISTED_ATTRIBUTES]
    assert not missing, "no rule, and no reason in tests/rules/no_derivative.py: " + " ".join(missing)


def test_the_lists_are_current() -> None:
    known = [name for name, function in public() if name in LISTED and is_known(function)]
    known += [name for name in ATTRIBUTE_NAMES if name in LISTED_ATTRIBUTES and is_known_attribute(name)]
    assert not known, "listed as having no rule, but have one: " + " ".join(known)
    names = {name for name, _ in public()} | {"complex256", "clongfloat"}  # which not every platform or release has
    gone = [name for name in LISTED if name not in names] + [n for n in LISTED_ATTRIBUTES if n not in ATTRIBUTE_NAMES]
    assert not gone, "listed, but NumPy has no such public name: " + " ".join(gone)


def test_every_reason_is_said_once() -> None:
    for reasons in (REASONS, ARRAY_REASONS):
        names = [name for line in reasons.values() for name in line.split()]
        assert len(names) == len(set(names))


@pytest.mark.parametrize("name", sorted(set(LISTED) & {"packbits", "asmatrix", "matrix"}))
def test_what_is_listed_is_refused_and_not_passed_over(name: str) -> None:
    function = getattr(np, name)

    def f(x: Any) -> Any:
        return np.sum(np.asarray(function(x))) * x[0]

    with pytest.raises(tangentish.TangentishError):
        tangentish.grad(f)(np.array([1.0, 2.0]))


@pytest.mark.parametrize("name", sorted(name for name in operator.__all__ if name.strip("_") in (
    "add sub mul truediv pow matmul mod floordiv and or xor lshift rshift neg pos inv invert abs eq ne lt le gt ge not "
    "getitem index contains truth is is_not").split()))
def test_functions_of_operators_are_known(name: str) -> None:
    assert is_known(getattr(operator, name))


def test_what_is_followed() -> None:
    check_gradient(lambda x: np.sum(np.poly1d(x)(2.0 * x)), np.array([1.0, 2.0, -0.5]))
