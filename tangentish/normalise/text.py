"""Refuses numbers made from the text of active values: `float(str(x))` is `x`, but derivatives do not flow through text."""

from __future__ import annotations

import re
import types
from typing import Any

import gast

from tangentish.analysis.activity import Activity
from tangentish.bindings import exception_name
from tangentish.closures import codes_in
from tangentish.errors import TangentishError, UnsupportedError, located
from tangentish.frontend.foreign import is_foreign
from tangentish.frontend.resolve import Scope
from tangentish.frontend.source import read_source
from tangentish.syntax import Block, Node, names_in, own_expressions, walk, walk_statements

READERS = frozenset("float complex float64 float32 longdouble complex128 fromstring loads literal_eval Decimal Fraction "
                    "fromhex atof".split())
WRITERS = frozenset(
    "str repr format join dumps pformat substitute safe_substitute array2string array_str array_repr format_float_positional "
    "format_float_scientific".split())
TAKING_APART = frozenset("match search fullmatch findall finditer split sub reader StringIO wrap".split())
"""Functions of `re`, `csv`, `io` and `textwrap` that give parts of the text they are given."""

ARRAYS = frozenset("array asarray asanyarray".split())
HOLDERS = ARRAYS | {"list", "tuple"}

ASKERS = frozenset(("eval", "query"))
"""Methods of tables of pandas that find what a text names, as in `"mass > @limit"`, among the variables of their caller."""
_NAMED = re.compile(r"@(\w+)")


def check_text(body: Block, activity: Activity, filename: str) -> None:
    """Raise `UnsupportedError` for the first such number."""
    calls = [part for statement in walk_statements(body) for part in walk(own_expressions(statement))
             if part.__class__ is gast.Call]
    for part in calls:
        if _label(part) in ASKERS and activity.scope.locals.intersection(_NAMED.findall("".join(_strings(part)))):
            raise located(UnsupportedError, "a variable is named in a text", filename, part, "Write the expression in Python.")
    unused = {id(statement.value) for statement in walk_statements(body) if statement.__class__ is gast.Expr}
    reading = [(part, read) for part in calls if id(part) not in unused and (read := _read_as_numbers(part, activity.scope))]
    if not reading:
        return
    texts = _Texts(activity)
    for _ in range(2):  # a loop may use what it bound before
        for statement in walk_statements(body):
            texts.learn(statement)
    for part, read in reading:
        if any(map(texts.is_text, read)):
            raise located(UnsupportedError, "a number is made from the text of an active value", filename, part,
                          "Leave out the text (np.round rounds), or say stop_gradient(...) where no derivative is meant.")


def _read_as_numbers(node: Node, scope: Scope) -> Block:
    """What a call makes numbers of, if it is text."""
    if _is_cast(node):
        return [node.func.value]
    label = _label(node)
    if label in READERS or _reads_text(scope.resolve(node.func)):
        return list(node.args)
    if label == "map" and len(node.args) > 1:
        return list(node.args[1:]) if _name_of(node.args[0]) in READERS else []
    dtype = _dtype(node, 1) if label in ARRAYS else None
    return list(node.args[:1]) if dtype is not None and not _is_of_texts(dtype) else []


def _reads_text(function: Any) -> bool:
    """Whether a function of a user's makes numbers of something, by its names."""
    return function.__class__ is types.FunctionType and not is_foreign(function.__module__) and any(
        not READERS.isdisjoint(code.co_names) for code in codes_in(function.__code__))


def _gives_text(function: Any) -> bool:
    """Whether a function of a user's is seen to return text that it has written."""
    if function.__class__ is not types.FunctionType or is_foreign(function.__module__):
        return False
    try:
        tree = read_source(function).tree
    except TangentishError:
        return False
    returned = [part.value for part in walk(tree) if part.__class__ is gast.Return and part.value is not None]
    return any(part.__class__ is gast.JoinedStr or (part.__class__ is gast.Call and _label(part) in WRITERS) or (
        part.__class__ is gast.BinOp and part.op.__class__ is gast.Mod and bool(_strings(part.left))) for part in returned)


def _is_blank(node: Node) -> bool:
    """Whether an expression makes an array for texts that are stored later."""
    return node.__class__ is gast.Call and _label(node) in ("empty", "zeros") and _is_of_texts(_dtype(node, 1))


def _strings(node: Node) -> list[str]:
    """The texts that stand in an expression."""
    return [part.value for part in walk(node) if part.__class__ is gast.Constant and isinstance(part.value, str)]


