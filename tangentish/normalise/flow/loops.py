"""Loops over what holds active values become loops over an index; comprehensions become loops that append.

>>> from tangentish.names import Names
>>> from tangentish.syntax import parse, unparse
>>> node = parse("for k, row in enumerate(A):\\n    s += row[k]").body[0]
>>> for n in index_loop(node, Names({"A", "k", "row", "s"}), lambda e: True): print(unparse(n))
items = indexable(A)
for k in range(len(items)):
    row = items[k]
    s += row[k]
"""

from __future__ import annotations

from collections.abc import Callable

import gast

from tangentish.names import Names
from tangentish.rewriting import each_rewritten
from tangentish.syntax import (
    Block,
    Node,
    as_load,
    assign,
    call,
    clone,
    constant,
    expression,
    is_constant,
    locate,
    name,
    stored,
    subscript,
    substitute,
    surely,
    walk,
)


def index_loop(node: Node, names: Names, varied: Callable[[Node], bool],
               is_drawn: Callable[[Node], bool] = lambda source: False) -> Block:
    """Rewrite one `for` over an active iterable; what it binds is assigned at the top of the body.

    `is_drawn` tells what may be an iterator, perhaps an endless one: as many items are taken from it as `zip` takes.
    """
    before: Block = []
    source, target = node.iter, node.target
    body: Block = []
    numbered = _numbered(source)
    counter = target.elts[0] if numbered is not None and _is_pair(target) else None
    if numbered is not None and numbered[1] is None and counter.__class__ is gast.Name and not _assigns(node.body, counter.id):
        source, target, index = numbered[0], target.elts[1], counter.id
    else:
        index = names.fresh("k")
    count = _items(source, target, index, body, before, names, varied, is_drawn)
    iterable = source if numbered is None else numbered[0]
    rows = call("in_step", *count.args) if is_strict(iterable) and len(count.args) > 1 else call("range", count)
    loop = gast.For(stored(index), rows, [*body, *node.body], node.orelse, None)
    block: Block = [locate(b, node) for b in before]
    return [*block, locate(gast.copy_location(loop, node), node)]


def call_loops(block: Block, names: Names, is_iter: Callable[[Node], bool]) -> Block:
    """`for v in iter(f, last)` as a `while` loop that calls `f`: its body may change what `f` gives next."""
    def called(node: Node) -> Block:
        source = node.iter if node.__class__ is gast.For else None
        if source.__class__ is not gast.Call or len(source.args) != 2 or source.keywords or not is_iter(source.func) or any(
                arg.__class__ is gast.Starred for arg in source.args):
            return [node]
        last, item = names.fresh("last"), names.fresh("item")
        function, value = source.args
        owner = function.value if function.__class__ is gast.Attribute else function
        before: Block = []
        if owner.__class__ is not gast.Name or _assigns(node.body, owner.id):
            held = names.fresh("function")
            before.append(assign(held, function))
            function = name(held)
        before.append(assign(last, value))
        test = gast.Compare(name(item), [gast.Eq()], [name(last)])
        body = [assign(item, call(function)), gast.If(test, [*node.orelse, gast.Break()], []), assign(node.target, name(item))]
        loop = gast.copy_location(gast.While(constant(True), [*body, *node.body], []), node)
        return [locate(n, node) for n in [*before, loop]]

    return each_rewritten(block, called)


def _assigns(block: Block, identifier: str) -> bool:
    return any(n.__class__ is gast.Name and n.id == identifier and n.ctx.__class__ is not gast.Load
               for s in block for n in walk(s))


def _items(iterable: Node, target: Node, index: str, body: Block, before: Block, names: Names,
           varied: Callable[[Node], bool], is_drawn: Callable[[Node], bool]) -> Node:
    """Add what binds `target` to the item number `index`; the number of items."""
    kind = iterable.func.id if iterable.__class__ is gast.Call and iterable.func.__class__ is gast.Name else ""
    plain = kind == "zip" and (not iterable.keywords or is_strict(iterable) or _is_lenient(iterable))
    if plain and iterable.args and not _starred(iterable.args) and not any(map(is_drawn, iterable.args)):
        targets = target.elts if target.__class__ in (gast.Tuple, gast.List) and not _starred(target.elts) and len(
            target.elts) == len(iterable.args) else None
        counts, parts = [], []
        for place, source in enumerate(iterable.args):
            if targets is not None:
                counts.append(_items(source, targets[place], index, body, before, names, varied, is_drawn))
            else:
                part = names.fresh("item")
                counts.append(_items(source, stored(part), index, body, before, names, varied, is_drawn))
                parts.append(name(part))
        if targets is None:
            body.append(assign(target, gast.Tuple(parts, gast.Load())))
        return counts[0] if len(counts) == 1 else call("min", *counts)
    numbered = _numbered(iterable)
    if numbered is not None:
        source, start = numbered
        if start is not None and start.__class__ is not gast.Constant:
            first = names.fresh("start")
            before.append(assign(first, start))
            start = name(first)
        number = name(index) if start is None else gast.BinOp(name(index), gast.Add(), start)
        part = target.elts[1] if _is_pair(target) else stored(names.fresh("item"))
        if _is_pair(target):
            body.append(assign(target.elts[0], number))
        count = _items(source, part, index, body, before, names, varied, is_drawn)
        if not _is_pair(target):
            body.append(assign(target, gast.Tuple([number, as_load(part)], gast.Load())))
        return count
    if kind == "reversed" and not _starred(iterable.args):
        held = _held(iterable.args[0], before, names, varied, True)
        body.append(assign(target, surely(subscript(held, expression(f"-1 - {index}")))))
        return call("len", clone(held))
    method = iterable.func.attr if iterable.__class__ is gast.Call and iterable.func.__class__ is gast.Attribute else ""
    if (method in ("items", "values") and not iterable.args) or "ndenumerate" in (kind, method):
        table, keys = name(names.fresh("table")), names.fresh("keys")
        if "ndenumerate" in (kind, method):
            before.append(assign(table.id, call("np_asarray", iterable.args[0])))
            before.append(assign(keys, call("list", call("np_ndindex", gast.Attribute(clone(table), "shape", gast.Load())))))
        else:
            before.append(assign(table.id, iterable.func.value))
            before.append(assign(keys, call("keys_of", clone(table), constant(method))))
        key = surely(subscript(name(keys), name(index)))
        if method != "values" and target.__class__ is gast.Tuple and len(target.elts) == 2:
            body.append(assign(target.elts[0], key))
            body.append(assign(target.elts[1], surely(subscript(clone(table), clone(key)))))
        else:
            value = surely(subscript(clone(table), clone(key)))
            body.append(assign(target, value if method == "values" else gast.Tuple([key, value], gast.Load())))
        return call("len", name(keys))
    held = _held(iterable, before, names, varied)
    body.append(assign(target, surely(subscript(held, name(index)))))
    return call("len", clone(held))


