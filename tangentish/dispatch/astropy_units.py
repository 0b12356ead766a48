"""Calls that quantities of astropy take part in: `library.astropy_units` has what they are in plain arrays."""

from __future__ import annotations

import inspect
import operator
import types
from collections.abc import Callable
from numbers import Number
from typing import Any, NamedTuple

import numpy as np
from astropy.units import UnitBase
from astropy.units.equivalencies import Equivalency
from astropy.units.quantity import Quantity

from tangentish import library
from tangentish.class_attributes import bound_object
from tangentish.dispatch import core, forward
from tangentish.dispatch.arguments import shifted
from tangentish.dispatch.forward.core import Call
from tangentish.dispatch.operators import METHODS_OF
from tangentish.dispatch.records import Nothing, OfOwner, Parts, Record
from tangentish.errors import UnsupportedError
from tangentish.library.astropy_units import functions, numbers, quantities, stores, ufuncs
from tangentish.rules.registry import METHODS
from tangentish.runtime.copies import unwritten
from tangentish.shadows import Shadows

UNITS = ("astropy.units.core", "astropy.units.equivalencies")
"""Modules of what numbers flow through where they are converted, but not where it is made."""
OWN = frozenset(value for module in (functions, numbers, quantities, stores, ufuncs) for value in vars(module).values()
                if getattr(value, "__module__", "") == module.__name__)
"""What is there for quantities, which takes them as they are."""
CONVERSIONS: dict[str, Callable[..., Any]] = {"to": quantities.converted, "to_value": quantities.to_value, "fill": stores.filled}
RESCALED = frozenset(("si", "cgs", "decompose"))
CONSTANT = frozenset("unit shape ndim size dtype isscalar nbytes itemsize strides flags equivalencies".split())
"""Attributes that no derivative flows through."""
ASKING = frozenset("all any argmax argmin argsort searchsorted nonzero to_string tobytes".split()) | {f"__{name}__" for name in (
    "len bool repr str format hash eq ne lt le gt ge".split())} | {"setflags"}
"""Methods that none flows through."""
_METHODS: dict[str, Any] = {"dot": np.dot, "diff": np.diff, "ediff1d": np.ediff1d, "insert": np.insert, "trace": np.trace}
"""What stands for methods that rules say nothing of."""
ASKED: dict[Any, Any] = {library.iterated: quantities.rows, library.iterated_quietly: quantities.rows,
                         library.iterated_backwards: quantities.rows, library.number_of: quantities.plain_number,
                         np.asarray: numbers.numbers, unwritten: quantities.read_only}
"""What stands for functions that are not NumPy's, or do not give quantities of quantities."""
_WRITING = frozenset((np.copyto, np.put, np.place, np.putmask, np.fill_diagonal, np.put_along_axis))
_FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType, np.ufunc, type(np.sum))
ARRAYS: dict[str, Any] = {"T": np.transpose, "mT": np.matrix_transpose, "real": np.real, "imag": np.imag}


class Meant(NamedTuple):
    """What stands for a call: a function, what it is called with before the arguments, and before that the owner of a method."""

    function: Any
    before: tuple[Any, ...] = ()
    owner: Any = None


_OPERANDS = (np.ndarray, np.generic, UnitBase, Number, str, list, tuple)
"""What quantities are computed with as NumPy does."""

PLAINLY = Meant(None)
"""The call as it is: no derivative flows through it."""


