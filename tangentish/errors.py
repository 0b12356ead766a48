"""Located errors: every one names the file, the line, the construct under a caret and the way round it."""

from __future__ import annotations

import linecache
import os
import re
import types
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

__all__ = [
    "ArgumentError",
    "CallError",
    "ConvergenceError",
    "DerivativeTypeError",
    "OutputError",
    "RuleError",
    "SourceError",
    "TangentishError",
    "UnsupportedError",
]


class TangentishError(Exception):
    """Base class of every error that tangentish raises by itself.

    >>> import tangentish
    >>> try:
    ...     tangentish.grad(lambda x: x, argnums="y")
    ... except tangentish.TangentishError as error:
    ...     print(type(error).__name__)
    ArgumentError
    """

    place: tuple[str, Position] | None = None  # of a located one: the file and where in it


class UnsupportedError(TangentishError, NotImplementedError):
    """A construct or a function that an active value meets and that has no derivative here."""


class CallError(UnsupportedError, TypeError):
    """A call with arguments that the function called does not take."""


class SourceError(TangentishError, TypeError):
    """The source of a function that has to be differentiated cannot be found."""


class ArgumentError(TangentishError, ValueError):
    """A bad argument to tangentish itself: an unknown parameter name, an `argnums` out of range."""


class ArgumentTypeError(ArgumentError, TypeError):
    """Arguments that do not fit the function, which is what Python calls a TypeError, too."""


class DerivativeTypeError(TangentishError, TypeError):
    """The derivative was asked with respect to something that has none, such as an int."""


class OutputError(TangentishError, TypeError):
    """The function returned something that `grad` cannot take the derivative of, such as an array."""


class GradientCheckError(TangentishError, AssertionError):
    """A derivative does not agree with central differences, or the two modes with each other."""


class ConvergenceError(TangentishError, ArithmeticError):
    """An iteration (of `fixed_point`, of `root`, or of the adjoint of one) did not come to a solution."""


class RuleError(TangentishError, ValueError):
    """A derivative rule is malformed."""


def located(kind: type[TangentishError], message: str, filename: str, node: Any, hint: str = "") -> TangentishError:
    """An error of `kind` pointing at `node` (anything with `lineno` and `col_offset`) of `filename`."""
    error = kind(_located_text(message, filename, node, hint))
    if getattr(node, "lineno", None) is not None:
        error.place = filename, position_of(node)
    return error


def _located_text(message: str, filename: str, node: Any, hint: str) -> str:
    lineno = getattr(node, "lineno", None)
    if filename in _origins and lineno is not None:  # a function defined in generated code: where the user wrote it
        filename, lines = _origins[filename]
        node = _origin(lines, lineno)
        lineno = getattr(node, "lineno", None)
    if filename.startswith(CALLER):  # where the call was written is found from the traceback
        return message + (f"\n{hint}" if hint else "")
    if lineno is None:
        return f"{filename}: {message}" + (f"\n{hint}" if hint else "")
    line = linecache.getline(filename, lineno).rstrip("\n")
    text = f"{filename}:{lineno}: {message}"
    if line.strip():
        column = getattr(node, "col_offset", 0)
        end = getattr(node, "end_col_offset", None) if getattr(node, "end_lineno", lineno) == lineno else len(line)
        width = max(1, (end or column + 1) - column)
        text += f"\n    {line.strip()}\n    {' ' * max(0, column - (len(line) - len(line.lstrip())))}{'^' * width}"
    if hint:
        text += f"\n{hint}"
    return text


CALLER = "<tangentish call of"
"""How the files of functions that only call a library function begin."""

class Position(NamedTuple):
    """Where a statement stands in its file, as nodes of trees say it."""

    lineno: int
    col_offset: int
    end_lineno: int | None
    end_col_offset: int | None


def position_of(node: Any) -> Position:
    """The position of a node that has one."""
    return Position(node.lineno, node.col_offset, getattr(node, "end_lineno", None), getattr(node, "end_col_offset", None))


_origins: dict[str, tuple[str, dict[int, Position]]] = {}


def remember_origins(generated: str, filename: str, origins: dict[int, Any]) -> None:
    """Note which statements of `filename` the lines of a generated file come from."""
    _origins[generated] = filename, {
        line: position_of(node) for line, node in origins.items() if hasattr(node, "lineno")}


def forget_origins(generated: str) -> None:
    """The generated file is gone."""
    _origins.pop(generated, None)


RELOCATED = (UnsupportedError, SourceError, RuleError, ValueError, TypeError)
"""What may turn out to be a refusal while generated code runs."""


