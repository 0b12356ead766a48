"""Refuses numbers made from the text of active values: `float(str(x))` is `x`, but derivatives do not flow through text."""

from __future__ import annotations

import re
from collections.abc import Iterable

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.code.code_names import functions_in, names_of
from tangentish.analysis.texts.numbers import numbers_made
from tangentish.analysis.texts.summaries import classes_around, deeds_by, functions_by, mentions, parts_around, parts_met_by
from tangentish.analysis.texts.texts import Texts
from tangentish.analysis.texts.words import ARRAYS, METHODS_THAT_READ, OF_NUMBERS, READERS, WRITERS, label_of, strings
from tangentish.errors import UnsupportedError, located
from tangentish.syntax import Block, Node, walk

ASKERS = frozenset(("eval", "query"))
"""Methods of tables of pandas that find what a text names, as in `"mass > @limit"`, among the variables of their caller."""
_NAMED = re.compile(r"@(\w+)")
_READING = READERS | METHODS_THAT_READ | ARRAYS | OF_NUMBERS | {"astype"}
_KEEPING = ("redirect_stdout", "redirect_stderr", "JSONEncoder", "JSONDecoder")
"""What keeps, or makes, texts elsewhere."""
_WRITING = WRITERS | {"print", "pprint", "pp", "hex", "dump"}


def check_text(body: Block, activity: Activity, filename: str, taken: Iterable[str] = ()) -> None:
    """Raise `UnsupportedError` for the first such number; `taken` are parameters that may be attributes of the caller's."""
    parts = walk(body)
    calls = [part for part in parts if part.__class__ is gast.Call]
    for part in calls:
        if label_of(part.func) in ASKERS and activity.scope.locals.intersection(_NAMED.findall("".join(strings(part)))):
            raise located(UnsupportedError, "a variable is named in a text", filename, part, "Write the expression in Python.")
    printed = [part for part in calls if label_of(part.func) in _KEEPING]
    words = {part.attr if part.__class__ is gast.Attribute else part.id for part in parts
             if part.__class__ in (gast.Attribute, gast.Name)}
    if printed and activity.varied and not words.isdisjoint(_READING | {"decode"}):
        raise located(UnsupportedError, "texts are kept here, and numbers are made from texts", filename, printed[0],
                      "Return the numbers.")
    scope = activity.scope
    called = list(functions_by(scope.resolve(part.func) for part in calls))
    named = words.union(*(names_of(one.__code__) for one in called))
    called += [one for cls in classes_around(scope.source.function) for one in functions_in(cls) if one.__name__ in named]
    if words.isdisjoint(_READING) and not any(mentions(one, "reads") for one in called):
        return
    around = parts_around(scope.source.function)
    names = [param for param in taken if param.endswith(tuple(f"_{part}" for part in around))]
    around &= words
    written = not words.isdisjoint(_WRITING) or any(map(_is_formatted, parts)) or any(mentions(one, "writes") for one in called)
    if not written and not around and not names:
        return
    texts = Texts(body, activity.expr, deeds_by(scope.resolve, scope.source.function), names, around,
                  parts_met_by(scope.resolve, scope.source.function))
    for part in numbers_made(texts):
        raise located(UnsupportedError, "a number is made from the text of an active value", filename, part,
                      "Leave out the text (np.round rounds), or say stop_gradient(...) where no derivative is meant.")


def _is_formatted(node: Node) -> bool:
    """Whether an expression is an f-string, or texts filled in, or an exception that is caught, which shows what it was given."""
    return node.__class__ in (gast.JoinedStr, gast.Try) or (node.__class__ is gast.BinOp and node.op.__class__ is gast.Mod) or (
        node.__class__ is gast.Constant and isinstance(node.value, str) and node.value.lstrip("<>=|")[:1] in ("U", "S"))
