"""The numbers of quantities, and conversions of them between units that are multiplications."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from astropy.units.function import FunctionQuantity
from astropy.units.quantity import Quantity

from tangentish.errors import UnsupportedError
from tangentish.rules.registry import jvp, linear, vjp, zero_derivative


def numbers(x: Any) -> Any:
    """The numbers of a quantity in its own unit, which share its memory; what is no quantity as it is."""
    return x.view(np.ndarray) if isinstance(x, np.ndarray) else x


@linear(numbers, view="maybe")
def _numbers(ans_bar, x):  # type: ignore[no-untyped-def]  # a rule
    return ans_bar


def as_answer(plain: Any, answer: Any) -> Any:
    """The answer of astropy, whose numbers were computed as `plain` too."""
    return answer


@vjp(as_answer, wrt=("plain",), view="maybe", how=("answer",))
def _as_answer(ans_bar, ans, plain, answer):  # type: ignore[no-untyped-def]  # a rule
    return ans_bar


@jvp(as_answer)
def _as_answer_jvp(ans, plain_dot, plain, answer):  # type: ignore[no-untyped-def]  # a rule
    return plain_dot


def answer_of(function: Any, args: Any, keywords: Any) -> Any:
    """What astropy answers."""
    return function(*args, **keywords)


def check_linear(*args: Any) -> None:
    """Refuse quantities whose numbers stand for something else, as magnitudes do, and those of several fields."""
    for arg in args:
        if isinstance(arg, FunctionQuantity) or (isinstance(arg, Quantity) and arg.dtype.names):
            raise UnsupportedError(f"a {type(arg).__name__} with active values is not followed.\nUse its numbers in a plain unit.")


def factor_of(converter: Callable[[Any], Any] | None) -> float | None:
    """What a conversion between units multiplies numbers with; None if nothing."""
    if converter is None:
        return None
    factor = float(converter(1.0))
    if converter(0.0) != 0.0 or not np.isclose(converter(3.0), 3.0 * factor, rtol=1e-13, atol=0.0):
        raise UnsupportedError("a conversion of units that is no multiplication is not followed here.\n"
                               "Convert before, with `to` and its equivalencies.")
    return None if factor == 1.0 else factor


def scaled(x: Any, factor: float | None) -> Any:
    """The numbers of a quantity times a factor."""
    return numbers(x) if factor is None else numbers(x) * factor


def factor_to(x: Any, unit: Any) -> float | None:
    """What the numbers of a quantity are multiplied with in another unit; None where it measures something else, too."""
    check_linear(x)
    return None if unit is None or not x.unit.is_equivalent(unit) else factor_of(x.unit.get_converter(unit))


def holds_quantity(x: Any) -> bool:
    """Whether a value is a quantity, or a list, a tuple or a dict that holds one."""
    if isinstance(x, dict):
        return any(map(holds_quantity, x.values()))
    return isinstance(x, Quantity) or (isinstance(x, list | tuple) and any(map(holds_quantity, x)))


def agree(plain: Any, answer: Any) -> bool:
    """Whether numbers are those of the answer."""
    if isinstance(answer, list | tuple):
        return isinstance(plain, list | tuple) and len(plain) == len(answer) and all(map(agree, plain, answer))
    return np.shape(plain) == np.shape(answer) and np.allclose(plain, np.asarray(answer), rtol=1e-12, atol=0.0, equal_nan=True)


zero_derivative(answer_of, check_linear, factor_of, factor_to, holds_quantity, agree)
