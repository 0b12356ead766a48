"""The first argument of a function of a library in its place, where it is given by its name: `np.transpose(a=x)`.

What is known of such functions, as that their results share the memory of this argument, is looked for there.

>>> from tangentish.frontend.resolve import Scope
>>> from tangentish.frontend.source import read_source
>>> from tangentish.syntax import unparse
>>> import numpy as np
>>> def swapped(x):
...     return np.swapaxes(axis1=0, axis2=1, a=x)
>>> source = read_source(swapped)
>>> first_in_place(source.tree.body, Scope(source, {"x"}))
>>> print(unparse(source.tree.body[0]).strip())
return np.swapaxes(x, axis1=0, axis2=1)
"""

from __future__ import annotations

import bisect
import collections
import inspect
import itertools
from typing import Any

import gast
import numpy as np

from tangentish.errors import UnsupportedError, located
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.library import handled
from tangentish.rules.registry import Rule, lookup
from tangentish.signatures import signature_told
from tangentish.syntax import Block, Node, walk

_ACTING = (gast.Call, gast.NamedExpr)
_FIRST = ((enumerate, "iterable"), (itertools.repeat, "object"), (collections.deque, "iterable"), (np.ndenumerate, "arr"),
          (bisect.insort, "a"), (bisect.insort_left, "a"), (bisect.insort_right, "a"))


def first_in_place(body: Block, scope: Scope) -> None:
    """Rewrite the calls in a body."""
    for node in walk(body):
        if node.__class__ is gast.Call and not node.args and node.keywords:
            function = scope.resolve(node.func)
            rule = None if function is MISSING else lookup(function)
            label = "" if function is MISSING else _of_python(function) or _first_of(_signature(function, rule))
            place = next((k for k, keyword in enumerate(node.keywords) if keyword.arg == label), None) if label else None
            if place is not None:
                _put(node, place, rule, scope.source.filename)


def _of_python(function: Any) -> str:
    """The name of the first parameter of a function that is followed by what stands for it; "" for others."""
    return next((label for known, label in _FIRST if known is function), "")


def _signature(function: Any, rule: Rule | None) -> inspect.Signature | None:
    """The parameters of a function with a rule, or of one of a library that is handled as a whole."""
    if rule is not None:
        return None if rule.user else rule.signature
    try:
        return signature_told(function) if handled(function) is not None else None
    except (TypeError, ValueError):  # that says nothing of its parameters
        return None


def _first_of(signature: inspect.Signature | None) -> str:
    """The name of the first parameter; "" if there is none that may be given by its name."""
    first = None if signature is None else next(iter(signature.parameters.values()), None)
    return first.name if first is not None and first.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD else ""


def _put(node: Node, place: int, rule: Rule | None, filename: str) -> None:
    """Put a keyword first: what is evaluated before it comes after it then, and must not matter to it."""
    first, before = node.keywords[place].value, [keyword.value for keyword in node.keywords[:place]]
    if any(part.__class__ in _ACTING for part in walk(first)) and any(part.__class__ in _ACTING for part in walk(before)):
        if rule is not None and all(one.view == "never" for one in (rule, *rule.special)):
            return
        raise located(UnsupportedError, "the first argument is given by its name, after others that may act", filename, node,
                      "Give it first.")
    node.args, node.keywords = [first], node.keywords[:place] + node.keywords[place + 1:]