class _Texts:
    """What is text that shows active values: `names` are those bound to it, and the exceptions that may show some.

    `items` are what comprehensions bind to items of what is active; `blank` are arrays for texts.
    """

    def __init__(self, activity: Activity) -> None:
        self.activity = activity
        self.names: set[str] = set()
        self.items: set[str] = set()
        self.blank: set[str] = set()

    def learn(self, statement: Node) -> None:
        """Note what a statement binds."""
        for part in walk(own_expressions(statement)):
            if part.__class__ is gast.comprehension:
                self.items |= names_in(part.target) if self.shows(part.iter) else set()
                self.names |= names_in(part.target) if self.is_text(part.iter) else set()
        if statement.__class__ is gast.Try:
            if any(names_in(own_expressions(inner)) & self.activity.varied for inner in walk_statements(statement.body)):
                self.names |= {label for handler in statement.handlers if (label := exception_name(handler)) is not None}
        elif statement.__class__ is gast.Assign and statement.targets[0].__class__ is gast.Name:
            self.names |= {statement.targets[0].id} if self.is_text(statement.value) else set()
            self.blank |= {statement.targets[0].id} if _is_blank(statement.value) else set()
        elif statement.__class__ is gast.Assign and statement.targets[0].__class__ is gast.Subscript:
            stored = self.shows(statement.value) or self.is_text(statement.value)
            self.names |= self.blank & names_in(statement.targets[0].value) if stored else set()
        elif statement.__class__ is gast.For and self.is_text(statement.iter):
            self.names |= names_in(statement.target)

    def shows(self, node: Node) -> bool:
        """Whether an expression depends on active values."""
        return self.activity.expr(node) or not self.items.isdisjoint(names_in(node))

    def is_text(self, node: Node) -> bool:
        """Whether an expression is text that shows an active value, or has such texts for items."""
        if node.__class__ is gast.Name:
            return node.id in self.names
        if node.__class__ is gast.JoinedStr:
            return any(part.__class__ is gast.FormattedValue and (self.shows(part.value) or self.is_text(part.value))
                       for part in node.values)
        if node.__class__ is gast.Subscript:
            return self.is_text(node.value)
        if node.__class__ in (gast.List, gast.Tuple):
            return any(map(self.is_text, node.elts))
        if node.__class__ is gast.Dict:
            return bool(node.values) and all(map(self.is_text, node.values))
        if node.__class__ in (gast.ListComp, gast.GeneratorExp):
            return self.is_text(node.elt)
        if node.__class__ is gast.BinOp:
            written = node.left.__class__ in (gast.Constant, gast.JoinedStr) and isinstance(getattr(node.left, "value", ""), str)
            if node.op.__class__ is gast.Mod and written:
                return any(map(self.shows, getattr(node.right, "elts", [node.right])))
            return self.is_text(node.left) or self.is_text(node.right)
        return node.__class__ is gast.Call and self.is_made(node)

    def is_made(self, node: Node) -> bool:
        """Whether a call gives such text."""
        label = _label(node)
        if node.func.__class__ is gast.Attribute and self.is_text(node.func.value):
            return not _is_cast(node)
        if node.func.__class__ is gast.Attribute and label == "hex":  # a method of numbers
            return self.shows(node.func.value)
        if node.func.__class__ is gast.Attribute and label == "astype":
            return _is_of_texts(_dtype(node)) and self.shows(node.func.value)
        if label in HOLDERS:
            return any(map(self.is_text, node.args)) or (
                _is_of_texts(_dtype(node, 1)) and any(map(self.shows, node.args[:1])))
        if getattr(getattr(node.func, "value", None), "attr", "") in ("char", "strings"):  # of arrays of texts
            return any(map(self.is_text, node.args))
        given = [*node.args, *(k.value for k in node.keywords)]
        if node.func.__class__ is gast.Call:  # `np.vectorize(str)(x)`
            return bool(node.func.args) and _name_of(node.func.args[0]) in WRITERS and any(map(self.shows, given))
        if self.shows(node) and _gives_text(self.activity.scope.resolve(node.func)):
            return True
        if label in TAKING_APART and any(map(self.is_text, given)):
            return True
        if label == "map" and given:
            return _name_of(given[0]) in WRITERS and any(map(self.shows, given[1:]))
        return label in WRITERS and any(self.shows(part) or self.is_text(part) for part in given)


def _is_cast(node: Node) -> bool:
    """Whether a call makes an array of another dtype of one, but for one of texts."""
    return node.func.__class__ is gast.Attribute and node.func.attr == "astype" and _dtype(node) is not None and not _is_of_texts(
        _dtype(node))


def _dtype(node: Node, place: int = 0) -> Node | None:
    """The dtype that a call is given, at some place or by its name."""
    named = [keyword.value for keyword in node.keywords if keyword.arg == "dtype"]
    return named[0] if named else node.args[place] if len(node.args) > place else None


def _is_of_texts(dtype: Node | None) -> bool:
    """Whether an expression is seen to be the dtype of texts."""
    label = str(getattr(dtype, "value", "")) if dtype.__class__ is gast.Constant else ""
    return getattr(dtype, "id", getattr(dtype, "attr", "")) in ("str", "bytes", "str_", "bytes_", "StringDType") or (
        label.lstrip("<>=|").startswith(("U", "S", "str", "bytes")))


def _label(node: Node) -> str:
    return _name_of(node.func)


def _name_of(node: Node) -> str:
    """How a function is called where it is named."""
    return node.attr if node.__class__ is gast.Attribute else getattr(node, "id", "")
