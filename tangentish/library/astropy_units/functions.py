"""Functions of NumPy, and methods of arrays, of quantities and of what holds them.

Whether all quantities have to be in one unit, or each goes in as it is, is found by trying which gives the numbers of astropy.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from astropy.units import UnitConversionError, UnitTypeError
from astropy.units.quantity import Quantity

from tangentish.errors import UnsupportedError
from tangentish.library.astropy_units.numbers import agree, answer_of, as_answer, factor_to, holds_quantity, numbers, scaled
from tangentish.rules.registry import zero_derivative


def function_on_units(function: Any, *args: Any, **keywords: Any) -> Any:
    """A function of NumPy, of quantities and what holds them."""
    answer = answer_of(function, args, keywords)
    if not has_numbers(answer):
        return answer
    unit = unit_needed(function, args, keywords, answer)
    return shaped_as(function(*[in_unit(arg, unit) for arg in args], **{key: in_unit(keywords[key], unit) for key in keywords}),
                     answer)


def method_on_units(x: Any, function: Any, *args: Any, **keywords: Any) -> Any:
    """A method of a quantity that arrays have too, in the form of a function."""
    return function_on_units(function, x, *args, **keywords)


def part_of(x: Any, name: str, *default: Any) -> Any:
    """`getattr(q, "T")` and the like."""
    return method_on_units(x, getattr, name)


def has_numbers(answer: Any) -> bool:
    """Whether an answer has numbers that derivatives flow to."""
    if isinstance(answer, list | tuple):
        return any(has_numbers(part) for part in answer)
    return isinstance(answer, float | complex) or (isinstance(answer, np.ndarray | np.generic) and answer.dtype.kind in "fc")


def shaped_as(plain: Any, answer: Any) -> Any:
    """The answer, or each part of it, with its numbers from those computed beside it."""
    if isinstance(answer, list | tuple):
        return type_like(answer, [shaped_as(plain[k], answer[k]) for k in range(len(answer))])
    return as_answer(plain, answer) if has_numbers(answer) else answer


def type_like(answer: Any, parts: list[Any]) -> Any:
    """A list, a tuple or a namedtuple of parts."""
    if hasattr(answer, "_fields"):
        return type(answer)(*parts)
    return tuple(parts) if isinstance(answer, tuple) else parts


def in_unit(x: Any, unit: Any) -> Any:
    """The numbers of quantities, wherever in lists they are, in a unit, or each in its own."""
    if isinstance(x, list | tuple) and holds_quantity(x):
        parts = [in_unit(part, unit) for part in x]
        return tuple(parts) if isinstance(x, tuple) else parts
    return scaled(x, factor_to(x, unit)) if isinstance(x, Quantity) else x


def unit_needed(function: Any, args: Any, keywords: Any, answer: Any) -> Any:
    """The unit in which all quantities that can go into a function, as astropy's numbers show; None if each goes in as it is."""
    units = [None]
    for x in found_in([*args, *keywords.values()]):
        if x.unit not in units:
            units.append(x.unit)
    if len(units) == 2:  # one unit for all
        units.pop()
    units = [unit for unit in units if _agrees(function, args, keywords, unit, answer)]
    if len(units) > 1:  # some numbers are zero, say, in any unit
        args, keywords = [_shifted(arg) for arg in args], {key: _shifted(keywords[key]) for key in keywords}
        answer = function(*args, **keywords)
        units = [unit for unit in units if _agrees(function, args, keywords, unit, answer)]
    if units:  # where there are several still, the answer does not depend on what they tell apart
        return units[0]
    name = getattr(function, "__name__", repr(function))
    raise UnsupportedError(f"what `{name}` does with these quantities is not followed.\n"
                           "Convert them before, and use the numbers: `q.to_value(unit)`.")


def _agrees(function: Any, args: Any, keywords: Any, unit: Any, answer: Any) -> bool:
    try:
        plain = function(*[in_unit(arg, unit) for arg in args], **{key: in_unit(keywords[key], unit) for key in keywords})
    except (UnitConversionError, UnitTypeError):
        return False
    return agree(plain, answer)


def _shifted(x: Any) -> Any:
    """Quantities, wherever in lists they are, with other numbers in the same order."""
    if isinstance(x, list | tuple):
        parts = [_shifted(part) for part in x]
        return tuple(parts) if isinstance(x, tuple) else parts
    return Quantity(numbers(x) * 1.0873 + 0.7391, x.unit) if isinstance(x, Quantity) else x


def found_in(values: Any) -> list[Any]:
    """The quantities in lists, one in another."""
    found = []
    for value in values:
        found += [value] if isinstance(value, Quantity) else found_in(value) if isinstance(value, list | tuple) else []
    return found


zero_derivative(has_numbers, unit_needed)
