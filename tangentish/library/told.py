"""What an exception, or an object that is looked at and not asked, tells."""

from __future__ import annotations

import dis
import functools
import inspect
import sys
import types
from typing import Any

from tangentish.errors import UnsupportedError
from tangentish.library.generated import is_whole
from tangentish.rules.registry import zero_derivative
from tangentish.slots import attributes_held, is_called_only


def told(value: Any) -> Any:
    """What was read from an exception, which must be nothing that may have a derivative: text, or a number of an error."""
    if not is_whole(value):
        raise UnsupportedError("a value that an exception carries is not followed.\nKeep it in a variable before raising.")
    return value


def error_told(error: Any) -> Any:
    """An exception that goes on to other code than its handler, and so may carry nothing that may have a derivative.

    The three of `sys.exc_info()` are looked at in the same way.

    >>> error_told(ValueError("no", 3))
    ValueError('no', 3)
    """
    if isinstance(error, tuple):
        error_told(error[1])
        return error
    if isinstance(error, BaseException):
        for value in (*error.args, *attributes_held(error).values()):
            if not is_whole(value) and not isinstance(value, BaseException | types.TracebackType | type):
                told(value)
    return error


def error_for(manager: Any) -> tuple[Any, Any, Any]:
    """What the `__exit__` of a context manager is called with; if it reads the exception, that may carry no numbers."""
    found = sys.exc_info()
    leave = getattr(type(manager), "__exit__", None)
    if isinstance(leave, types.FunctionType) and reads_error(leave.__code__):
        error_told(found[1])
    return found


@functools.lru_cache(maxsize=1024)
def reads_error(code: types.CodeType) -> bool:
    """Whether code reads its third parameter, or takes it with others."""
    if code.co_argcount < 3:
        return True
    return any(step.argval == code.co_varnames[2] or code.co_varnames[2] in (step.argval if isinstance(step.argval, tuple) else ())
               for step in dis.get_instructions(code) if step.opname.startswith("LOAD"))


def error_itself(error: BaseException) -> BaseException:
    """An error, of which a handler keeps more than a name; what it carries is not followed."""
    return error


def error_of(ended: tuple[Any, BaseException | None]) -> BaseException | None:
    """The error that a function which says how it ended was left by (`frontend.attempted`)."""
    return ended[1]


def attribute_static(obj: Any, attr: str, *default: Any) -> Any:
    """`inspect.getattr_static` for what has no derivative: methods, and what else classes say of attributes.

    >>> attribute_static([], "append").__name__, attribute_static([], "fillna", None)
    ('append', None)
    """
    value = inspect.getattr_static(obj, attr, *default)
    if is_whole(value):
        return value
    shared = value is inspect.getattr_static(type(obj), attr, obj)  # of its class, and not what the object itself holds
    if shared and (is_called_only(value) or hasattr(type(value), "__get__")):
        return value
    raise UnsupportedError("a value that inspect.getattr_static reads is not followed.\nUse getattr.")


zero_derivative(told, error_itself, error_of, attribute_static, error_told, error_for)
