"""`match` -> `if`/`elif`: a test for each pattern, then plain assignments for what it binds.

>>> from tangentish.names import Names
>>> from tangentish.syntax import parse, unparse
>>> block = parse('''
... match shape:
...     case [n]: y = n
...     case _: y = 0
... ''').body
>>> print(unparse(match_to_if(block, Names({"shape"}))[0]))
if isinstance(shape, abc_Sequence) and not isinstance(shape, abc_Text) and len(shape) == 1:
    n = shape[0]
    y = n
else:
    y = 0
"""

from __future__ import annotations

from dataclasses import dataclass, field

import gast

from tangentish.errors import UnsupportedError, located
from tangentish.names import Names
from tangentish.syntax import (
    Block,
    Node,
    assign,
    attribute,
    call,
    child_blocks,
    clone,
    constant,
    expression,
    locate,
    name,
    stored,
    subscript,
    substitute,
    tuple_of,
    walk,
)

_SELF_MATCHING = {"bool", "bytearray", "bytes", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple"}
_SCOPES = (gast.Lambda, gast.ListComp, gast.SetComp, gast.DictComp, gast.GeneratorExp, gast.NamedExpr)


@dataclass
class Way:
    """One way to match a pattern: the tests, and what the names are bound to if they succeed."""

    tests: list[Node] = field(default_factory=list)
    bound: dict[str, Node] = field(default_factory=dict)

    def also(self, other: Way) -> Way:
        """Both this and the other."""
        return Way([clone(t) for t in (*self.tests, *other.tests)],
                   {key: clone(v) for key, v in (self.bound | other.bound).items()})

    def test(self) -> Node:
        """All tests in one."""
        return _joined(gast.And(), self.tests)

    def assigned(self) -> Block:
        """The statements that bind the names."""
        return [assign(key, clone(value)) for key, value in self.bound.items()]


def match_to_if(block: Block, names: Names, filename: str = "", reads: dict[str, int] | None = None) -> Block:
    """Replace every `match` in a block, nested ones too; `reads` tells how often each name is read in the whole function."""
    reads = _reads(block) if reads is None else reads
    out: Block = []
    for node in block:
        if node.__class__ is gast.Match:
            subject = node.subject
            captured = {key for case in node.cases for key in _captures(case.pattern)}
            if subject.__class__ is not gast.Name or subject.id in captured:
                subject = name(names.fresh("subject"))
                out.append(locate(assign(subject.id, node.subject), node))
            made = [locate(n, node) for n in _Cases(names, filename, node, reads).block(subject, node.cases)]
            out += match_to_if(made, names, filename, reads)
            continue
        for _, inner in child_blocks(node):
            inner[:] = match_to_if(inner, names, filename, reads)
        out.append(node)
    return out


class _Cases:
    def __init__(self, names: Names, filename: str, node: Node, reads: dict[str, int]) -> None:
        self.names, self.filename, self.node, self.reads = names, filename, node, reads

    def block(self, subject: Node, cases: list[Node]) -> Block:
        if not cases:
            return []
        case, rest = cases[0], self.block(subject, cases[1:])
        ways = self.ways(case.pattern, subject)
        if len(ways) == 1 and (case.guard is None or self.can_wait(case, ways[0].bound)):
            way = ways[0]
            if case.guard is not None:
                way.tests.append(substitute(clone(case.guard), way.bound))
            body = [*way.assigned(), *case.body]
            return [gast.If(way.test(), body, rest)] if way.tests else body
        # what decides gets a name of its own: the names are bound before the guard is asked
        found = self.names.fresh("found")
        decided: Block = []
        for way in reversed(ways):
            chosen = [*way.assigned(), assign(found, call("bool", clone(case.guard)) if case.guard is not None else constant(True))]
            decided = [gast.If(way.test(), chosen, decided)] if way.tests else chosen
        return [assign(found, constant(False)), *decided, gast.If(name(found), case.body, rest)]

    def can_wait(self, case: Node, bound: dict[str, Node]) -> bool:
        """Whether the names may be bound after the guard: nobody reads them if it fails, and no scope in it hides them."""
        if any(n.__class__ in _SCOPES for n in walk(case.guard)):
            return False
        inside = _reads([*([case.guard]), *case.body])
        return all(self.reads.get(key, 0) <= inside.get(key, 0) for key in bound)

    def ways(self, pattern: Node, subject: Node) -> list[Way]:
        """All the ways to match a pattern; several only where they bind names."""
        if pattern.__class__ is gast.MatchValue:
            return [Way([gast.Compare(clone(subject), [gast.Eq()], [pattern.value])])]
        if pattern.__class__ is gast.MatchSingleton:
            return [Way([gast.Compare(clone(subject), [gast.Is()], [constant(pattern.value)])])]
        if pattern.__class__ is gast.MatchAs:
            inner = [Way()] if pattern.pattern is None else self.ways(pattern.pattern, subject)
            return inner if pattern.name is None else [way.also(Way([], {pattern.name: subject})) for way in inner]
        if pattern.__class__ is gast.MatchOr:
            found = [way for option in pattern.patterns for way in self.ways(option, subject)]
            return found if any(way.bound for way in found) else [Way([_joined(gast.Or(), [way.test() for way in found])])]
        if pattern.__class__ is gast.MatchSequence:
            return self.sequence(pattern, subject)
        if pattern.__class__ is gast.MatchMapping:
            return self.mapping(pattern, subject)
        if pattern.__class__ is gast.MatchClass:
            return self.of_class(pattern, subject)
        raise located(UnsupportedError, "this form of pattern is not supported", self.filename, self.node, "Write it with `if`.")

    def parts(self, ways: list[Way], pattern: Node, subject: Node) -> list[Way]:
        """Each of the ways together with each of those of a part of the pattern."""
        return [way.also(more) for way in ways for more in self.ways(pattern, subject)]

    def sequence(self, pattern: Node, subject: Node) -> list[Way]:
        items = pattern.patterns
        star = next((k for k, item in enumerate(items) if item.__class__ is gast.MatchStar), None)
        size = gast.GtE() if star is not None else gast.Eq()
        count = len(items) - (star is not None)
        ways = [Way([call("isinstance", clone(subject), name("abc_Sequence")),
                     gast.UnaryOp(gast.Not(), call("isinstance", clone(subject), name("abc_Text"))),
                     gast.Compare(call("len", clone(subject)), [size], [constant(count)])])]
        for place, item in enumerate(items):
            if item.__class__ is gast.MatchStar:
                after = len(items) - place - 1
                stop = gast.UnaryOp(gast.USub(), constant(after)) if after else None
                piece = subscript(clone(subject), gast.Slice(constant(place), stop, None))
                if item.name is not None:
                    ways = [way.also(Way([], {item.name: call("list", piece)})) for way in ways]
                continue
            index = constant(place) if star is None or place < star else gast.UnaryOp(gast.USub(), constant(len(items) - place))
            ways = self.parts(ways, item, subscript(clone(subject), index))
        return ways

    def mapping(self, pattern: Node, subject: Node) -> list[Way]:
        ways = [Way([call("isinstance", clone(subject), name("abc_Mapping"))])]
        for key, value in zip(pattern.keys, pattern.patterns, strict=True):
            ways = [way.also(Way([gast.Compare(clone(key), [gast.In()], [clone(subject)])])) for way in ways]
            ways = self.parts(ways, value, subscript(clone(subject), clone(key)))
        if pattern.rest is None:
            return ways
        key = self.names.fresh("key")
        others = gast.Compare(name(key), [gast.NotIn()], [tuple_of([clone(k) for k in pattern.keys])])
        loop = gast.comprehension(stored(key), clone(subject), [others] if pattern.keys else [], 0)
        rest = gast.DictComp(name(key), subscript(clone(subject), name(key)), [loop])
        return [way.also(Way([], {pattern.rest: rest})) for way in ways]

    def of_class(self, pattern: Node, subject: Node) -> list[Way]:
        ways = [Way([call("isinstance", clone(subject), clone(pattern.cls))])]
        own = pattern.cls.__class__ is gast.Name and pattern.cls.id in _SELF_MATCHING
        for place, inner in enumerate(pattern.patterns):
            part = clone(subject) if own else call(
                "getattr", clone(subject), expression(f"cls.__match_args__[{place}]", cls=pattern.cls))
            ways = self.parts(ways, inner, part)
        for attr, inner in zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True):
            ways = [way.also(Way([call("hasattr", clone(subject), constant(attr))])) for way in ways]
            ways = self.parts(ways, inner, attribute(clone(subject), attr))
        return ways


def _joined(op: Node, tests: list[Node]) -> Node:
    if not tests:
        return constant(True)
    return tests[0] if len(tests) == 1 else gast.BoolOp(op, tests)


def _reads(block: Block) -> dict[str, int]:
    """How often each name is read."""
    found: dict[str, int] = {}
    for node in walk(block):
        if node.__class__ is gast.Name and node.ctx.__class__ is gast.Load:
            found[node.id] = found.get(node.id, 0) + 1
    return found


def _captures(pattern: Node) -> set[str]:
    """The names that a pattern binds."""
    found = {getattr(part, label, None) for part in walk(pattern) for label in ("name", "rest")}
    return {key for key in found if isinstance(key, str)}
