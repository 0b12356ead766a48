"""The arguments of a call, as they are written: which there are, another in place of one, one less, some more.

>>> from tangentish.syntax import expression, unparse
>>> call = expression("f(a, b, key=c)")
>>> [where for where, _ in arguments_of(call)]
[0, 1, 'key']
>>> put_argument(call, "key", name("d"))
>>> leave_out(call, 0)
>>> pass_on(call, {"k": "there"}, {"k": "here"})
>>> print(unparse(call))
f(b, key=d, there=here)
"""

from __future__ import annotations

from collections.abc import Mapping

import gast

from tangentish.syntax import Node, name

Where = int | str
"""The number of an argument, or its keyword."""


def arguments_of(call: Node) -> list[tuple[Where, Node]]:
    """The arguments, but for what is starred."""
    listed = [(place, value) for place, value in enumerate(call.args) if value.__class__ is not gast.Starred]
    return [*listed, *((keyword.arg, keyword.value) for keyword in call.keywords if keyword.arg is not None)]


def put_argument(call: Node, where: Where, value: Node) -> None:
    """Put another value in place of an argument."""
    if isinstance(where, int):
        call.args[where] = value
    else:
        next(keyword for keyword in call.keywords if keyword.arg == where).value = value


def leave_out(call: Node, where: Where) -> None:
    """Leave an argument out."""
    if isinstance(where, int):
        del call.args[where]
    else:
        call.keywords = [keyword for keyword in call.keywords if keyword.arg != where]


def pass_on(call: Node, there: Mapping[str, str], here: Mapping[str, str]) -> None:
    """Pass what was captured: by the names `there`, from the variables that hold it `here`; both are told by the first names."""
    call.keywords += [gast.keyword(label, gast.copy_location(name(here[key]), call)) for key, label in there.items()]
