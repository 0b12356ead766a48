"""Located errors: every one names the file, the line, the construct under a caret and the way round it."""

from __future__ import annotations

import linecache
from typing import Any

__all__ = [
    "ArgumentError",
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
    ...     tangentish.grad(len)([1.0])
    ... except tangentish.TangentishError as error:
    ...     print(type(error).__name__)
    SourceError
    """


class UnsupportedError(TangentishError, NotImplementedError):
    """A construct or a function that an active value meets and that has no derivative here."""


class SourceError(TangentishError, TypeError):
    """The source of a function that has to be differentiated cannot be found."""


class ArgumentError(TangentishError, ValueError):
    """A bad argument to tangentish itself: an unknown parameter name, an `argnums` out of range."""


class DerivativeTypeError(TangentishError, TypeError):
    """The derivative was asked with respect to something that has none, such as an int."""


class OutputError(TangentishError, TypeError):
    """The function returned something that `grad` cannot take the derivative of, such as an array."""


class RuleError(TangentishError, ValueError):
    """A derivative rule is malformed."""


def located(kind: type[TangentishError], message: str, filename: str, node: Any, hint: str = "") -> TangentishError:
    """An error of `kind` pointing at `node` (anything with `lineno` and `col_offset`) of `filename`."""
    lineno = getattr(node, "lineno", None)
    if lineno is None:
        return kind(f"{filename}: {message}" + (f"\n{hint}" if hint else ""))
    line = linecache.getline(filename, lineno).rstrip("\n")
    text = f"{filename}:{lineno}: {message}"
    if line.strip():
        column = getattr(node, "col_offset", 0)
        end = getattr(node, "end_col_offset", None) if getattr(node, "end_lineno", lineno) == lineno else len(line)
        width = max(1, (end or column + 1) - column)
        text += f"\n    {line.strip()}\n    {' ' * max(0, column - (len(line) - len(line.lstrip())))}{'^' * width}"
    if hint:
        text += f"\n{hint}"
    return kind(text)
