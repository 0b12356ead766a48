"""`out` as a keyword, wherever a call has it: what writes into an array is then seen by its name.

>>> import numpy as np
>>> out_place(np.add), out_place(np.sum), out_place(np.add.reduce), method_out_place("max")
(2, 3, 3, 1)
"""

from __future__ import annotations

import functools
import types
from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from tangentish.frontend.resolve import MISSING, Scope
from tangentish.frontend.ufunc_operands import operands_as_met
from tangentish.rules.registry import METHODS, lookup
from tangentish.signatures import signature_told
from tangentish.syntax import Block, Node, constant, name, tuple_of, walk, walk_statements

OUTS = ("out", "output")
"""What the argument is called that a result is written into, the latter in `scipy.ndimage`."""

_OF_UFUNC_METHODS = {"reduce": 3, "accumulate": 3, "reduceat": 4}


def has_own_out(function: Any) -> bool:
    """Whether a parameter `out` may be anything: in the functions that users have rules for."""
    root = (getattr(function, "__module__", None) or "").partition(".")[0]
    return isinstance(function, types.FunctionType) and root not in ("numpy", "scipy", "tangentish")


def out_place(function: Any) -> int | None:
    """Where `out` stands among the positional arguments of a function of NumPy, or None."""
    try:
        return _out_place(function)
    except TypeError:  # an object that is called and cannot be hashed
        return None


@functools.cache
def _out_place(function: Any) -> int | None:
    if isinstance(function, np.ufunc):
        return function.nin
    if isinstance(getattr(function, "__self__", None), np.ufunc):
        return _OF_UFUNC_METHODS.get(function.__name__)
    if has_own_out(function):
        return None
    try:
        parameters = list(signature_told(function).parameters.values())
    except (TypeError, ValueError):
        return None
    return next((place for place, p in enumerate(parameters) if p.name == out_name(function)
                 and p.kind is p.POSITIONAL_OR_KEYWORD), None)


def out_name(function: Any) -> str:
    """What a function calls its `out`."""
    return OUTS[(getattr(function, "__module__", None) or "").startswith("scipy.ndimage")]


@functools.cache
def method_out_place(name: str) -> int | None:
    """The same for a method of arrays."""
    place = out_place(METHODS[name]) if name in METHODS else None
    return None if place is None else place - 1


def written_by(node: Node, target: Any) -> list[Node]:
    """The arguments that a call writes its result into; `target` is what it calls, or MISSING for a method."""
    found = [k.value for k in node.keywords if k.arg == out_name(target)] if node.keywords else []
    place = _place_in(node, target) if node.args else None
    return found if place is None else found + node.args[place : place + _count(target)]


WRITERS = frozenset("copyto put place putmask fill_diagonal at put_along_axis iadd isub imul itruediv ipow imod ifloordiv "
                     "imatmul setitem setattr shuffle heappush heappop heapify heapreplace heappushpop insort_left "
                     "insort_right".split())
_METHODS_THAT_WRITE = frozenset(
    "fill sort partition put resize setflags byteswap setfield append extend insert pop remove clear reverse update setdefault "
    "popitem appendleft extendleft popleft rotate add discard".split())


def writes_first(target: Any) -> bool:
    """Whether a function that is not written in Python writes into its first argument: `np.copyto`, `operator.iadd` ..."""
    if target is MISSING or isinstance(target, types.FunctionType | type):
        return False
    short = getattr(target, "__name__", "")
    if isinstance(target, types.MethodDescriptorType | types.WrapperDescriptorType):
        return short in _METHODS_THAT_WRITE or (short.startswith("__") and short.strip("_") in WRITERS)
    return short in WRITERS


def first_argument(node: Node) -> list[Node]:
    """What such a call writes into."""
    named = [k.value for k in node.keywords if k.arg in ("dst", "a", "arr")]
    return node.args[:1] or named[:1]


def hidden_outs(node: Node, target: Any) -> list[Node]:
    """The `*` and `**` arguments of a call that may hold its `out`."""
    hidden = [a.value for a in node.args if a.__class__ is gast.Starred] + [k.value for k in node.keywords if k.arg is None]
    return [] if not hidden or place_of_out(node, target) is None else hidden


def place_of_out(node: Node, target: Any) -> int | None:
    """Where `out` stands among the positional arguments of a call; `target` is what it calls, or MISSING for a method."""
    if target is not MISSING:
        return out_place(target)
    return method_out_place(node.func.attr) if node.func.__class__ is gast.Attribute else None


def has_out_by_place(node: Node) -> bool:
    """Whether a call of a method would give its `out` by its place, if it is one of arrays.

    >>> from tangentish.syntax import expression
    >>> has_out_by_place(expression("x.sum(0, None, y)")), has_out_by_place(expression("x.sum(0)"))
    (True, False)
    """
    place = place_of_out(node, MISSING)
    return place is not None and len(node.args) > place


