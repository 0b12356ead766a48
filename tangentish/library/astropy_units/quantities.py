"""Quantities that are made, converted, and asked for what they have."""

from __future__ import annotations

from typing import Any

import numpy as np
from astropy.units import Unit, UnitBase, dimensionless_unscaled
from astropy.units.quantity import Quantity

from tangentish.errors import UnsupportedError
from tangentish.library.astropy_units.functions import in_unit
from tangentish.library.astropy_units.numbers import (
    agree,
    answer_of,
    as_answer,
    check_linear,
    factor_of,
    factor_to,
    numbers,
    scaled,
)
from tangentish.rules.registry import zero_derivative
from tangentish.runtime.copies import unwritten


def quantity_made(cls: Any, value: Any, unit: Any = None, **keywords: Any) -> Any:
    """An object of a class of quantities."""
    answer = answer_of(cls, (value, unit), keywords)
    check_linear(answer)
    held = in_unit(value, answer.unit)
    plain = held if np.shape(held) == np.shape(answer) else np.reshape(held, np.shape(answer))
    if not agree(answer_of(numbers, (plain,), {}), answer):
        raise UnsupportedError(f"how a {cls.__name__} is made of this is not followed.\n"
                               "Make it of an array and a unit: `Quantity(x, unit)`.")
    return as_answer(np.asarray(plain) if isinstance(plain, list | tuple) else plain, answer)


def converted(x: Any, unit: Any = None, equivalencies: Any = (), copy: bool = True) -> Any:
    """`q.to(unit)`."""
    answer = answer_of(x.to, (unit,), {"equivalencies": list(equivalencies), "copy": copy})
    return as_answer(_changed(x, answer.unit if unit is None or isinstance(unit, str) else unit, equivalencies), answer)


def to_value(x: Any, unit: Any = None, equivalencies: Any = ()) -> Any:
    """`q.to_value(unit)`, and `q.value`."""
    plain = numbers(x) if unit is None else _changed(x, unit, equivalencies)
    return plain[()] if isinstance(plain, np.ndarray) and plain.ndim == 0 else plain


def _changed(x: Any, unit: Any, equivalencies: Any) -> Any:
    check_linear(x)
    equivalencies = equivalencies if equivalencies else own_equivalencies(x)
    converter = converter_between(x.unit, unit, equivalencies)
    if equivalencies:
        return in_size(converter(numbers(x)), unit)
    return in_size(scaled(x, factor_of(converter)), unit)


def in_size(plain: Any, unit: Any) -> Any:
    """Numbers in a unit, by the size of that if it is a quantity, or a number: they become smaller as it grows."""
    if isinstance(unit, Quantity):
        return np.multiply(plain, np.divide(size_of(unit), numbers(unit)))
    return np.multiply(plain, size_of(unit) / unit) if isinstance(unit, float) else plain


def size_of(unit: Any) -> Any:
    """How large it is, as a constant."""
    return np.array(getattr(unit, "value", unit))[()]


def own_equivalencies(x: Any) -> Any:
    """What the class of a quantity converts by if nothing else is said."""
    return list(x._equivalencies)


def converter_between(unit: Any, other: Any, equivalencies: Any) -> Any:
    """The function that numbers in one unit are converted to another by."""
    return UnitBase.get_converter(unit, Unit(other), list(equivalencies))


def numbers_converted(unit: Any, other: Any, value: Any = 1.0, equivalencies: Any = ()) -> Any:
    """`unit.to(other, value)`."""
    converter = converter_between(unit, other, equivalencies)
    if equivalencies:
        return in_size(converter(value), other)
    factor = factor_of(converter)
    return in_size(value if factor is None else np.multiply(value, factor), other)


def rescaled(x: Any, name: str, *args: Any, **keywords: Any) -> Any:
    """`q.si`, `q.cgs`, `q.decompose()`."""
    answer = rescaled_answer(x, name, args, keywords)
    return as_answer(scaled(x, factor_to(x, answer.unit)), answer)


def rescaled_answer(x: Any, name: str, args: Any, keywords: Any) -> Any:
    """What astropy gives for it."""
    found = getattr(x, name)
    return found if isinstance(found, Quantity) else found(*args, **keywords)


def value_of(x: Any, name: str, *default: Any) -> Any:
    """`getattr(q, "value")`."""
    return to_value(x)


def in_unit_named(x: Any, name: str, *default: Any) -> Any:
    """`getattr(angle, "degree")`, for what is no other attribute."""
    if not is_unit_named(x, name):
        raise UnsupportedError(f"the attribute `{name}` of a {type(x).__name__} with active values is not followed.")
    return to_value(x, name)


def is_unit_named(x: Any, name: str) -> bool:
    """Whether an attribute of a quantity is its numbers in a unit."""
    return np.array_equal(getattr(x, name), x.to_value(name))


def property_of(x: Any, name: str, *default: Any) -> Any:
    """An attribute that a property of the class computes."""
    return getter_of(x, name)(x)


def getter_of(x: Any, name: str) -> Any:
    """The function behind it."""
    return getattr(type(x), name).fget


def plain_number(x: Any) -> Any:
    """`float(q)`, of one without a unit."""
    return float(to_value(x, dimensionless_unscaled))


def of_plain_numbers(function: Any, *args: Any, **keywords: Any) -> Any:
    """A function of Python's numbers, as those of `math` are, which takes quantities for what `float` makes of them."""
    return function(*[_as_floats(arg) for arg in args], **{key: _as_floats(keywords[key]) for key in keywords})


def _as_floats(x: Any) -> Any:
    if isinstance(x, list | tuple):
        return [_as_floats(part) for part in x]
    if not isinstance(x, Quantity):
        return x
    return [plain_number(part) for part in rows(x)] if x.ndim else plain_number(x)


def read_only(x: Any) -> Any:
    """A quantity of the module as functions are given it that are not known to write into it."""
    return as_answer(numbers(x), answer_of(unwritten, (x,), {}))


def rows(x: Any, *how: Any) -> Any:
    """What a loop over a quantity goes through."""
    return [x[k] for k in range(len(x))]


zero_derivative(own_equivalencies, size_of, converter_between, rescaled_answer, is_unit_named, getter_of)
