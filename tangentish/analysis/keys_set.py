"""What is done where arguments are not those of the last call: they are kept, and what was computed from the others is dropped.

    if not np.array_equal(x, self.x):
        self.x = x.copy()
        self.is_done = False

That may be done again for equal arguments: what it keeps is the same, and what it dropped is computed anew.

>>> class Model:
...     def keep(self, x):
...         self.x = x.copy()
...         self.is_done = False
...     def count(self, x):
...         self.x = x
...         self.calls = self.calls + 1
>>> model = Model()
>>> set_anew(model, "x", "keep"), set_anew(model, "x", "keep"), set_anew(model, "y", "keep"), set_anew(Model(), "x", "count")
('again', '', '', 'refused')
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

import gast

from tangentish.errors import TangentishError
from tangentish.frontend.named_otherwise import named_otherwise
from tangentish.frontend.source import read_source
from tangentish.rules.registry import zero_derivative
from tangentish.runtime.kept_values import is_other_than_kept, is_whole, kept_before, refuse_kept
from tangentish.runtime.runs import asked_first
from tangentish.syntax import Block, Node, names_in, walk, walk_statements

_SAME = ("array_equal", "array_equiv", "allclose", "isclose")
_EMPTY = ("dict", "list", "set", "OrderedDict", "deque")


@dataclass
class Done:
    """What statements do to an object: the attributes that they bind, and its methods that they call.

    `further`: something is stored in what these hold; `drops`: something is emptied, marked or computed, or may be by a method;
    `marks`: an attribute is marked, which may be asked for later; `again`: they do no more than that and keep what `keys` name,
    and nothing is read that is bound later.
    """

    binds: set[str] = field(default_factory=set)
    computed: set[str] = field(default_factory=set)
    calls: set[str] = field(default_factory=set)
    further: bool = False
    drops: bool = False
    marks: bool = False
    again: bool = True


def done_by(block: Block, owner: str, keys: Collection[str], harmless: Callable[[Node], bool] = lambda call: False) -> Done:
    """What a block does to the object that is called `owner`; `harmless` are the calls that do nothing to anything."""
    done = Done()
    read_first: set[str] = set()
    for node in block:
        read = {part.attr for part in walk(node) if _is_part(part, owner) and part.ctx.__class__ is gast.Load}
        read_first |= read - done.binds
        parts = {id(part.value) for part in walk(node) if part.__class__ is gast.Attribute}
        if any(part.__class__ is gast.Name and part.id == owner and id(part) not in parts for part in walk(node)):
            done.again = False  # what it is passed to may do anything with it
        if node.__class__ is gast.Assign:
            for target, value in pairs_of(node):
                _assigned(target, value, owner, keys, done)
        elif node.__class__ is gast.Expr:
            _evaluated(node.value, owner, done, harmless)
        elif node.__class__ is gast.Return and node.value is not None:
            done.calls |= {part.func.attr for part in walk(node) if part.__class__ is gast.Call and _is_part(part.func, owner)}
        elif node.__class__ not in (gast.Pass, gast.Return):
            done.again = False
            done.binds |= {part.attr for part in walk(node) if _is_part(part, owner) and part.ctx.__class__ is not gast.Load}
            done.drops = done.drops or any(inner.__class__ is not gast.AugAssign for inner in walk_statements([node]))
    done.again = done.again and not (read_first - done.calls) & done.binds
    return done


def pairs_of(node: Node) -> list[tuple[Node, Node]]:
    """What an assignment binds, with the values; of a display that is taken apart, each."""
    several = (gast.Tuple, gast.List)
    found: list[tuple[Node, Node]] = []
    for target in node.targets:
        alike = target.__class__ in several and node.value.__class__ in several and len(target.elts) == len(node.value.elts)
        found += zip(target.elts, node.value.elts, strict=True) if alike else [(target, node.value)]
    return found


def _assigned(target: Node, value: Node, owner: str, keys: Collection[str], done: Done) -> None:
    done.calls |= {part.func.attr for part in walk(value) if part.__class__ is gast.Call and _is_part(part.func, owner)}
    done.drops = done.drops or bool(done.calls)
    if target.__class__ is gast.Subscript and _is_part(target.value, owner):  # an item is kept beside the others
        done.binds.add(target.value.attr)
        done.computed.add(target.value.attr)
        done.drops = True
    elif _is_part(target, owner):
        done.binds.add(target.attr)
        if _is_blank(value):
            done.drops = True
            done.marks = done.marks or value.__class__ in (gast.Constant, gast.Attribute)  # what is empty may be filled at once
        elif target.attr not in keys:
            done.drops = True
            done.computed.add(target.attr)
    elif target.__class__ is not gast.Name:
        done.drops, done.again = True, False
        further = {part.attr for part in walk(target) if _is_part(part, owner)}
        done.binds, done.further = done.binds | further, done.further or bool(further)
    elif target.id in names_in(value):
        done.again = False
    elif _is_blank(value):  # which says, later, that this was done
        done.drops = True


def _evaluated(value: Node, owner: str, done: Done, harmless: Callable[[Node], bool]) -> None:
    if value.__class__ is gast.Constant or (value.__class__ is gast.Call and harmless(value)):
        return
    function = value.func if value.__class__ is gast.Call else value
    if _is_part(function, owner):
        done.calls.add(function.attr)
        done.drops = True
    elif not (function.__class__ is gast.Attribute and function.attr == "clear" and _is_part(function.value, owner)):
        done.drops, done.again = True, False
    else:
        done.drops = True


def _is_part(node: Node, owner: str) -> bool:
    return node.__class__ is gast.Attribute and node.value.__class__ is gast.Name and node.value.id == owner


def _is_blank(value: Node) -> bool:
    """Whether an expression says that something is not there, or not so: `None`, `False`, `{}`, `nan`."""
    if value.__class__ is gast.Constant:
        return value.value is None or isinstance(value.value, bool)
    if value.__class__ is gast.Attribute:
        return bool(value.attr == "nan")
    if value.__class__ in (gast.Dict, gast.List, gast.Set):
        return not (value.keys if value.__class__ is gast.Dict else value.elts)
    return value.__class__ is gast.Call and not value.args and not value.keywords and names_in(value.func) <= set(_EMPTY)


def set_anew(owner: Any, attr: str, *methods: str) -> str:
    """What to do where an attribute, which methods may bind, equals what it is compared with: "" if it was bound in this run.

    "again" if what these methods do may be done again, "refused" if not.
    """
    done = _done_by_methods(owner, methods, attr)
    if attr not in done.binds or not asked_first(owner, attr):
        return ""
    return "again" if done.again else "refused"


def done_anew(owner: Any, attr: str, *methods: str) -> str:
    """The same where a branch binds the attribute itself, and calls these methods besides."""
    done = _done_by_methods(owner, methods, attr)
    return "" if not asked_first(owner, attr) else "again" if done.again else "refused"


def computed_by(owner: Any, *methods: str) -> dict[str, Any]:
    """What some methods of an object compute and keep in it, by the attribute, as it is now: they are called again.

    >>> class Model:
    ...     def update(self, x): self.x, self.y = x, 2.0 * x
    >>> model = Model()
    >>> model.update(1.5)
    >>> computed_by(model, "update")
    {'x': 1.5, 'y': 3.0}
    """
    done = _done_by_methods(owner, methods)
    held = {}
    for attr in sorted(done.computed):
        try:
            held[attr] = kept_before(getattr(owner, attr, None))
        except Exception:  # of whatever class it is: what cannot be copied cannot be compared
            refuse_kept(attr)
    return held


def keeps_numbers(owner: Any, keys: str, *methods: str) -> bool:
    """Whether methods keep more in an object than some keys, whole numbers, and containers of these: something with a derivative.

    So they do, later, if they mark something as out of date.

    >>> class Model:
    ...     def update(self, x): self.x, self.pairs = x, [(0, 1)]
    >>> model = Model()
    >>> model.update(1.5)
    >>> keeps_numbers(model, "x", "update"), keeps_numbers(model, "", "update")
    (False, True)
    """
    done = _done_by_methods(owner, methods)
    kept = [getattr(owner, attr, None) for attr in (done.binds | done.computed).difference(keys.split())]
    return done.marks or not all(map(_is_whole, kept))


def _is_whole(value: Any) -> bool:
    if isinstance(value, list | tuple | set | frozenset | dict):
        return all(map(_is_whole, list(value.values() if isinstance(value, dict) else value)))
    return is_whole(value)


def check_comes_out(owner: Any, held: dict[str, Any]) -> None:
    """Raise where what was kept does not come out as it was."""
    for attr, before in held.items():
        if is_other_than_kept(before, getattr(owner, attr, None)):
            setattr(owner, attr, before)
            refuse_kept(attr)


def told_by_method(owner: Any, method: str, binds: str, calls: str) -> bool:
    """Whether a method compares what it is given with attributes that were bound before this run, and is asked for the first time.

    They are among those that a branch binds, or methods that it calls.

    >>> class Model:
    ...     def is_new(self, x):
    ...         return self.last is None or x != self.last
    ...     def keep(self, x):
    ...         self.last = x
    >>> told_by_method(Model(), "is_new", "", "keep"), told_by_method(Model(), "is_new", "y", "")
    (True, False)
    """
    done = Done(binds=set(binds.split()))
    _follow(type(owner), calls.split(), "", done, set())
    first = [asked_first(owner, attr) for attr in sorted(_compared(type(owner), method) & done.binds)]  # all are asked for
    return any(first)


def _compared(cls: type, label: str) -> set[str]:
    """The attributes that a method compares, for being the same, with what it is given."""
    body, params = _written(cls, label) or ([], ("",))
    owner, *given = params
    found: set[str] = set()
    for part in walk(body):
        equal = part.__class__ is gast.Compare and part.ops[0].__class__ in (gast.Eq, gast.NotEq)
        if (equal or (part.__class__ is gast.Call and getattr(part.func, "attr", "") in _SAME)) and names_in(part) & set(given):
            found |= {inner.attr for inner in walk(part) if _is_part(inner, owner)}
    return found


def _done_by_methods(owner: Any, methods: Collection[str], attr: str = "") -> Done:
    """What methods of an object do to it, `attr` being what they keep as a key."""
    done = Done()
    _follow(type(owner), methods, attr, done, set())
    return done


def _follow(cls: type, methods: Collection[str], attr: str, done: Done, seen: set[str]) -> None:
    """What some methods of a class do, and those that these call."""
    for label in methods:
        if label in seen:
            continue
        seen.add(label)
        written = _written(cls, label)
        if written is None:
            done.again = False
            continue
        body, params = written
        found = done_by(body, params[0], (attr,))
        done.again = done.again and found.again
        done.binds |= found.binds
        done.computed |= found.computed
        done.marks = done.marks or found.marks
        _follow(cls, sorted(found.calls), attr, done, seen)


def _written(cls: type, label: str) -> tuple[Block, tuple[str, ...]] | None:
    """The body and the parameters of a method that is written in Python, the object first; None if there is none."""
    function = inspect.getattr_static(cls, label, None)
    if not isinstance(function, types.FunctionType) or not function.__code__.co_argcount:
        return None
    try:
        return named_otherwise(read_source(function)).tree.body, function.__code__.co_varnames[: function.__code__.co_argcount]
    except TangentishError:
        return None


zero_derivative(set_anew, done_anew, told_by_method, computed_by, check_comes_out, keeps_numbers)