def meant(function: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> Meant | None:
    """What stands for a call that quantities or units take part in; None for any other."""
    owner = bound_object(function)
    if isinstance(owner, Quantity):
        return _method(owner, function)
    given = (*args, *keywords.values())
    if type(owner).__module__ in UNITS:
        return _method_of_unit(owner, getattr(function, "__name__", ""), given)
    if isinstance(function, type):
        return _made(function, args, keywords)
    if not isinstance(function, _FUNCTIONS) or function in OWN:
        return None
    if isinstance(function, types.FunctionType) and function.__module__ in UNITS:
        return PLAINLY if _nothing_in(given) else None
    if function is getattr:
        return _attribute(*args) if isinstance(args[0], Quantity) else None
    if function in METHODS_OF:
        return _operator(function, args)
    return _function(function, args, keywords) if any(map(numbers.holds_quantity, given)) else None


def _function(function: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> Meant | None:
    """A function that a quantity is given to; refused if it writes into it, or calls others, as it is run more than once."""
    outs = keywords.get("out") is not None or (isinstance(function, np.ufunc) and len(args) > function.nin)
    if outs or function in _WRITING or (_is_numpys(function) and any(callable(arg) for arg in args)):
        name = getattr(function, "__name__", function)
        raise UnsupportedError(f"`{name}` of quantities, which writes into one or calls a function, "
                               "is not followed where active values meet them.\nAssign its result, or use the numbers.")
    if function in ASKED:
        return Meant(ASKED[function])
    if getattr(function, "__module__", None) in ("math", "cmath"):
        return Meant(quantities.of_plain_numbers, (function,))
    if isinstance(function, np.ufunc):
        return Meant(ufuncs.ufunc_on_units, (function,))
    if function is abs:
        return Meant(ufuncs.operator_on_units, (function,))
    return Meant(functions.function_on_units, (function,)) if _is_numpys(function) else None


def _nothing_in(given: tuple[Any, ...]) -> bool:
    """Whether no derivative may flow through values: they are units, texts, whole numbers and the like."""
    return not any(isinstance(value, float | complex | np.ndarray | np.inexact | list | tuple | dict) for value in given)


def _method_of_unit(owner: Any, name: str, given: tuple[Any, ...]) -> Meant | None:
    """A method of a unit, or of what keeps the units that there are."""
    if name == "to" and isinstance(owner, UnitBase):
        return Meant(quantities.numbers_converted, (), owner)
    return PLAINLY if _nothing_in(given) or not isinstance(owner, UnitBase) else None


def _method(owner: Any, function: Any) -> Meant | None:
    """A method of a quantity: the code of those of classes derived from it is followed."""
    name = getattr(function, "__name__", "")
    if name in CONVERSIONS:
        return Meant(CONVERSIONS[name], (), owner)
    if name in RESCALED:
        return Meant(quantities.rescaled, (name,), owner)
    if name in ASKING:
        return PLAINLY
    standing = METHODS.get(name, _METHODS.get(name))
    if standing is None and getattr(function, "__module__", None) == Quantity.__module__:
        raise UnsupportedError(f"the method `{name}` of a Quantity, where active values meet it, is not followed.\n"
                               "Use its numbers, as in `q.to_value(unit)`.")
    return None if standing is None else Meant(functions.method_on_units, (standing,), owner)


def _made(cls: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> Meant | None:
    """A quantity that is made; units are made of nothing that has a derivative."""
    if issubclass(cls, Quantity):
        if len(args) > 2 or not (args or "value" in keywords):  # a place on the earth, say
            raise UnsupportedError(f"how a {cls.__name__} is made of other things than a value and a unit is not followed.\n"
                                   "Compute with its quantities.")
        return Meant(quantities.quantity_made, (cls,))
    if issubclass(cls, np.inexact) and any(isinstance(arg, Quantity) for arg in args):
        return Meant(quantities.of_plain_numbers, (cls,))
    return PLAINLY if issubclass(cls, UnitBase) and _nothing_in(args) else None


def _attribute(x: Any, name: str, *default: Any) -> Meant | None:
    """An attribute of a quantity, `getattr(x, name)`: also by properties of its class, and its numbers in a unit of that name."""
    if name == "value":
        return Meant(quantities.value_of)
    if name in RESCALED and name != "decompose":
        return Meant(quantities.rescaled)
    if name in ARRAYS:
        return Meant(functions.part_of)
    if name in CONSTANT:
        return PLAINLY
    found = inspect.getattr_static(type(x), name, None)
    if isinstance(found, property):
        return Meant(quantities.property_of)
    return Meant(quantities.in_unit_named) if found is None and name not in vars(x) else None


def _operator(function: Any, args: tuple[Any, ...]) -> Meant | None:
    """An operator; those that write into quantities are refused."""
    if any(isinstance(arg, Equivalency) for arg in args):
        return PLAINLY
    if not any(isinstance(arg, Quantity | UnitBase) for arg in args):
        return None
    if function in (operator.getitem, operator.setitem) and not isinstance(args[0], np.ndarray):
        return None  # they are in a list or a dict, or their units are the keys there
    if function in ufuncs.SAME and not all(isinstance(arg, _OPERANDS) for arg in args):
        return None  # a time, say, which has operators of its own
    if function in ufuncs.SAME or function in (operator.getitem, operator.lshift):
        return Meant(ufuncs.operator_on_units, (function,))
    if function is operator.contains:
        return PLAINLY
    if function is operator.setitem:
        return Meant(stores.item_stored, (function,))
    if function in stores.IN_PLACE:
        return Meant(stores.changed_in_place, (function,))
    raise UnsupportedError(f"`{function.__name__}` of quantities, where active values meet them, is not followed.\n"
                           "Write into an array of their numbers, and give it its unit afterwards; "
                           "`q = q + p` makes a new one.")


def _is_numpys(function: Any) -> bool:
    """Whether a function is one of NumPy's for arrays."""
    return (getattr(function, "__module__", None) or "").partition(".")[0] == "numpy" and callable(function) and not isinstance(
        function, type)


def _check_unit(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> None:
    """Refuse a quantity, or a number, that depends on what is differentiated and says as a unit how large that is."""
    owner, name = bound_object(function), getattr(function, "__name__", "")
    made = isinstance(function, type) or function is operator.lshift
    if not made and not (name == "to" and isinstance(owner, Quantity)):
        return  # there are numbers alone in what `to_value` gives
    for key, value in (*enumerate(args), *keywords.items()):
        if key in wrt and key in ((1, "unit") if made else (0, "unit")) and isinstance(
                value, Quantity | float | complex | np.inexact) and np.any(np.asarray(getattr(value, "value", value)) != 1.0):
            raise UnsupportedError("a unit that may be made of active values is not followed.\n"
                                   "Ask for numbers, as in `q.to_value(unit)`, or give the unit a name outside of the function.")


class _After(Record):
    """A call with something put in front of its arguments, which the caller did not write."""

    def __init__(self, inner: Record, count: int) -> None:
        self.inner, self.count = inner, count

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        parts = self.inner.reverse(ans_bar, shadows)
        return Parts(parts.values[self.count:], parts.keywords)


def called(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """One of these calls."""
    found = meant(function, args, keywords)
    if found is None:
        return None
    _check_unit(function, wrt, args, keywords)
    if found is PLAINLY:
        return function(*args, **keywords), Nothing(len(args))
    count = len(found.before)
    wrt = tuple(key + count if isinstance(key, int) else key for key in wrt)
    if found.owner is None:
        ans, record = core.primal(found.function, wrt, *found.before, *args, **keywords)
        return ans, _After(record, count)
    ans, record = core.primal(found.function, shifted(wrt), found.owner, *found.before, *args, **keywords)
    return ans, _After(OfOwner(record, found.owner), count)


def called_forward(call: Call) -> tuple[Any, Any] | None:
    """The same in forward mode."""
    found = meant(call.function, call.args, call.keywords)
    if found is None:
        return None
    _check_unit(call.function, call.wrt, call.args, call.keywords)
    if found is PLAINLY:
        return call.plain()
    count = len(found.before)
    wrt = tuple(key + count if isinstance(key, int) else key for key in call.wrt)
    args, dots = (*found.before, *call.args), (*[None] * count, *call.dots)
    if found.owner is None:
        return call.run(function=found.function, wrt=wrt, args=args, dots=dots)
    owner_dot = call.tangents.bind(found.owner, call.owner_dot)
    return call.run(function=found.function, wrt=shifted(wrt), args=(found.owner, *args), dots=(owner_dot, *dots), owner_dot=None)


core.STEPS.insert(0, called)
forward.STEPS.insert(0, called_forward)
