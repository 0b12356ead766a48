"""Refuses numbers made from the text of active values: `float(str(x))` is `x`, but derivatives do not flow through text."""

from __future__ import annotations

import re

import gast

from tangentish.analysis.activity import Activity
from tangentish.bindings import exception_name
from tangentish.errors import UnsupportedError, located
from tangentish.syntax import Block, Node, names_in, own_expressions, walk, walk_statements

READERS = frozenset("float complex float64 float32 longdouble complex128 fromstring loads literal_eval Decimal Fraction".split())
WRITERS = frozenset(
    "str repr format join dumps array2string array_str array_repr format_float_positional format_float_scientific".split())

HOLDERS = frozenset("array asarray list tuple".split())

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
    reading = [part for part in calls if _label(part) in READERS or _is_cast(part)]
    if not reading:
        return
    texts: set[str] = set()  # and the exceptions that may show active values
    for statement in walk_statements(body):
        if statement.__class__ is gast.Try and any(names_in(own_expressions(s)) & activity.varied for s in walk_statements(
                statement.body)):
            texts |= {label for handler in statement.handlers if (label := exception_name(handler)) is not None}
    for _ in range(2):  # a loop may use what it bound before
        for statement in walk_statements(body):
            if statement.__class__ is gast.Assign and statement.targets[0].__class__ is gast.Name and _is_text(
                    statement.value, texts, activity):
                texts.add(statement.targets[0].id)
    for part in reading:
        if any(_is_text(argument, texts, activity) for argument in ([part.func.value] if _is_cast(part) else part.args)):
            raise located(UnsupportedError, "a number is made from the text of an active value", filename, part,
                          "Leave out the text (np.round rounds), or say stop_gradient(...) where no derivative is meant.")


def _strings(node: Node) -> list[str]:
    """The texts that stand in an expression."""
    return [part.value for part in walk(node) if part.__class__ is gast.Constant and isinstance(part.value, str)]


def _is_text(node: Node, texts: set[str], activity: Activity) -> bool:
    """Whether an expression is text that shows an active value."""
    if node.__class__ is gast.Name:
        return node.id in texts
    if node.__class__ is gast.JoinedStr:
        return any(part.__class__ is gast.FormattedValue and (
            activity.expr(part.value) or _is_text(part.value, texts, activity)) for part in node.values)
    if node.__class__ is gast.Subscript:
        return _is_text(node.value, texts, activity)
    if node.__class__ in (gast.List, gast.Tuple):
        return any(_is_text(item, texts, activity) for item in node.elts)
    if node.__class__ in (gast.ListComp, gast.GeneratorExp):
        return _is_text(node.elt, texts, activity)
    if node.__class__ is gast.BinOp:
        written = node.left.__class__ in (gast.Constant, gast.JoinedStr) and isinstance(getattr(node.left, "value", ""), str)
        if node.op.__class__ is gast.Mod and written:
            return any(activity.expr(part) for part in getattr(node.right, "elts", [node.right]))
        return _is_text(node.left, texts, activity) or _is_text(node.right, texts, activity)
    if node.__class__ is not gast.Call:
        return False
    if node.func.__class__ is gast.Attribute and _is_text(node.func.value, texts, activity):
        return not _is_cast(node)
    if _label(node) == "astype" and node.func.__class__ is gast.Attribute:
        return _is_of_texts(_dtype(node)) and activity.expr(node.func.value)
    if _label(node) in HOLDERS:
        return any(_is_text(part, texts, activity) for part in node.args) or (
            _is_of_texts(_dtype(node, 1)) and any(map(activity.expr, node.args[:1])))
    if getattr(getattr(node.func, "value", None), "attr", "") in ("char", "strings"):  # of arrays of texts
        return any(_is_text(part, texts, activity) for part in node.args)
    return _label(node) in WRITERS and any(activity.expr(part) or _is_text(part, texts, activity)
                         for part in [*node.args, *(k.value for k in node.keywords)])


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
    return node.func.attr if node.func.__class__ is gast.Attribute else getattr(node.func, "id", "")
