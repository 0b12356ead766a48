"""Whether expressions are texts that show active values, by what is known of names, attributes and keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import gast

from tangentish.analysis.texts.words import (
    CONTAINERS,
    GOING_THROUGH,
    HOLDERS,
    LOOKING,
    READERS,
    WRITERS,
    dtype_of,
    given,
    is_cast,
    is_of_texts,
    key_of,
    label_of,
    part_of,
    place_of,
    stands_for,
    written_out,
)
from tangentish.syntax import COMPREHENSIONS, Node, names_in


class Deeds:
    """What some functions do with active values, or with texts, that they are given.

    They may give a text, and make numbers of one; `stores` are the places and names of parameters that they put texts into, and
    `parts` the attributes and keys that they keep some under; `fields` are those of a record, in their order.
    """

    def __init__(self, gives: bool = False, reads: bool = False, stores: Iterable[int | str] = (), parts: Iterable[str] = (),
                 fields: Iterable[str] = ()) -> None:
        self.gives, self.reads, self.stores, self.parts = gives, reads, frozenset(stores), frozenset(parts)
        self.fields = tuple(fields)

    def __or__(self, other: Deeds) -> Deeds:
        return Deeds(self.gives or other.gives, self.reads or other.reads, self.stores | other.stores, self.parts | other.parts,
                     self.fields or other.fields)

    def names_of(self, node: Node, chosen: Callable[[Node], bool]) -> set[str]:
        """The fields of a record that a call gives values which are chosen."""
        named = {keyword.arg for keyword in node.keywords if keyword.arg and self.fields and chosen(keyword.value)}
        return named.union(*({field, place_of(place)} for place, (field, value) in enumerate(
            zip(self.fields, node.args, strict=False)) if chosen(value)))


class TextExpressions:
    """What shows active values in a body: `names` are those of texts and of what holds nothing else.

    `keyed` have such texts for keys, `mixed` hold some under their `parts`, `stored` are names of what texts were put into;
    `items` are what is bound to active values in comprehensions and inner functions.  `active` says what else is active, and
    `deeds` what the function that a call is of does with active values (or, if that is asked for, with texts); None is unknown.
    """

    def __init__(self, active: Callable[[Node], bool], deeds: Callable[[Node, bool], Deeds | None],
                 names: Iterable[str] = (), parts: Iterable[str] = ()) -> None:
        self.active, self.deeds = active, deeds
        self.meets_parts: Callable[[str, Node, frozenset[str]], bool] = lambda how, node, parts: False
        self.names, self.parts = set(names), set[str]()
        self.parts_around = frozenset(parts)  # those that objects keep, or give, which others made
        self.keyed: set[str] = set()
        self.mixed: set[str] = set()
        self.stored: set[str] = set()
        self.items: set[str] = set()
        self.blank: set[str] = set()
        self.readers: set[str] = set()  # names that functions have which make numbers of texts
        self.writers: set[str] = set()
        self.numbers: set[str] = set()  # arrays of numbers, into which a text is stored as one
        self.casts: dict[str, Node] = {}  # what a bound method makes an array of another dtype of

    def shows(self, node: Node) -> bool:
        """Whether an expression depends on active values."""
        return self.active(node) or not self.items.isdisjoint(names_in(node))

    def has_keys(self, node: Node) -> bool:
        """Whether an expression is a dict whose keys are such texts."""
        if node.__class__ is gast.Name:
            return node.id in self.keyed
        if node.__class__ is gast.Dict:
            return any(key is not None and self.is_text(key) for key in node.keys)
        if node.__class__ is gast.Call and label_of(node.func) in CONTAINERS:
            inside = node.args or [getattr(node.func, "value", node)]
            return inside[0] is not node and (self.has_keys(inside[0]) or (
                inside[0].__class__ is gast.Call and label_of(inside[0].func) == "zip" and self.is_text(inside[0].args[0])))
        return node.__class__ is gast.DictComp and self.is_text(node.key)

    def has_some(self, node: Node) -> bool:
        """Whether an expression holds such texts beside others."""
        cls = node.__class__
        if cls is gast.Name:
            return node.id in self.mixed
        if cls is gast.Attribute:
            return f".{node.attr}" in self.mixed
        if cls is gast.Dict:
            return any(map(self.is_text, node.values)) or any(map(self.has_some, node.values))
        if cls in (gast.List, gast.Tuple):
            return any(map(self.has_some, node.elts)) or (cls is gast.Tuple and any(map(self.is_text, node.elts)))
        if cls in COMPREHENSIONS and cls is not gast.DictComp:
            return self.has_some(node.elt)
        if cls is not gast.Call:
            return False
        label, values = label_of(node.func), given(node)
        if label == "zip":
            return any(map(self.is_text, values)) or any(map(self.has_some, values))
        if label in CONTAINERS:
            return any(map(self.has_some, values)) or any(self.is_text(keyword.value) for keyword in node.keywords) or (
                node.func.__class__ is gast.Attribute and self.has_some(node.func.value))
        deeds = self.deeds(node, True) if any(map(self.is_text, values)) else None
        return deeds is not None and bool(deeds.fields)

    def is_text(self, node: Node) -> bool:
        """Whether an expression is text that shows an active value, or has such texts for items."""
        cls = node.__class__
        if cls is gast.Name:
            return node.id in self.names
        if cls is gast.JoinedStr:
            return any(part.__class__ is gast.FormattedValue and (self.shows(part.value) or self.is_text(part.value))
                       for part in node.values)
        if cls is gast.Attribute:
            return self.is_part(node) or self.is_text(node.value)
        if cls is gast.Subscript:
            key = key_of(node)
            held = node.slice.__class__ is not gast.Slice and (key is None or key[:1] == "[") and self.has_some(node.value)
            known = (key in self.parts and (held or key[:1] != "[")) if key is not None else held
            return known or self.is_text(node.value)
        if cls is gast.DictComp:
            return self.is_text(node.value)
        if cls in COMPREHENSIONS:
            return self.is_text(node.elt)
        if cls is gast.Dict:
            texts = [self.is_text(value) for value in node.values]
            self.parts |= {part for key, text in zip(node.keys, texts, strict=True) if text and (part := part_of(key)) is not None}
            return bool(texts) and all(texts)
        if cls is gast.Tuple:
            self.parts |= {place_of(place) for place, part in enumerate(node.elts) if self.is_text(part)}
            return bool(node.elts) and all(map(self.is_text, node.elts))
        if cls in (gast.List, gast.Set):
            return any(map(self.is_text, node.elts))
        if cls in (gast.Starred, gast.NamedExpr, gast.Await):
            return self.is_text(node.value)
        if cls is gast.IfExp:
            return self.is_text(node.body) or self.is_text(node.orelse)
        if cls is gast.BoolOp:
            return any(map(self.is_text, node.values))
        if cls is gast.BinOp:
            template = node.left.__class__ in (gast.Constant, gast.JoinedStr) and isinstance(getattr(node.left, "value", ""), str)
            if node.op.__class__ is gast.Mod and template:
                return any(map(self.shows, getattr(node.right, "elts", [node.right]))) or self.is_text(node.right)
            return node.op.__class__ in (gast.Add, gast.Mult, gast.Mod) and (self.is_text(node.left) or self.is_text(node.right))
        return cls is gast.Call and self.is_made(node)

    def meets(self, how: str, node: Node) -> bool:
        """Whether what a call calls "reads" numbers from texts that attributes keep, or "gives" such texts."""
        kept = self.parts | self.parts_around | {label[1:] for label in self.mixed if label[0] == "."}
        return bool(kept) and self.meets_parts(how, node, frozenset(kept))

    def is_part(self, node: Node) -> bool:
        """Whether an attribute keeps such a text, or a method gives one."""
        return node.attr in self.parts or (node.attr in self.parts_around and self.shows(node.value))

    def is_made(self, node: Node) -> bool:
        """Whether a call gives such text."""
        label, func, values = label_of(node.func), node.func, given(node)
        method = func.__class__ is gast.Attribute
        if func.__class__ is gast.Name and func.id in self.casts:
            return self.is_made(written_out(node, self.casts[func.id]))
        if label in LOOKING or is_cast(node) or stands_for(func, READERS, self.readers):
            return False
        if method and label == "astype":
            return self.is_text(func.value) or (is_of_texts(dtype_of(node)) and self.shows(func.value))
        if method and (label == "hex" or label in WRITERS) and self.shows(func.value):  # methods of numbers
            return True
        if label == "getattr" and len(values) > 1 and values[1].__class__ is gast.Constant:
            return values[1].value in self.parts
        if label in HOLDERS and is_of_texts(dtype_of(node, 1)) and any(map(self.shows, node.args[:1])):
            return True
        shown, texts = any(map(self.shows, values)), any(map(self.is_text, values))
        if stands_for(func, WRITERS, self.writers) and (shown or texts):
            return True
        if shown and any(part.__class__ is not gast.Call and stands_for(part, WRITERS, self.writers) for part in node.args):
            return True  # `map(str, x)`
        if label in GOING_THROUGH and any(map(self.has_keys, [*values, *([func.value] if method else [])])):
            return True
        if label == "zip":
            return bool(values) and all(map(self.is_text, values))
        if method and label in ("values", "get", "pop") and self.has_some(func.value):
            return not node.args or node.args[0].__class__ is not gast.Constant or node.args[0].value in self.parts
        if method and self.is_part(func):
            return True
        if (func.__class__ is gast.Name and func.id in self.names) or (method and self.is_text(func.value)):
            return True
        if func.__class__ is gast.Lambda and self.is_text(func.body):
            return True
        if self.meets("gives", node):
            return True
        deeds = [self.deeds(node, True) if texts else Deeds(), self.deeds(node, False) if shown else Deeds()]
        return any(one is not None and one.gives for one in deeds) or (texts and deeds[0] is None)
