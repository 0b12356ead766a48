"""What makes the items of a defaultdict that are missing: nothing active may come of it, since nothing is seen to store it.

>>> n = 2
>>> def counted():
...     return [0.0] * n
>>> factory_without_numbers(counted)()
[0.0, 0.0]
"""

from __future__ import annotations

import functools
import types
from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative

_INERT = (int, str, bytes, type(None), type(...), types.ModuleType, np.ufunc, np.dtype)
_FACTORIES = (type, type(None), types.FunctionType, types.BuiltinFunctionType, types.MethodWrapperType)
_CLASSES = frozenset((float, int, complex, str, list, tuple, dict, set))


def factory_without_numbers(factory: Any) -> Any:
    """A factory that is looked at whenever it is called: a variable that it has captured may be bound again by then.

    Raises `UnsupportedError` where it may give what has a derivative.
    """
    of_data = isinstance(getattr(factory, "__self__", None), np.ndarray | np.generic | list | dict)  # as `x.sum` is
    if of_data or not isinstance(factory, _FACTORIES):  # a partial, a method or an object may hold anything
        raise _refused()
    if not isinstance(factory, types.FunctionType):
        return factory
    cells = factory.__closure__ or ()
    _check(factory, cells)
    if not cells:
        return factory

    @functools.wraps(factory)
    def looked_at() -> Any:
        _check(factory, cells)
        return factory()

    return looked_at


def _check(factory: types.FunctionType, cells: tuple[types.CellType, ...]) -> None:
    try:
        values = [cell.cell_contents for cell in cells]
    except ValueError:  # not bound yet
        raise _refused() from None
    if not all(map(_is_inert, (*values, *(factory.__defaults__ or ()), *(factory.__kwdefaults__ or {}).values()))):
        raise _refused()


def _is_inert(value: Any) -> bool:
    """Whether a value has no derivative, and what is computed of it has none.

    >>> _is_inert((2, "a")), _is_inert(len), _is_inert(2.0), _is_inert(np.ones(2).sum), _is_inert([2])
    (True, True, False, False, False)
    """
    if type(value) is tuple:
        return all(map(_is_inert, value))
    if isinstance(value, types.BuiltinFunctionType):
        return _is_inert(value.__self__)  # an array, of one of its methods
    return isinstance(value, _INERT) or (isinstance(value, type) and value in _CLASSES)


def _refused() -> UnsupportedError:
    return UnsupportedError("a defaultdict whose factory is a function may hold active values that nothing stored.\n"
                            "Use `setdefault`, or a factory such as list.")


zero_derivative(factory_without_numbers)
