"""`cotangent`: what is refused says where and why."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import tangentish
from tangentish import cotangent
from tangentish.errors import ArgumentError, RuleError, TangentishError, UnsupportedError

X = np.array([0.5, 3.0])


def expression(x: Any) -> Any:
    with cotangent(x * 2.0) as x_bar:
        x_bar = x_bar * 2.0
    return np.sum(x)


def used_outside(x: Any) -> Any:
    with cotangent(x) as x_bar:
        n = np.sum(x_bar)
    n = 3
    return np.sum(x) * n


def counted(x: Any) -> Any:
    count = 0
    with cotangent(x):
        count += 1
    return np.sum(x)


def variable_of_another(x: Any) -> Any:
    with cotangent(x) as x_bar:
        kept = x_bar
    y = x * 2.0
    with cotangent(y) as y_bar:
        y_bar = y_bar + kept
    return np.sum(y)


def returned(x: Any) -> Any:
    with cotangent(x) as x_bar:
        return np.sum(x_bar)
    return np.sum(x)


def left(x: Any) -> Any:
    for _ in range(2):
        with cotangent(x) as x_bar:
            if np.sum(x_bar) > 0.0:
                break
    return np.sum(x)


def tried(x: Any) -> Any:
    try:
        with cotangent(x) as x_bar:
            x_bar = x_bar * 2.0
    except ValueError:
        pass
    return np.sum(x)


def together(x: Any) -> Any:
    with cotangent(x) as x_bar, np.errstate(all="ignore"):
        x_bar = x_bar * 2.0
    return np.sum(x)


def stored(x: Any) -> Any:
    y = x * 2.0
    with cotangent(x) as x_bar:
        y[0] = x_bar[0]
    return np.sum(x * y)


def aliased(x: Any) -> Any:
    y = x * 1.0
    z = y
    with cotangent(y) as y_bar:
        y_bar = y_bar * 2.0
    return np.sum(y * z)


def viewed(x: Any) -> Any:
    y = x * 1.0
    z = y[1:]
    with cotangent(y) as y_bar:
        y_bar = y_bar * 2.0
    return np.sum(y) + np.sum(z)


def of_a_list(x: Any) -> Any:
    y = [x, x * 2.0]
    with cotangent(y) as y_bar:
        y_bar = y_bar * 2
    return np.sum(y[0] * y[1])


def half_active(x: Any, w: Any = 2.0) -> Any:
    with cotangent(x) as x_bar, cotangent(w) as w_bar:
        x_bar = x_bar * w_bar
    return np.sum(x * w)


def other_shape(x: Any) -> Any:
    with cotangent(x) as x_bar:
        x_bar = np.zeros(5)  # noqa: F841  # the reverse sweep reads it
    return np.sum(x)


def nothing(x: Any) -> Any:
    with cotangent(x) as x_bar:
        x_bar = None  # noqa: F841  # the reverse sweep reads it
    return np.sum(x)


def complex_valued(x: Any) -> Any:
    with cotangent(x) as x_bar:
        x_bar = x_bar * 1j
    return np.sum(x)


CASES = [
    (expression, UnsupportedError, "takes the name of a variable"),
    (used_outside, UnsupportedError, "`n` is bound in the body of `cotangent`.* used outside of it"),
    (counted, UnsupportedError, "`count` is bound in the body"),
    (variable_of_another, UnsupportedError, "`kept` is bound in the body of another"),
    (returned, UnsupportedError, "this is not possible in the body"),
    (left, UnsupportedError, "this leaves the body"),
    (tried, UnsupportedError, "inside of `try`"),
    (together, UnsupportedError, "together with another context manager"),
    (stored, UnsupportedError, "stores into `y`, which is differentiated"),
    (aliased, UnsupportedError, "`y` may share memory with `z`"),
    (viewed, UnsupportedError, "`y` may share memory with `z`"),
    (of_a_list, UnsupportedError, "`cotangent` of a list"),
    (half_active, UnsupportedError, "some depend on what is differentiated and some do not"),
    (other_shape, RuleError, r"the adjoint has shape \(5,\); it had \(2,\)"),
    (nothing, RuleError, "the adjoint is a NoneType"),
    (complex_valued, RuleError, "the adjoint is complex"),
]


@pytest.mark.parametrize(("function", "kind", "pattern"), CASES, ids=[case[0].__name__ for case in CASES])
def test_refused(function: Any, kind: type[TangentishError], pattern: str) -> None:
    with pytest.raises(kind) as caught:
        tangentish.grad(function)(X)
    first = function.__code__.co_firstlineno
    place = re.search(r"test_cotangent_errors.py:(\d+): ", str(caught.value))
    assert place, str(caught.value)
    assert first < int(place.group(1)) < first + 10
    assert re.search(pattern, str(caught.value)), str(caught.value)


def test_hook() -> None:
    with pytest.raises(ArgumentError, match="x should be a number or an array, not a list"):
        tangentish.cotangent_hook([1.0], abs)
    with pytest.raises(RuleError, match=r"`<lambda>` .*a hook, returned a cotangent of shape \(3,\)"):
        tangentish.grad(lambda x: np.sum(tangentish.cotangent_hook(x, lambda x_bar: np.zeros(3))))(X)


def test_by_another_name_is_never_ignored() -> None:
    """A `cotangent` that is not seen when the program is made is refused, and not left out."""
    def loss(x: Any, manager: Any) -> Any:
        with manager(x) as x_bar:
            x_bar = x_bar * 2.0
        return np.sum(x)

    with pytest.raises(TangentishError):
        tangentish.grad(loss)(X, tangentish.cotangent)