def name_outs(block: Block, scope: Scope) -> None:
    """Rewrite `np.sum(x, 0, None, y)` as `np.sum(x, 0, None, out=y)`, in place."""
    for statement in block:
        for node in walk(statement):
            if node.__class__ is gast.Call:
                target = scope.resolve(node.func)
                if target is not MISSING:
                    name_out(node, target)
                    if target is np.frompyfunc:
                        node.func = name("elementwise_function")
                    if _is_ufunc_method(target):
                        _by_function(node, target)
                    if isinstance(target, np.ufunc):
                        operands_as_met(node, target, scope)
                    if isinstance(target, np.ufunc) or _is_ufunc_method(target):
                        node.keywords = [k for k in map(_single, node.keywords) if not _says_nothing(k)]


def name_outs_of_methods(block: Block, is_array: Callable[[Node, Node], bool]) -> None:
    """The same for `x.sum(0, None, y)`, where `is_array(x, statement)`: classes of users may have methods of that name.

    Those calls are marked: what `out` is to them is known.
    """
    seen = set()
    for statement in reversed(list(walk_statements(block))):  # inner statements before those around them
        for node in walk(statement):
            if node.__class__ is gast.Call and node.func.__class__ is gast.Attribute and id(node) not in seen:
                seen.add(id(node))
                placed = _place_in(node, MISSING) is not None
                if (placed or any(k.arg == "out" for k in node.keywords)) and is_array(node.func.value, statement):
                    node.of_array = True
                    name_out(node, MISSING)


def name_out(node: Node, target: Any) -> None:
    """Rewrite one call, in place: of a function, or of a method of what is known to be an array."""
    place = _place_in(node, target)
    if place is None:
        return
    outs, rest = node.args[place : place + _count(target)], node.args[place + _count(target) :]
    node.args = node.args[:place]
    outs += [constant(None)] * (_count(target) - len(outs))
    if not all(isinstance(out, gast.Constant) and out.value is None for out in outs):
        node.keywords = [*node.keywords, gast.keyword(out_name(target), outs[0] if len(outs) == 1 else tuple_of(outs))]
    if rest:
        node.keywords = [*(gast.keyword(key, value) for key, value in zip(_after_out(node, target), rest, strict=False)),
                         *node.keywords]


_SAME = {(np.add, "reduce"): "np_sum", (np.multiply, "reduce"): "np_prod", (np.maximum, "reduce"): "np_max",
         (np.minimum, "reduce"): "np_min", (np.add, "accumulate"): "np_cumsum", (np.multiply, "accumulate"): "np_cumprod"}


def _by_function(node: Node, target: Any) -> None:
    """Rewrite `np.add.reduce(x)` as `np.sum(x, axis=0)`, in place: one rule serves both."""
    instead = _SAME.get((target.__self__, target.__name__))
    if instead is None or any(isinstance(a, gast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords):
        return
    node.func = name(instead)
    names = ("array", "axis", "dtype", "out", "keepdims", "initial", "where")
    given = dict(zip(names, node.args, strict=False)) | {k.arg: k.value for k in node.keywords}
    node.args = [given.pop("array")] if "array" in given else []
    if instead in ("np_max", "np_min"):
        given.pop("dtype", None)  # of these the type of the array is that of the result
    node.keywords = [gast.keyword(key, value) for key, value in ({"axis": constant(0)} | given).items()]


def _single(keyword: Node) -> Node:
    """`out=(y,)` as `out=y`."""
    value = keyword.value
    alone = keyword.arg == "out" and isinstance(value, gast.Tuple) and len(value.elts) == 1
    return gast.keyword("out", value.elts[0]) if alone else keyword


def _says_nothing(keyword: Node) -> bool:
    """`out=None` or `where=True`."""
    nothing = {"out": None, "where": True}
    return keyword.arg in nothing and isinstance(keyword.value, gast.Constant) and keyword.value.value is nothing[keyword.arg]


def _place_in(node: Node, target: Any) -> int | None:
    if not (target is MISSING or lookup(target) is not None or _is_ufunc_method(target) or out_name(target) == "output"):
        return None
    place = place_of_out(node, target)
    if place is None or place >= len(node.args) or any(isinstance(a, gast.Starred) for a in node.args[: place + 1]):
        return None
    return place


def _is_ufunc_method(target: Any) -> bool:
    return isinstance(getattr(target, "__self__", None), np.ufunc)


def _count(target: Any) -> int:
    return target.nout if isinstance(target, np.ufunc) else 1


@functools.cache
def _names_after(function: Any) -> tuple[str, ...]:
    if _is_ufunc_method(function):
        return ("keepdims", "initial", "where") if function.__name__ == "reduce" else ()
    names = list(signature_told(function).parameters)
    return tuple(names[names.index(out_name(function)) + 1 :])


def _after_out(node: Node, target: Any) -> tuple[str, ...]:
    return _names_after(METHODS[node.func.attr] if target is MISSING else target)
