"""Small changes to the source of rules, each of which makes a derivative wrong, or should."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
RULES = ROOT / "tangentish" / "rules"
OTHER_FILES = {"__init__.py", "libraries.py", "registry.py", "user.py", "user_checks.py", "checks.py"}  # no derivatives in there

BINARY = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult}
COMPARE = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
           ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In}
SYMMETRIC = {"equal", "not_equal", "minimum", "maximum", "min", "max", "add", "multiply", "hypot", "logical_and", "logical_or",
             "result_type", "promote_types", "broadcast_shapes", "array_equal", "np.convolve", "elliprd",
             "product_of_any"}  # in either order
IDLE = {"strict", "optimize", "workers"}  # keywords that only look, or only say how fast
DROPPED = {"conj", "conjugate", "real", "transpose", "swapaxes", "swap", "adjoint", "moveaxis"}


@dataclass(frozen=True)
class Mutant:
    """One change in one function of a file of rules."""

    path: Path
    line: int
    function: str
    what: str  # sign, factor, swap, constant, operator, transpose, keyword, comparison, branch
    before: str  # the statement
    after: str
    number: int  # among those of the file

    @property
    def key(self) -> str:
        """What names it in the list of mutants that are equivalent: no line numbers, which change."""
        return f"{self.path.name}: {self.function}: {self.after}"

    def __str__(self) -> str:
        return (f"{self.path.relative_to(ROOT)}:{self.line}: {self.function}: {self.what}\n"
                f"    {self.before}\n -> {self.after}")


def files() -> list[Path]:
    """The files of rules, and of the helpers in which most of the work of some is done."""
    return sorted(path for path in RULES.rglob("*.py") if path.name not in OTHER_FILES)


def mutants_of(path: Path) -> list[Mutant]:
    """All the mutants of a file."""
    return [mutant for mutant, _ in _made(path)]


def source_of(mutant: Mutant) -> str:
    """The module with that change."""
    return next(ast.unparse(tree) for made, tree in _made(mutant.path) if made.number == mutant.number)


def _made(path: Path) -> Iterator[tuple[Mutant, ast.Module]]:
    """The mutants, each with the tree of the module while the change is made."""
    tree = ast.parse(path.read_text())
    seen: set[str] = set()
    for function in [node for node in tree.body if isinstance(node, ast.FunctionDef)]:
        for statement in _statements(function):
            before = ast.unparse(statement)
            for what, line in _changes(statement):
                after = ast.unparse(statement)
                if after != before and (key := f"{function.name}: {before} {after}") not in seen:
                    seen.add(key)
                    yield Mutant(path, line, function.name, what, _short(before), _short(after), len(seen)), tree


def _short(text: str) -> str:
    return text.split("\n", maxsplit=1)[0]


def _statements(function: ast.FunctionDef) -> Iterator[ast.stmt]:
    """The statements in which something is computed; of a compound one its test, with the rest as it is."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign | ast.AugAssign | ast.Return | ast.If | ast.For | ast.While) or (
                isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant)):
            yield node


def _changes(statement: ast.stmt) -> Iterator[tuple[str, int]]:
    """Makes one change to a statement in place, says what, and takes it back when asked for the next."""
    fields = [name for name in statement._fields if name not in ("body", "orelse", "targets", "target")]
    for field in fields:
        value = getattr(statement, field)
        if not isinstance(value, ast.expr):
            continue
        results = value.elts if isinstance(statement, ast.Return) and isinstance(value, ast.Tuple) else [value]
        if isinstance(statement, ast.Return | ast.Assign) and not isinstance(value, ast.Constant):
            for place, result in enumerate(results):
                negative = ast.UnaryOp(ast.USub(), result)
                if results is not value and isinstance(value, ast.Tuple) and isinstance(statement, ast.Return):
                    if not isinstance(result, ast.Constant) and _is_number(result):
                        yield from _with(value.elts, place, negative, "sign", result)
                elif isinstance(statement, ast.Return) and _is_number(result):
                    yield from _with(statement, field, negative, "sign", result)
        for parent, key, node in _expressions(statement, field, value):
            for what, new in _variants(node):
                yield from _with(parent, key, new, what, node)


