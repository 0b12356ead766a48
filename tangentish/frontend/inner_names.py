"""Variables of comprehensions that are called like something else: they get names of their own.

Everything that is looked up by its name is looked up in one scope, that of the function.

>>> from tangentish.syntax import parse, unparse
>>> tree = parse('''
... def total(fs):
...     return sum(f(1.0) for f in fs) + f([x for x in f(2.0)])
... ''').body[0]
>>> rename_inner(tree, {"f"}.__contains__)
>>> print(unparse(tree))
def total(fs):
    return sum(f_2(1.0) for f_2 in fs) + f([x for x in f(2.0)])
"""

from __future__ import annotations

import builtins
import weakref
from collections.abc import Callable, Iterable, Set

import gast

from tangentish.frontend.resolve import Scope
from tangentish.frontend.source import Source
from tangentish.names import Names
from tangentish.syntax import COMPREHENSIONS, DEFINITIONS, Node, children, name_nodes, names_in, parameter_nodes, walk

_known: weakref.WeakKeyDictionary[Node, frozenset[str]] = weakref.WeakKeyDictionary()


def scope_of(source: Source, bound: Set[str]) -> Scope:
    """The scope of a function that is looked at as it is: names that are those of comprehensions somewhere mean nothing in it."""
    if source.tree not in _known:
        _known[source.tree] = frozenset().union(*(bound_by(part) for part in walk(source.tree) if part.__class__ in COMPREHENSIONS))
    return Scope(source, {*bound, *_known[source.tree]})


def is_around(label: str, source: Source) -> bool:
    """Whether a name means something around a function."""
    return label in source.globals or label in source.cells or hasattr(builtins, label)


def is_nowhere(node: Node, scope: Scope) -> bool:
    """Whether a name is not defined yet: of a module that is not installed, say, where the code that reads it is not run."""
    return node.__class__ is gast.Name and not is_around(node.id, scope.source) and not any(
        node.id in known for known in (scope.locals, scope.imports, scope.renames.values()))


def rename_inner(tree: Node, is_other: Callable[[str], bool]) -> None:
    """Rename, in place, the variables of comprehensions whose names are those of others.

    Functions defined inside are left as they are: they are other programs.
    """
    if any(part.__class__ in COMPREHENSIONS and any(map(is_other, bound_by(part))) for part in walk(tree)):
        names = Names(names_in(tree) | {part.name for part in walk(tree) if part.__class__ in DEFINITIONS})
        for statement in tree.body:
            _visit(statement, is_other, names)


def _visit(node: Node, is_other: Callable[[str], bool], names: Names) -> None:
    """Those inside first, so that a name means one thing in each."""
    if node.__class__ in DEFINITIONS or node.__class__ is gast.Lambda:
        return
    for child in children(node):
        _visit(child, is_other, names)
    if node.__class__ not in COMPREHENSIONS:
        return
    for label in sorted(filter(is_other, bound_by(node))):
        while is_other(new := names.fresh(label)):
            pass
        first, *rest = node.generators
        result = [node.key, node.value] if node.__class__ is gast.DictComp else [node.elt]
        _replace([*result, first.target, *first.ifs, *rest], label, new)


def bound_by(node: Node) -> set[str]:
    """The variables of a comprehension."""
    return {part.id for generator in node.generators for part in name_nodes(generator.target) if part.ctx.__class__ is gast.Store}


def _replace(parts: Iterable[Node], label: str, new: str) -> None:
    """Rename a variable in expressions, but for what functions inside have under its name."""
    for part in parts:
        if part.__class__ is gast.Name and part.id == label:
            part.id = new
        elif part.__class__ is gast.Lambda and label in {argument.id for argument in parameter_nodes(part)}:
            _replace([default for default in (*part.args.defaults, *part.args.kw_defaults) if default is not None], label, new)
        else:
            _replace(children(part), label, new)
