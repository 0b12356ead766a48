"""Other words for functions: each rewording makes one of a function that does the same.

>>> print(reworded("def f(x):\\n    y = x + 1.0\\n    y *= x\\n    return y", "in_an_object"))
def f(x):
    held_1 = types_.SimpleNamespace()
    held_1.y = x + 1.0
    held_1.y *= x
    return held_1.y
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Iterator

_APART = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_NAMING = (ast.NamedExpr, ast.Match, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal)
_ASKING = frozenset("locals vars eval exec super __class__".split())


def reworded(text: str, how: str) -> str:
    """A module, with each function in it said so that is no test and can be."""
    tree = ast.parse(text)
    _Functions(REWORDINGS[how]()).visit(tree)
    return ast.unparse(ast.fix_missing_locations(tree))


class _Functions(ast.NodeTransformer):
    """Goes to the functions of a module, those inside others first."""

    def __init__(self, of: Callable[[ast.FunctionDef], None]) -> None:
        self.of = of

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.generic_visit(node)
        if not node.name.startswith(("test_", "check")) and not any("pytest" in ast.unparse(one) for one in node.decorator_list):
            self.of(node)
        return node


def own(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """What is in a function, and not in what is defined in it."""
    left: list[ast.AST] = list(function.body)
    while left:
        node = left.pop()
        yield node
        if not isinstance(node, _APART):
            left.extend(ast.iter_child_nodes(node))


def has_yield(function: ast.FunctionDef) -> bool:
    return any(isinstance(node, ast.Yield | ast.YieldFrom | ast.Await) for node in own(function))


def names_in(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def bound_in(function: ast.FunctionDef) -> set[str]:
    """The variables that a function binds, itself."""
    return {node.id for node in own(function) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}


def parameters(function: ast.FunctionDef) -> set[str]:
    return {node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg)}


def statements(text: str) -> list[ast.stmt]:
    return ast.parse(text).body


class Variables:
    """Keeps the variables of a function somewhere else."""

    def __init__(self, start: str, place: Callable[[str, int], str]) -> None:
        self.start, self.place, self.numbers = start, place, itertools.count(1)

    def __call__(self, function: ast.FunctionDef) -> None:
        if has_yield(function) or any(isinstance(node, _NAMING) for node in ast.walk(function)) or names_in(function) & _ASKING:
            return
        inside = [node for node in ast.walk(function) if isinstance(node, ast.FunctionDef | ast.Lambda) and node is not function]
        taken = parameters(function) | {arg.arg for node in inside for arg in ast.walk(node.args) if isinstance(arg, ast.arg)}
        for node in inside:
            taken |= {node.name} | bound_in(node) if isinstance(node, ast.FunctionDef) else set()
        for part in ast.walk(function):
            taken |= names_in(part.target) if isinstance(part, ast.comprehension) else set()
            taken |= {str(part.name)} if isinstance(part, ast.ExceptHandler) else set()
        moved = sorted(bound_in(function) - taken)
        if moved:
            held = f"held_{next(self.numbers)}"
            places = {label: self.place(label, k).format(held=held) for k, label in enumerate(moved)}
            function.body = [*statements(self.start.format(held=held, count=len(moved))), *map(_Moved(places).visit, function.body)]


class _Moved(ast.NodeTransformer):
    def __init__(self, places: dict[str, str]) -> None:
        self.places = places

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self.places:
            return node
        made = ast.parse(self.places[node.id], mode="eval").body
        made.ctx = node.ctx  # type: ignore[attr-defined]  # an attribute, or an item
        return made

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        self.generic_visit(node)
        node.simple = int(isinstance(node.target, ast.Name))
        return node if node.value is not None else ast.Pass()


def inside(function: ast.FunctionDef) -> None:
    """The body as a function inside, which has captured what the other one was given."""
    changed = sorted(bound_in(function) & parameters(function))
    if has_yield(function) or names_in(function) & _ASKING or any(isinstance(node, _NAMING) for node in ast.walk(function)):
        return
    inner = statements("def inner():\n    pass")[0]
    assert isinstance(inner, ast.FunctionDef)
    inner.body = [*(statements(f"nonlocal {', '.join(changed)}") if changed else []), *function.body]
    function.body = [inner, *statements("return inner()")]


class _Rewriting(ast.NodeTransformer):
    """Rewrites the statements of one function."""

    def __call__(self, function: ast.FunctionDef) -> None:
        self.generic_visit(function)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node  # which has been rewritten


class ItemsByMethod(_Rewriting):
    """`x[k] = v` as `x.__setitem__(k, v)`."""

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        target = node.targets[0]
        if len(node.targets) > 1 or not isinstance(target, ast.Subscript):
            return node
        method = ast.Attribute(target.value, "__setitem__", ast.Load())
        return ast.Expr(ast.Call(method, [_as_value(target.slice), node.value], []))


def _as_value(key: ast.expr) -> ast.expr:
    """An index as an expression of its own."""
    if isinstance(key, ast.Slice):
        parts = [part or ast.Constant(None) for part in (key.lower, key.upper, key.step)]
        return ast.Call(ast.Name("slice", ast.Load()), parts, [])
    return ast.Tuple(list(map(_as_value, key.elts)), ast.Load()) if isinstance(key, ast.Tuple) else key


class LoopsOverGenerators(_Rewriting):
    """Each loop over a generator that gives the same."""

    def visit_For(self, node: ast.For) -> ast.For:
        self.generic_visit(node)
        item = ast.comprehension(ast.Name("item_", ast.Store()), node.iter, [], 0)
        node.iter = ast.GeneratorExp(ast.Name("item_", ast.Load()), [item])
        return node


class BesideOthers(_Rewriting):
    """`a = b` as `a, _beside = b, 0`."""

    def visit_Assign(self, node: ast.Assign) -> ast.Assign:
        if len(node.targets) == 1:
            node.targets = [ast.Tuple([node.targets[0], ast.Name("_beside", ast.Store())], ast.Store())]
            node.value = ast.Tuple([node.value, ast.Constant(0)], ast.Load())
        return node


class AttributesByTexts(_Rewriting):
    """`x.a` as `getattr(x, "a")`, and `x.a = b` as `setattr(x, "a", b)`."""

    def __call__(self, function: ast.FunctionDef) -> None:
        if not names_in(function) & _ASKING:  # in which `super()` means more
            super().__call__(function)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        self.generic_visit(node)
        private = node.attr.startswith("__") and not node.attr.endswith("__")  # which a class spells otherwise
        if private or not isinstance(node.ctx, ast.Load):
            return node
        return ast.Call(ast.Name("getattr", ast.Load()), [node.value, ast.Constant(node.attr)], [])

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        self.generic_visit(node)
        target = node.targets[0]
        if len(node.targets) > 1 or not isinstance(target, ast.Attribute) or target.attr.startswith("__"):
            return node
        return ast.Expr(ast.Call(ast.Name("setattr", ast.Load()), [target.value, ast.Constant(target.attr), node.value], []))


REWORDINGS: dict[str, Callable[[], Callable[[ast.FunctionDef], None]]] = {
    "in_an_object": lambda: Variables("{held} = types_.SimpleNamespace()", lambda label, k: f"{{held}}.{label}"),
    "in_a_dict": lambda: Variables("{held} = {{}}", lambda label, k: f"{{held}}[{label!r}]"),
    "in_a_list": lambda: Variables("{held} = [None] * {count}", lambda label, k: f"{{held}}[{k}]"),
    "inside": lambda: inside,
    "items_by_method": ItemsByMethod,
    "loops_over_generators": LoopsOverGenerators,
    "beside_others": BesideOthers,
    "attributes_by_texts": AttributesByTexts,
}
"""By their names; what they use is imported as `types_`."""