def relocated(error: TangentishError | ValueError | TypeError) -> TangentishError | ValueError | TypeError:
    """An error raised while generated code ran, pointing at the user's statement that was being run."""
    if not isinstance(error, TangentishError):
        refused = _refused_write(error) or _refused_time(error) or _refused_objects(error)
        return error if refused is None else relocated(refused)
    if _LOCATED.match(str(error)) or not isinstance(error, UnsupportedError | SourceError | RuleError):
        return error
    found = None
    trace = error.__traceback__
    while trace is not None:
        known = _origins.get(trace.tb_frame.f_code.co_filename)
        node = _origin(known[1], trace.tb_lineno) if known is not None else None
        if known is not None and node is not None:
            if found is None or not known[0].startswith((_PACKAGE, CALLER)):  # our own functions are not where to look
                found = known[0], node
        trace = trace.tb_next
    if found is None:
        return error
    first, *rest = str(error).split("\n")
    return located(type(error), first, found[0], found[1], "\n".join(rest))


def located_in(error: TangentishError, frame: types.FrameType) -> TangentishError:
    """An error pointing at the user's statement that a frame of generated code is running, to be raised later."""
    known = _origins.get(frame.f_code.co_filename)
    node = None if known is None else _origin(known[1], frame.f_lineno)
    if known is None or node is None:
        return error
    first, *rest = str(error).split("\n")
    return located(type(error), first, known[0], node, "\n".join(rest))


def _refused_write(error: ValueError | TypeError) -> UnsupportedError | None:
    """What to say where generated code stored into an array of the module that it had taken for one that is only read."""
    trace = error.__traceback__
    while trace is not None and "read-only" in str(error):
        code = trace.tb_frame.f_code
        if code.co_filename in _origins and "unwritten" in code.co_freevars:
            return UnsupportedError("this writes into an array that is kept around the function, through a container, an object "
                                    "or another function\nPass the array as an argument.").with_traceback(error.__traceback__)
        if code.co_filename in _origins and _in_reverse(code, trace.tb_lineno):
            return UnsupportedError("an array is written here and made read-only afterwards, and the reverse sweep needs what it "
                                    "held before\nMake a copy of it read-only.").with_traceback(error.__traceback__)
        trace = trace.tb_next
    return None


def _in_reverse(code: types.CodeType, lineno: int) -> bool:
    """Whether a line of generated code belongs to a reverse sweep, which comes after all that the function itself does."""
    above = linecache.getlines(code.co_filename)[code.co_firstlineno:lineno]
    return code.co_name.endswith("_reverse") or any(line.strip() == "# reverse sweep" for line in above)


def _refused_objects(error: ValueError | TypeError) -> UnsupportedError | None:
    """What to say where a reverse sweep made of an array of objects, which has no cotangent, what it makes of one of numbers."""
    trace = error.__traceback__
    while trace is not None:
        code, variables = trace.tb_frame.f_code, trace.tb_frame.f_locals
        if code.co_filename in _origins and _in_reverse(code, trace.tb_lineno):
            read = re.findall(r"\w+", linecache.getline(code.co_filename, trace.tb_lineno))
            if any(getattr(getattr(variables.get(name), "dtype", None), "kind", "") == "O" for name in read):
                return UnsupportedError("derivatives do not flow through arrays of objects.\nMake it an array of numbers in a "
                                        "function that has a rule, or use a list.").with_traceback(error.__traceback__)
        trace = trace.tb_next
    return None


def _refused_time(error: ValueError | TypeError) -> UnsupportedError | None:
    """What to say where generated code computed with a `timedelta64` that an active value was made into."""
    # what NumPy keeps of a ufunc that it has no loop for, or cannot cast the result of
    met = [*(getattr(error, "dtypes", None) or ()), getattr(error, "from_", None), getattr(error, "to", None)]
    trace = error.__traceback__ if any(getattr(dtype, "kind", "") == "m" for dtype in met) else None
    while trace is not None:
        if trace.tb_frame.f_code.co_filename in _origins:
            return UnsupportedError("a timedelta64 is made from an active value; it is a whole number of its unit\n"
                                    "Compute with numbers: t / np.timedelta64(1, 's') is one.").with_traceback(error.__traceback__)
        trace = trace.tb_next
    return None


@contextmanager
def relocating() -> Iterator[None]:
    """Raise what generated code refuses as errors that point at the user's statement."""
    try:
        yield
    except RELOCATED as error:
        better = relocated(error)
        if better is error:
            raise
        raise better from None


def _origin(lines: dict[int, Position], lineno: int) -> Position | None:
    """Where the statement stands that a line of generated code comes from: its own, or that of the last line that has one."""
    return next((lines[k] for k in range(lineno, 0, -1) if k in lines), None)


_PACKAGE = os.path.dirname(__file__)
_LOCATED = re.compile(r"[^\n]*:\d+: ")
