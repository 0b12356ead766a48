"""What a call of a function which nobody follows is given that it may call: integrands, keys to sort by.

>>> import scipy.integrate
>>> from tangentish.frontend.resolve import Scope
>>> from tangentish.frontend.source import read_source
>>> from tangentish.syntax import parse, unparse
>>> scope = Scope(read_source(read_source), set())
>>> [unparse(part) for part in functions_given(parse("rows.sort(key=w.level)").body[0].value, scope)]
['w.level']
>>> [unparse(part) for part in functions_given(parse("map(w.level, rows)").body[0].value, scope)]
['w.level']
"""

from __future__ import annotations

import functools
import itertools
import operator
import re
from typing import Any

import numpy as np

from tangentish.analysis.iterators.makers import CALLING
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.library import handled
from tangentish.syntax import Node

CALLING_FIRST: tuple[Any, ...] = (
    *CALLING, functools.reduce, np.vectorize, np.frompyfunc, np.apply_along_axis, np.apply_over_axes,
    np.fromfunction, *([operator.call] if hasattr(operator, "call") else []))
"""What calls its first argument, or gives something that does."""
CALLING_SECOND = (itertools.accumulate, itertools.groupby, re.sub, re.subn)
_FIRST, _SECOND = frozenset(map(id, CALLING_FIRST)), frozenset(map(id, CALLING_SECOND))
_KEYWORDS = frozenset(("key", "func", "function", "repl"))


def functions_given(node: Node, scope: Scope) -> list[Node]:
    """The `key` of any function, what `map` calls, and all that those are given which call some of it."""
    target = scope.resolve(node.func)
    calls = target is not MISSING and handled(target) is not None
    first = id(target) in _FIRST or (target is iter and len(node.args) == 2)
    places = slice(None) if calls else slice(1, 2) if id(target) in _SECOND else slice(first)
    return [*node.args[places], *(keyword.value for keyword in node.keywords if calls or keyword.arg in _KEYWORDS)]
