"""The source of a function that was made by `exec` from text that is gone, where its code only puts arguments together.

SciPy's distributions sort their arguments with such functions, its solvers and the models of Astropy pass them on.

>>> space = {}
>>> exec("def parse(self, a, loc=0, scale=1): return (a,), loc, scale", space)
>>> rebuilt_text(space["parse"])
'def parse(self, a, loc=0, scale=1):\\n    return ((a,), loc, scale)\\n'
>>> exec("def call(self, *inputs, axis=None, **more): return func(self, *inputs, axis=axis, **more)", space)
>>> rebuilt_text(space["call"])
'def call(self, *inputs, axis=None, **more):\\n    return func(self, *inputs, axis=axis, **more)\\n'
"""

from __future__ import annotations

import dis
import inspect
import math
import types
from typing import Any

from tangentish.frontend.fit_names import name_for

_IGNORED = {"RESUME", "NOP", "CACHE", "PRECALL", "LIST_TO_TUPLE", "NOT_TAKEN"}
_LOADED = {"LOAD_FAST", "LOAD_FAST_BORROW", "LOAD_FAST_CHECK"}
_LOADED_TWICE = {"LOAD_FAST_LOAD_FAST", "LOAD_FAST_BORROW_LOAD_FAST_BORROW"}
_NULL = None
"""What stands beside a function that is called, where a method would have its object."""


class _NotPlainError(Exception):
    """The code does more."""


def rebuilt_text(function: types.FunctionType) -> str | None:
    """A `def` that does the same, or None where the code does more than calls with its arguments and constants, and tuples."""
    if function.__code__.co_freevars or inspect.isgeneratorfunction(function) or inspect.iscoroutinefunction(function):
        return None
    reader = _Reader(function.__code__.co_consts)
    try:
        for step in dis.get_instructions(function):
            if reader.step(step):
                return _definition(function, reader.lines)
    except (_NotPlainError, IndexError):
        pass
    return None


class _Reader:
    """Runs code on a stack of texts; lists (of the arguments of a call) are texts too, one for each."""

    def __init__(self, constants: tuple[Any, ...]) -> None:
        self.constants = constants
        self.stack: list[Any] = []
        self.lines: list[str] = []
        self.names: tuple[str, ...] = ()

    def step(self, step: dis.Instruction) -> bool:
        """One instruction; whether it is the last."""
        stack, name = self.stack, step.opname
        if name in _LOADED:
            stack.append(str(step.argval))
        elif name in _LOADED_TWICE:
            stack += [str(part) for part in step.argval]
        elif name in ("LOAD_CONST", "LOAD_SMALL_INT"):
            stack.append(_Constant(repr(step.argval)))
            stack[-1].value = step.argval
        elif name == "LOAD_GLOBAL":
            stack += [step.argval, _NULL] if "NULL" in step.argrepr else [step.argval]
        elif name == "PUSH_NULL":
            stack.append(_NULL)
        elif name in ("BUILD_TUPLE", "BUILD_LIST"):
            items = self.taken(step.arg or 0)
            stack.append(items if name == "BUILD_LIST" else tuple(items))
        elif name in ("LIST_EXTEND", "DICT_MERGE"):
            more = stack.pop()
            stack[-1].append(f"{'*' if name == 'LIST_EXTEND' else '**'}{_text(more)}")
        elif name == "BUILD_MAP":
            parts = self.taken(2 * (step.arg or 0))
            stack.append([f"{_value(key)}={value}" for key, value in zip(parts[::2], parts[1::2], strict=True)])
        elif name == "BUILD_CONST_KEY_MAP":
            keys = _value(stack.pop())
            stack.append([f"{key}={value}" for key, value in zip(keys, self.taken(len(keys)), strict=True)])
        elif name == "KW_NAMES":
            self.names = self.constants[step.arg or 0]
        elif name in ("CALL", "CALL_KW"):
            self.call(step)
        elif name == "CALL_FUNCTION_EX":
            keywords = stack.pop() if step.arg is None or step.arg & 1 else []
            given = stack.pop()
            self.called([*_starred(given, "*"), *_starred(keywords or [], "**")])
        elif name == "STORE_FAST" and len(stack) == 1:
            self.lines.append(f"{step.argval} = {_text(stack.pop())}")
        elif name == "POP_TOP" and len(stack) == 1:
            self.lines.append(_text(stack.pop()))
        elif name in ("RETURN_VALUE", "RETURN_CONST") and len(stack) == (name == "RETURN_VALUE"):
            self.lines.append(f"return {_text(stack.pop()) if stack else repr(step.argval)}")
            return True
        elif name not in _IGNORED and not (name == "CALL_INTRINSIC_1" and "LIST_TO_TUPLE" in step.argrepr):
            raise _NotPlainError
        return False

    def taken(self, count: int) -> list[str]:
        """The last items of the stack."""
        items = [_text(item) for item in self.stack[len(self.stack) - count :]]
        del self.stack[len(self.stack) - count :]
        return items

    def call(self, step: dis.Instruction) -> None:
        """A call with a known number of arguments, the last of which may have names."""
        names = _value(self.stack.pop()) if step.opname == "CALL_KW" else self.names
        self.names = ()
        given = self.taken(step.arg or 0)
        first = len(given) - len(names)
        self.called([*given[:first], *(f"{key}={value}" for key, value in zip(names, given[first:], strict=True))])

    def called(self, arguments: list[str]) -> None:
        """The function, which has a NULL before or after it, is replaced by its call."""
        one, other = self.stack.pop(), self.stack.pop()
        if (one is _NULL) == (other is _NULL):
            raise _NotPlainError
        self.stack.append(f"{_text(other if one is _NULL else one)}({', '.join(arguments)})")


class _Constant(str):
    """The text of a constant, and what it is."""

    value: Any


def _value(item: Any) -> Any:
    if not isinstance(item, _Constant):
        raise _NotPlainError
    return item.value


def _text(item: Any) -> str:
    if isinstance(item, tuple):
        return f"({', '.join(item)}{',' * (len(item) == 1)})"
    if not isinstance(item, str):
        raise _NotPlainError
    return item


def _starred(given: Any, stars: str) -> list[str]:
    if isinstance(given, list | tuple):
        return [*given]
    return [] if given == "()" else [f"{stars}{_text(given)}"]


def _definition(function: types.FunctionType, lines: list[str]) -> str | None:
    signature = inspect.signature(function, follow_wrapped=False)
    parameters = list(signature.parameters.values())
    for number, parameter in enumerate(parameters):
        default = parameter.default
        if isinstance(default, float) and math.isfinite(default):
            parameters[number] = parameter.replace(default=float(default))  # NumPy's are shown otherwise
        elif isinstance(default, float):
            parameters[number] = parameter.replace(default=_Shown(f"float('{float(default)}')"))
        elif default is not parameter.empty and not isinstance(default, (int, str, bool, type(None))):
            return None
    body = "".join(f"    {line}\n" for line in lines)
    name = name_for(function)
    return f"def {name}{signature.replace(parameters=parameters)}:\n{body}"


class _Shown(str):
    """A text that is shown as it is."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)
