"""Where numbers are made of texts that show active values."""

from __future__ import annotations

from collections.abc import Iterator

import gast

from tangentish.analysis.texts.texts import Texts, roots_of
from tangentish.analysis.texts.words import (
    ARRAYS,
    METHODS_THAT_READ,
    READERS,
    dtype_of,
    given,
    is_cast,
    is_of_texts,
    label_of,
    stands_for,
    written_out,
)
from tangentish.syntax import Node, walk

_OF_NUMBERS = (gast.Div, gast.Pow, gast.MatMult)
_ALSO_OF_TEXTS = (gast.Mult, gast.Sub)  # "-" * n, and differences of sets


def numbers_made(texts: Texts) -> Iterator[Node]:
    """The calls, operations and stores in a body that make numbers of its texts."""
    unused = {id(statement.value) for statement in texts.statements if statement.__class__ is gast.Expr}
    for call in texts.calls:
        if id(call) not in unused and reads(call, texts):
            yield call
    for statement in texts.statements:
        if statement.__class__ is gast.Assign and statement.targets[0].__class__ is gast.Subscript:
            if roots_of(statement.targets[0]) & texts.numbers - texts.blank and texts.is_text(statement.value):
                yield statement
        for part in walk(statement) if statement.__class__ in (gast.Assign, gast.AugAssign, gast.Return, gast.Expr) else ():
            if part.__class__ is gast.BinOp and _computes(part, texts):
                yield part


def _computes(node: Node, texts: Texts) -> bool:
    """Whether an operation that texts do not have is done with one, as where a call of an unknown function made a number of it."""
    sides = [(node.left, node.right), (node.right, node.left)]
    return any(not texts.active(side) and (
        node.op.__class__ in _OF_NUMBERS or (node.op.__class__ in _ALSO_OF_TEXTS and texts.active(other))) and texts.is_text(side)
        for side, other in sides)


def reads(node: Node, texts: Texts) -> bool:
    """Whether a call makes numbers of texts."""
    if node.func.__class__ is gast.Name and node.func.id in texts.casts:
        node = written_out(node, texts.casts[node.func.id])
    if is_cast(node) or label_of(node.func) in METHODS_THAT_READ:
        return node.func.__class__ is gast.Attribute and (texts.is_text(node.func.value) or texts.has_some(node.func.value))
    if texts.meets("reads", node):
        return True
    if label_of(node.func) in ARRAYS:
        dtype = dtype_of(node, 1)
        return dtype is not None and not is_of_texts(dtype) and any(map(texts.is_text, node.args[:1]))
    if not any(texts.is_text(value) or texts.has_keys(value) or texts.has_some(value) for value in given(node)):
        return False
    if any(stands_for(value, READERS, texts.readers) for value in given(node) if value.__class__ is not gast.Call):
        return True  # `map(float, texts)`
    if not any(map(texts.is_text, given(node))):
        return False
    if stands_for(node.func, READERS, texts.readers):
        return True
    deeds = texts.deeds(node, True)
    return deeds is not None and deeds.reads
