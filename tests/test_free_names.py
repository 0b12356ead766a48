"""The names that functions take from around them, against those that Python itself finds (`symtable`)."""

from __future__ import annotations

import symtable
from pathlib import Path

import gast
import pytest

from tangentish.free_names import free_names
from tangentish.syntax import parse

WRITTEN = '''
from __future__ import annotations
a = b = c = d = e = 0
def of_defaults(x):
    def inner(y=a, *, z: int = b): return y * z * x
    return inner
def bound_inside(x):
    def inner():
        a = 1
        return a
    return inner() * a
def bound_in_comprehensions(x):
    items = [a for a in range(3) if a > b] + [c for d in e for c in d]
    return items, a, c, d
def bound_by_walrus(x):
    items = [(a := k) for k in range(3)]
    return items, a, (lambda: (b := 1))(), b
def of_classes(x):
    class A(e):
        a = 1
        b: int = c
        def f(self, a, d=d): return a * b
    return A, a, b
def decorated(x):
    @a
    def inner(): return b
    @c(d)
    class B: pass
    return inner, B
def caught(x):
    try:
        import a, b.f as g
        from c import d as h
    except ValueError as e:
        print(e)
    return a, b, g, d, h, e
def shared(x):
    a = 1
    def inner():
        nonlocal a
        a += 1
        global b
        b = 2
        return a
    return inner
def matched(x):
    match x:
        case [a, *b] | {0: a, **b}: return a, b
        case str(c) as d: return c, d
    return e
def deleted(x):
    for a, (b, *c) in x:
        del d
    with e as d, open(a) as g: pass
    return b, c, g
'''


def taken(table: symtable.SymbolTable) -> set[str]:
    """The names that a function, or a scope in it, has from around it."""
    found = {symbol.get_name() for symbol in table.get_symbols() if symbol.is_free() or symbol.is_global()}
    return found.union(*map(global_in, table.get_children())) - {"__class__"}


def global_in(table: symtable.SymbolTable) -> set[str]:
    """The global names in a scope and in those inside it."""
    found = {symbol.get_name() for symbol in table.get_symbols() if symbol.is_global()}
    return found.union(*map(global_in, table.get_children()))


def pairs(source: str) -> list[tuple[gast.AST, symtable.SymbolTable]]:
    """The functions of a module as trees and as tables."""
    trees = {(node.name, line): node for node in gast.walk(parse(source)) if isinstance(node, gast.FunctionDef)
             for line in (node.lineno, *(part.lineno for part in node.decorator_list))}
    tables, left = [], [symtable.symtable(source, "source", "exec")]
    while left:
        table = left.pop()
        left += table.get_children()
        if table.get_name() == "top":
            continue  # what Python calls a module in some versions, whatever else has that name
        if table.get_type() == "function" and (table.get_name(), table.get_lineno()) in trees:
            tables.append((trees[table.get_name(), table.get_lineno()], table))
    return tables


def annotated(node: gast.AST) -> set[str]:
    """The names in the annotations of a function and of what is inside it: no code of it reads these."""
    hints = [hint for part in gast.walk(node) for key in ("annotation", "returns") if (hint := getattr(part, key, None))]
    return {part.id for hint in hints for part in gast.walk(hint) if isinstance(part, gast.Name)}


def bound_in_classes(table: symtable.SymbolTable) -> set[str]:
    """The names that the bodies of classes inside bind: what they read of these may be their own, or from around them."""
    own = {symbol.get_name() for symbol in table.get_symbols() if symbol.is_local()} if table.get_type() == "class" else set()
    return own.union(*map(bound_in_classes, table.get_children()))


FILES = sorted(Path(__file__).parent.glob("constructs/*.py"))


@pytest.mark.parametrize("source", [WRITTEN, *(file.read_text() for file in FILES)],
                         ids=["written", *(file.stem for file in FILES)])
def test_as_python_finds_them(source):
    met = pairs(source)
    assert met or "def " not in source
    for node, table in met:
        found, expected = free_names(node), taken(table)
        assert expected - annotated(node) <= found, node.name
        assert found <= expected | annotated(node) | bound_in_classes(table), node.name
