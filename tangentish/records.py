"""Objects of dataclasses as structures of numbers: by what they hold of their fields, with no code of the class."""

from __future__ import annotations

import dataclasses
import functools
from typing import Any

from tangentish.class_attributes import gets_by_code, has_dict, of_class, own_attributes
from tangentish.errors import UnsupportedError


def record_like(x: Any, fields: dict[str, Any]) -> Any:
    """An object of the dataclass of another one, with other values of all fields; no code of the class looks at them.

    What else the other one holds is held too, but for what it found from its fields and keeps.

    >>> @dataclasses.dataclass
    ... class Share:
    ...     part: float
    ...     whole: float = dataclasses.field(init=False, default=1.0)
    ...     def __post_init__(self):
    ...         if self.part < 0.0:
    ...             raise ValueError("negative")
    >>> record_like(Share(0.5), {"part": -2.0, "whole": 3.0})
    Share(part=-2.0, whole=3.0)
    """
    made, held = object.__new__(type(x)), own_attributes(x)
    for name, value in {**held, **fields}.items():
        if name in held and has_dict(made):
            if name in fields or not isinstance(of_class(type(x), name), functools.cached_property):
                vars(made)[name] = value
        else:
            object.__setattr__(made, name, value)
    return made


def fields_held(x: Any) -> dict[str, tuple[str, Any]]:
    """The fields of an object of a dataclass: under what name it holds each, which code of the class may have chosen, and what.

    >>> @dataclasses.dataclass
    ... class Rod:
    ...     angle: float
    ...     @property
    ...     def angle(self): return self._angle
    ...     @angle.setter
    ...     def angle(self, angle): self._angle = angle
    >>> fields_held(Rod(2.0))
    {'angle': ('_angle', 2.0)}
    """
    found = {}
    for field in dataclasses.fields(x):
        value = getattr(x, field.name)
        found[field.name] = (_key_of(x, field.name, value), value)
    return found


def _key_of(x: Any, name: str, value: Any) -> str:
    """The name under which an object holds a field; refused where this cannot be told."""
    held = own_attributes(x)
    described = of_class(type(x), name)
    if name in held or not (isinstance(described, property) or gets_by_code(described)):
        return name
    names = [label for label, item in held.items() if item is value]
    names = [label for label in names if label == f"_{name}"] or names
    if len(names) != 1:
        raise UnsupportedError(f"the field `{name}` of {type(x).__name__} is computed by code when it is read, and has "
                               "no derivative.\nMake it a plain field.")
    return names[0]
