"""Names that mean several things: variables of inner scopes are renamed to what something else in the module is called.

The program stays the same, and so do its derivatives.
"""

from __future__ import annotations

import ast
import builtins
import random
from collections.abc import Iterator

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
FUNCTIONS = (ast.FunctionDef, ast.Lambda)
OTHERS = "t t_2 items tape record shadows ans ans_bar x_bar sum max len list map zip abs f g h".split()
"""Names that generated code takes, of builtins, and short ones."""


def shadowed(text: str, seed: int) -> str:
    r"""A module with other names in the scopes inside of it.

    >>> text = "def program(x):\n    k = x[0]\n    return sum([j * k for j in x]) + (lambda v: v * k)(2.0)\n"
    >>> print(shadowed(text, 4))
    def program(x):
        shadows = x[0]
        return sum([ans_bar * shadows for ans_bar in x]) + (lambda program: program * shadows)(2.0)
    """
    rng, tree = random.Random(seed), ast.parse(text)
    named = {keyword.arg for node in ast.walk(tree) if isinstance(node, ast.Call) for keyword in node.keywords}
    pool = sorted((_names(tree) | set(OTHERS)) - {"np", "math", "numpy"} - {name for name in dir(builtins) if name[0] == "_"})
    scopes = [node for node in ast.walk(tree) if isinstance(node, (*COMPREHENSIONS, *FUNCTIONS))]
    rng.shuffle(scopes)
    for scope in scopes:
        own = _own(scope) - (named | {"self"} if isinstance(scope, FUNCTIONS) else set())
        if getattr(scope, "name", "") == "program" or scope in _methods(tree):
            own -= _parameters(scope)
        for label in sorted(own):
            free = [name for name in pool if name not in _names(scope)]
            if free and rng.random() < 0.6:
                _rename(scope, label, rng.choice(free))
    return ast.unparse(tree)


def _methods(tree: ast.AST) -> list[ast.AST]:
    return [part for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for part in node.body]


def _names(tree: ast.AST) -> set[str]:
    """All names in a tree, of functions and parameters too."""
    found = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    found |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    found |= {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    found |= {alias.asname or alias.name for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)
              for alias in node.names}
    return found | {name for node in ast.walk(tree) if isinstance(node, ast.Global | ast.Nonlocal) for name in node.names} | {
        node.name for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler) and node.name}


def _parameters(scope: ast.AST) -> set[str]:
    return {node.arg for node in ast.walk(scope.args) if isinstance(node, ast.arg)} if isinstance(scope, FUNCTIONS) else set()


def _inside(scope: ast.AST) -> list[ast.AST]:
    """What is evaluated in a scope, and not around it."""
    if isinstance(scope, ast.Lambda):
        return [scope.body]
    if isinstance(scope, ast.FunctionDef):
        return list(scope.body)
    assert isinstance(scope, COMPREHENSIONS)
    result: list[ast.AST] = [scope.key, scope.value] if isinstance(scope, ast.DictComp) else [scope.elt]
    first, *rest = scope.generators
    return [*result, first.target, *first.ifs, *rest]


def _of_scope(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a scope itself; scopes inside it are given as they are."""
    left = _inside(scope)
    while left:
        node = left.pop()
        yield node
        if isinstance(node, COMPREHENSIONS):
            left.append(node.generators[0].iter)
        elif isinstance(node, FUNCTIONS):
            left += [*node.args.defaults, *filter(None, node.args.kw_defaults), *getattr(node, "decorator_list", [])]
        elif not isinstance(node, ast.ClassDef):
            left += ast.iter_child_nodes(node)


def _own(scope: ast.AST) -> set[str]:
    """The names that are local to a scope; none that a `global`, a class or an `except` in it has to do with."""
    parts = list(_of_scope(scope))
    stored = {node.id for node in parts if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
    walrus = {node.target.id for node in parts if isinstance(node, ast.NamedExpr)}
    declared = {name for node in ast.walk(scope) if isinstance(node, ast.Global | ast.Nonlocal) for name in node.names}
    left_out = declared.union(*(_names(node) for node in ast.walk(scope) if isinstance(node, ast.ClassDef)))
    return (stored | _parameters(scope)) - left_out - (walrus if isinstance(scope, COMPREHENSIONS) else set())


def _rename(scope: ast.AST, label: str, new: str) -> None:
    for argument in ast.walk(scope.args) if isinstance(scope, FUNCTIONS) else ():
        if isinstance(argument, ast.arg) and argument.arg == label:
            argument.arg = new
    for node in list(_of_scope(scope)):
        if isinstance(node, ast.Name) and node.id == label:
            node.id = new
        elif isinstance(node, (*COMPREHENSIONS, *FUNCTIONS)) and node is not scope and label not in _own(node):
            _rename(node, label, new)
