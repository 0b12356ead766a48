"""The source of the `__init__` that Python generates for a dataclass, which is not kept.

It is written anew from the names in its code, and taken if it is compiled to just the same.

>>> import dataclasses
>>> @dataclasses.dataclass
... class Point:
...     x: float
...     y: float = 2.0
...     tags: list = dataclasses.field(default_factory=list)
...     def __post_init__(self):
...         self.x = 2.0 * self.x
>>> print(init_text(Point.__init__).replace("_HAS", "HAS").replace("_dflt_tags", "tags_made"))
def __init__(self, x, y=None, tags=None):
    self.x = x
    self.y = y
    self.tags = tags_made() if tags is HAS_DEFAULT_FACTORY else tags
    self.__post_init__()
<BLANKLINE>
>>> init_text(init_text) is None
True
"""

from __future__ import annotations

import inspect
import types

from tangentish.closures import cells_of, content

_SETTER, _AFTER = "__setattr__", "__post_init__"
_WHOLE = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY


def init_text(function: types.FunctionType) -> str | None:
    """A `def` that does the same as a generated `__init__`, with None for defaults, or None where it is something else."""
    code = function.__code__
    if code.co_name != "__init__" or code.co_filename != "<string>":
        return None
    parameters = list(inspect.signature(function, follow_wrapped=False).parameters.values())
    if not parameters or any(parameter.kind not in _WHOLE for parameter in parameters):
        return None
    shown = inspect.Signature([parameter.replace(
        annotation=parameter.empty, default=parameter.empty if parameter.default is parameter.empty else None)
        for parameter in parameters])
    factories = {label for label, cell in cells_of(function).items() if callable(content(cell, None))}
    text = f"def __init__{shown}:\n" + "".join(f"    {line}\n" for line in _lines(code, list(shown.parameters), factories))
    return text if _is_compiled_to(text, code) else None


def _lines(code: types.CodeType, parameters: list[str], factories: set[str]) -> list[str]:
    """The statements; fields that are no parameters are what their factories give, or plain values."""
    owner, *given = parameters
    frozen = next((name for name in code.co_freevars if "builtins_object" in name and _SETTER in code.co_names), None)
    fields = [name for name in code.co_names if name != _AFTER] if frozen is None else [
        value for value in code.co_consts if isinstance(value, str)]
    lines = []
    for field in fields:
        value = _value(field, given, code.co_freevars, factories)
        lines.append(f"{owner}.{field} = {value}" if frozen is None else f"{frozen}.{_SETTER}({owner}, {field!r}, {value})")
    if _AFTER in code.co_names:
        lines.append(f"{owner}.{_AFTER}({', '.join(name for name in given if name not in fields)})")
    return lines or ["pass"]


def _value(field: str, given: list[str], free: tuple[str, ...], factories: set[str]) -> str:
    made = next((name for name in free if name in (f"_dflt_{field}", f"__dataclass_dflt_{field}__")), None)
    if made is None:
        return field
    if field not in given:
        return f"{made}()" if made in factories else made
    absent = next((name for name in free if "HAS_DEFAULT_FACTORY" in name), field)
    return f"{made}() if {field} is {absent} else {field}"


def _is_compiled_to(text: str, code: types.CodeType) -> bool:
    """Whether a definition inside a function with the same captured variables is compiled to this code."""
    body = "".join(f"    {line}\n" for line in text.splitlines())
    try:
        whole = compile(f"def around({', '.join(code.co_freevars)}):\n{body}", code.co_filename, "exec", dont_inherit=True)
    except SyntaxError:
        return False
    around = next(part for part in whole.co_consts if isinstance(part, types.CodeType))
    made = next(part for part in around.co_consts if isinstance(part, types.CodeType))
    return all(getattr(made, key) == getattr(code, key) for key in _MEANT)


_MEANT = ("co_code", "co_consts", "co_names", "co_varnames", "co_freevars")