def _numbered(source: Node) -> tuple[Node, Node | None] | None:
    """What `enumerate` numbers, and where it starts to count; None if it is something else."""
    if source.__class__ is not gast.Call or source.func.__class__ is not gast.Name or source.func.id != "enumerate" or (
            not source.args or _starred(source.args) or any(keyword.arg != "start" for keyword in source.keywords)):
        return None
    return source.args[0], source.args[1] if len(source.args) > 1 else next((k.value for k in source.keywords), None)


def _is_pair(target: Node) -> bool:
    """Whether a target is a display of two."""
    return target.__class__ in (gast.Tuple, gast.List) and len(target.elts) == 2 and not _starred(target.elts)


def _is_lenient(node: Node) -> bool:
    """Whether a call has `strict=False`, as if it were not there."""
    return len(node.keywords) == 1 and node.keywords[0].arg == "strict" and is_constant(node.keywords[0].value, False)


def is_strict(iterable: Node) -> bool:
    """Whether an iterable is `zip(..., strict=True)`."""
    if iterable.__class__ is not gast.Call or iterable.func.__class__ is not gast.Name or iterable.func.id != "zip":
        return False
    return len(iterable.keywords) == 1 and getattr(iterable.keywords[0].value, "value", None) is True


def _starred(items: list[Node]) -> bool:
    return any(item.__class__ is gast.Starred for item in items)


def _held(source: Node, before: Block, names: Names, varied: Callable[[Node], bool], turned: bool = False) -> Node:
    """The iterable under a name, in a form that can be indexed."""
    if source.__class__ is gast.Call and source.func.__class__ is gast.Name and source.func.id in ("range", "list"):
        pass
    elif not varied(source):
        source = call("list", source)
    else:
        quiet = getattr(source, "drawn", "")
        source = call("indexable", source)
        source.drawn, source.turned = quiet, turned
    held = names.fresh("items")
    before.append(assign(held, source))
    return name(held)


def for_effect(node: Node, names: Names) -> Block:
    """A comprehension whose result nobody uses, as loops."""
    node = _with_own_names(node, names)
    parts = [node.key, node.value] if node.__class__ is gast.DictComp else [node.elt]
    return _loops(node, [gast.Expr(part) for part in parts])


def comprehension_loop(node: Node, names: Names, result: str) -> Block:
    """A list, set-free generator or dict comprehension as loops that fill `result`."""
    node = _with_own_names(node, names)
    inner: Block
    if node.__class__ is gast.DictComp:
        inner = [assign(subscript(name(result), node.key), node.value)]
        empty = expression("{}")
    else:
        inner = [gast.Expr(call(f"{result}.append", node.elt))]
        empty = expression("[]")
    return [locate(assign(result, empty), node), *_loops(node, inner)]


def _with_own_names(node: Node, names: Names) -> Node:
    """A copy of a comprehension whose variables have names that nothing else has."""
    renames = {}
    for generator in node.generators:
        for target in walk(generator.target):
            if target.__class__ is gast.Name and target.id not in renames:
                renames[target.id] = name(names.fresh(target.id))
    node = clone(node)
    first = node.generators[0].iter
    node.generators[0].iter = gast.Constant(None, None)
    substitute(node, renames)
    node.generators[0].iter = first
    return node


def _loops(node: Node, inner: Block) -> Block:
    """The loops of a comprehension around the statements that they repeat."""
    for generator in reversed(node.generators):
        for test in reversed(generator.ifs):
            inner = [gast.If(test, inner, [])]
        inner = [gast.For(generator.target, generator.iter, inner, [], None)]
    return [locate(n, node) for n in inner]


def tested_inside(node: Node, before: Block) -> Node:
    """`while True` with the test of a loop in its body, after other statements."""
    leave = gast.If(gast.UnaryOp(gast.Not(), node.test), [*node.orelse, gast.Break()], [])
    made = gast.While(constant(True), [*before, leave, *node.body], [])
    return locate(gast.copy_location(made, node), node)
