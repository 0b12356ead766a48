"""`match` -> `if`/`elif`: a test for each pattern, then plain assignments for what it binds.

>>> from tangentish.names import Names
>>> from tangentish.syntax import parse, unparse
>>> block = parse('''
... match shape:
...     case [n]: y = n
...     case _: y = 0
... ''').body
>>> print(unparse(match_to_if(block, Names({"shape"}))[0]))
if isinstance(shape, (list, tuple)) and len(shape) == 1:
    n = shape[0]
    y = n
else:
    y = 0
"""

from __future__ import annotations

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
)

_SELF_MATCHING = {"bool", "bytearray", "bytes", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple"}


def match_to_if(block: Block, names: Names, filename: str = "") -> Block:
    """Replace every `match` in a block, nested ones too."""
    out: Block = []
    for node in block:
        for _, inner in child_blocks(node):
            inner[:] = match_to_if(inner, names, filename)
        if node.__class__ is gast.Match:
            subject = node.subject
            if subject.__class__ is not gast.Name:
                subject = name(names.fresh("subject"))
                out.append(locate(assign(subject.id, node.subject), node))
            out += [locate(n, node) for n in _cases(subject, node.cases, filename, node)]
        else:
            out.append(node)
    return out


def _cases(subject: Node, cases: list[Node], filename: str, node: Node) -> Block:
    if not cases:
        return []
    case = cases[0]
    tests: list[Node] = []
    bound: dict[str, Node] = {}
    _pattern(case.pattern, subject, tests, bound, filename, node)
    if case.guard is not None:
        tests.append(substitute(clone(case.guard), bound))
    body = [*(assign(key, clone(value)) for key, value in bound.items()), *case.body]
    if not tests:
        return body
    test = tests[0] if len(tests) == 1 else gast.BoolOp(gast.And(), tests)
    return [gast.If(test, body, _cases(subject, cases[1:], filename, node))]


def _pattern(pattern: Node, subject: Node, tests: list[Node], bound: dict[str, Node], filename: str, node: Node) -> None:
    if pattern.__class__ is gast.MatchValue:
        tests.append(gast.Compare(clone(subject), [gast.Eq()], [pattern.value]))
    elif pattern.__class__ is gast.MatchSingleton:
        tests.append(gast.Compare(clone(subject), [gast.Is()], [constant(pattern.value)]))
    elif pattern.__class__ is gast.MatchAs:
        if pattern.pattern is not None:
            _pattern(pattern.pattern, subject, tests, bound, filename, node)
        if pattern.name is not None:
            bound[pattern.name] = clone(subject)
    elif pattern.__class__ is gast.MatchOr:
        options = []
        for option in pattern.patterns:
            inner: list[Node] = []
            _pattern(option, subject, inner, bound, filename, node)
            options.append(inner[0] if len(inner) == 1 else gast.BoolOp(gast.And(), inner) if inner else constant(True))
        tests.append(gast.BoolOp(gast.Or(), options))
    elif pattern.__class__ is gast.MatchSequence:
        _sequence(pattern, subject, tests, bound, filename, node)
    elif pattern.__class__ is gast.MatchMapping:
        tests.append(call("isinstance", clone(subject), name("dict")))
        for key, value in zip(pattern.keys, pattern.patterns, strict=True):
            tests.append(gast.Compare(clone(key), [gast.In()], [clone(subject)]))
            _pattern(value, subscript(clone(subject), clone(key)), tests, bound, filename, node)
        if pattern.rest is not None:
            others = gast.Compare(name("key"), [gast.NotIn()], [tuple_of([clone(key) for key in pattern.keys])])
            loop = gast.comprehension(stored("key"), clone(subject), [others], 0)
            bound[pattern.rest] = gast.DictComp(name("key"), subscript(clone(subject), name("key")), [loop])
    elif pattern.__class__ is gast.MatchClass:
        tests.append(call("isinstance", clone(subject), clone(pattern.cls)))
        own = pattern.cls.__class__ is gast.Name and pattern.cls.id in _SELF_MATCHING
        for place, inner_pattern in enumerate(pattern.patterns):
            part = clone(subject) if own else call(
                "getattr", clone(subject), expression(f"cls.__match_args__[{place}]", cls=pattern.cls))
            _pattern(inner_pattern, part, tests, bound, filename, node)
        for attr, inner_pattern in zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True):
            tests.append(call("hasattr", clone(subject), constant(attr)))
            _pattern(inner_pattern, attribute(clone(subject), attr), tests, bound, filename, node)
    else:
        raise located(UnsupportedError, "this form of pattern is not supported", filename, node, "Write it with `if`.")


def _sequence(pattern: Node, subject: Node, tests: list[Node], bound: dict[str, Node], filename: str, node: Node) -> None:
    items = pattern.patterns
    star = next((k for k, item in enumerate(items) if item.__class__ is gast.MatchStar), None)
    tests.append(call("isinstance", clone(subject), tuple_of([name("list"), name("tuple")])))
    size = gast.GtE() if star is not None else gast.Eq()
    count = len(items) - (star is not None)
    tests.append(gast.Compare(call("len", clone(subject)), [size], [constant(count)]))
    for place, item in enumerate(items):
        if item.__class__ is gast.MatchStar:
            if item.name is not None:
                after = len(items) - place - 1
                stop = gast.UnaryOp(gast.USub(), constant(after)) if after else None
                piece = subscript(clone(subject), gast.Slice(constant(place), stop, None))
                bound[item.name] = call("list", piece)
            continue
        index = constant(place) if star is None or place < star else gast.UnaryOp(gast.USub(), constant(len(items) - place))
        _pattern(item, subscript(clone(subject), index), tests, bound, filename, node)
