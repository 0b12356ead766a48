"""What a call of a function which nobody follows is given that it may call: integrands, keys to sort by.

>>> import scipy.integrate
>>> from tangentish.frontend.resolve import Scope
>>> from tangentish.frontend.source import read_source
>>> from tangentish.syntax import parse, unparse
>>> scope = Scope(read_source(read_source), set())
>>> [unparse(part) for part in functions_given(parse("rows.sort(key=w.level)").body[0].value, scope)]
['w.level']
"""

from __future__ import annotations

from tangentish.frontend.resolve import MISSING, Scope
from tangentish.library import handled
from tangentish.syntax import Node


def functions_given(node: Node, scope: Scope) -> list[Node]:
    """The `key` of any function, and all that those are given which call some of it."""
    target = scope.resolve(node.func)
    calls = target is not MISSING and handled(target) is not None
    return [*(node.args if calls else ()), *(keyword.value for keyword in node.keywords if calls or keyword.arg == "key")]
