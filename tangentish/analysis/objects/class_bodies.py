"""Classes that a function makes: the containers that they will have for all their objects, read off the code of their bodies.

Such a class is not there yet when a program is made of what calls the function.

>>> def make():
...     class Log:
...         rows = []
...         title = "log"
...         def add(self, v): self.rows.append(v)
...     return Log
>>> sorted(containers_made(make.__code__.co_consts[1]))
['rows']
"""

from __future__ import annotations

import dis
import functools
import types

_NO_CONTAINERS = ("LOAD_CONST", "MAKE_FUNCTION", "SET_FUNCTION_ATTRIBUTE")
_IMPLIED = frozenset(("__module__", "__classcell__", "__annotations__"))


@functools.lru_cache(maxsize=4096)
def containers_made(code: types.CodeType) -> frozenset[str]:
    """The names that may be containers of the class that code is the body of; none if it is not one.

    All that is bound may be, but for constants and functions.
    """
    if "__qualname__" not in code.co_names:
        return frozenset()
    found, known = set(), True
    for step in dis.get_instructions(code):
        if step.opname != "STORE_NAME":
            known = step.opname in _NO_CONTAINERS
        elif not known:
            found.add(step.argval)
    return frozenset(found - _IMPLIED)