def _is_number(node: ast.expr) -> bool:
    """Whether a minus before an expression makes sense: it may be a list, a tuple or text otherwise."""
    return not isinstance(node, ast.List | ast.ListComp | ast.Tuple | ast.Compare | ast.BoolOp | ast.JoinedStr | ast.Dict)


def _is_fraction(node: ast.expr) -> bool:
    """Whether it is a threshold such as 0.3, at which what is done on either side is right."""
    return isinstance(node, ast.Constant) and isinstance(node.value, float) and node.value % 1 != 0


def _with(parent: Any, key: Any, new: Any, what: str, node: Any) -> Iterator[tuple[str, int]]:
    """With `new` in the place of an expression."""
    if isinstance(parent, list):
        old, parent[key] = parent[key], new
        yield what, node.lineno
        parent[key] = old
    else:
        old = getattr(parent, key)
        setattr(parent, key, new)
        yield what, node.lineno
        setattr(parent, key, old)


def _expressions(parent: Any, key: Any, node: Any) -> Iterator[tuple[Any, Any, Any]]:
    """An expression and all in it, each with the place it is in."""
    yield parent, key, node
    for field, value in ast.iter_fields(node):
        if isinstance(value, list):
            for place, item in enumerate(value):
                if isinstance(item, ast.expr):
                    yield from _expressions(value, place, item)
                elif isinstance(item, ast.keyword) and item.arg not in IDLE:
                    yield from _expressions(item, "value", item.value)
                elif isinstance(item, ast.comprehension):
                    yield from _expressions(item, "iter", item.iter)
        elif isinstance(value, ast.expr):
            yield from _expressions(node, field, value)


def _changed(node: Any, **fields: Any) -> Any:
    """A copy with other fields (a shallow one: the parts are those of the original)."""
    made = copy.copy(node)
    for name, value in fields.items():
        setattr(made, name, value)
    return made


def _variants(node: Any) -> Iterator[tuple[str, Any]]:
    """What may stand in the place of an expression."""
    if isinstance(node, ast.BinOp):
        if type(node.op) in BINARY:
            yield "operator", _changed(node, op=BINARY[type(node.op)]())
        if isinstance(node.op, ast.Mult | ast.Div | ast.MatMult):
            yield "factor", node.left
        if isinstance(node.op, ast.Mult):
            yield "factor", node.right
        if isinstance(node.op, ast.Sub | ast.Div | ast.MatMult | ast.Pow):
            yield "swap", _changed(node, left=node.right, right=node.left)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.Not):
        yield "sign", node.operand
    elif isinstance(node, ast.Constant):
        if node.value is True or node.value is False:
            yield "constant", ast.Constant(not node.value)
        elif isinstance(node.value, int | float):
            yield "constant", ast.Constant(node.value + 1)
            if node.value in (1, 2):
                yield "constant", ast.Constant(node.value - 1)
    elif isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARE and not _is_fraction(node.comparators[0]):
        yield "comparison", _changed(node, ops=[COMPARE[type(node.ops[0])](), *node.ops[1:]])
    elif isinstance(node, ast.IfExp):
        yield "branch", _changed(node, body=node.orelse, orelse=node.body)
    elif isinstance(node, ast.BoolOp):
        yield "branch", _changed(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
    elif isinstance(node, ast.Attribute) and node.attr in ("T", "mT"):
        yield "transpose", node.value
    elif isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        plain = not any(isinstance(a, ast.Starred) for a in node.args)
        if name in DROPPED and node.args and plain:
            yield "transpose", node.args[0]
        if len(node.args) >= 2 and plain and not {name, ast.unparse(node.func)} & SYMMETRIC:
            yield "swap", _changed(node, args=[node.args[1], node.args[0], *node.args[2:]])
        for place in (k for k, keyword in enumerate(node.keywords) if keyword.arg not in IDLE):
            yield "keyword", _changed(node, keywords=[*node.keywords[:place], *node.keywords[place + 1:]])
