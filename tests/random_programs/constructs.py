"""What a random program holds, by looking at its tree: so that a test can say that nothing is left out."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

Test = Callable[[ast.AST], bool]
CONSTRUCTS: dict[str, Test] = {}


def found(text: str) -> set[str]:
    """The names of the constructs in this module."""
    nodes = list(ast.walk(ast.parse(text)))
    return {name for name, test in CONSTRUCTS.items() if any(map(test, nodes))}


def _add(name: str, test: Test) -> None:
    CONSTRUCTS[name] = test


def _is(name: str, *types: type) -> None:
    _add(name, lambda node: isinstance(node, types))


def _subscripts(node: ast.AST) -> Iterator[ast.Subscript]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign) else []
    for target in targets:
        yield from (t for t in ast.walk(target) if isinstance(t, ast.Subscript) and isinstance(t.ctx, ast.Store))


def _store(name: str, test: Callable[[ast.expr], bool], kind: type = ast.stmt) -> None:
    _add(name, lambda node: isinstance(node, kind) and any(test(s.slice) for s in _subscripts(node)))


def _called(node: ast.AST) -> str:
    if not isinstance(node, ast.Call):
        return ""
    if isinstance(node.func, ast.Attribute):
        owner = node.func.value
        return f"np.{node.func.attr}" if isinstance(owner, ast.Name) and owner.id == "np" else f".{node.func.attr}"
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _calls(*names: str) -> None:
    for name in names:
        _add(f"call {name}", lambda node, name=name: _called(node) == name)


def _loops(name: str, *over: str) -> None:
    _add(name, lambda node: isinstance(node, ast.For) and _called(node.iter) in over)


def _inside(name: str, outer: tuple[type, ...], inner: tuple[type, ...]) -> None:
    def test(node: ast.AST) -> bool:
        return isinstance(node, outer) and any(isinstance(n, inner) for n in ast.walk(node) if n is not node)

    _add(name, test)


def _plain(node: ast.AST, value: type | tuple[type, ...]) -> bool:
    return isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and isinstance(node.value, value)


_NODES = """
    while=While if=If ternary=IfExp break=Break continue=Continue lambda=Lambda try=Try with=With match=Match
    walrus=NamedExpr f-string=JoinedStr class=ClassDef list-comprehension=ListComp dict=Dict dict-comprehension=DictComp
    generator=GeneratorExp delete=Delete assert=Assert nonlocal=Nonlocal annotated=AnnAssign matmul=MatMult raise=Raise
"""
for _entry in _NODES.split():
    _is(_entry.split("=")[0], getattr(ast, _entry.split("=")[1]))

_loops("for range", "range")
_loops("for enumerate", "enumerate")
_loops("for zip", "zip")
_loops("for reversed", "reversed")
_add("for over an array or list", lambda n: isinstance(n, ast.For) and isinstance(n.iter, ast.Name))
_add("range with a step", lambda n: _called(n) == "range" and len(n.args) == 3)
_add("range with a negative step", lambda n: _called(n) == "range" and len(n.args) == 3
     and isinstance(n.args[2], ast.UnaryOp))
_add("range without trips", lambda n: isinstance(n, ast.Call) and ast.unparse(n) in ("range(0)", "range(2, 2)"))
_add("loop else", lambda n: isinstance(n, (ast.For, ast.While)) and bool(n.orelse))
_inside("nested loops", (ast.For, ast.While), (ast.For, ast.While))
_inside("return in a loop", (ast.For, ast.While), (ast.Return,))
_inside("nested function", (ast.FunctionDef,), (ast.FunctionDef,))
_inside("early return", (ast.If,), (ast.Return,))
_add("else", lambda n: isinstance(n, ast.If) and bool(n.orelse) and not isinstance(n.orelse[0], ast.If))
_add("elif", lambda n: isinstance(n, ast.If) and len(n.orelse) == 1 and isinstance(n.orelse[0], ast.If))
_add("finally", lambda n: isinstance(n, ast.Try) and bool(n.finalbody))
_add("except", lambda n: isinstance(n, ast.Try) and bool(n.handlers))
_add("chained comparison", lambda n: isinstance(n, ast.Compare) and len(n.ops) > 1)
_add("and, or", lambda n: isinstance(n, ast.BoolOp))
_add("chained assignment", lambda n: isinstance(n, ast.Assign) and len(n.targets) > 1)
_add("unpacking", lambda n: isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Tuple))
_add("nested unpacking", lambda n: isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Tuple)
     and any(isinstance(e, (ast.Tuple, ast.List)) for e in n.targets[0].elts))
_add("starred unpacking", lambda n: isinstance(n, ast.Starred) and isinstance(n.ctx, ast.Store))
_add("swap", lambda n: isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Tuple)
     and isinstance(n.value, ast.Tuple)
     and ast.unparse(n.targets[0].elts[0]) == ast.unparse(n.value.elts[-1]))
_add("alias", lambda n: _plain(n, ast.Name))
_add("conditional alias", lambda n: _plain(n, ast.IfExp)
     and isinstance(n.value.body, ast.Name))
_add("view by index", lambda n: _plain(n, ast.Subscript))
_add("view by .T", lambda n: _plain(n, ast.Attribute) and n.value.attr == "T")
_add("view by reshape, ravel", lambda n: _plain(n, ast.Call) and _called(n.value) in (
    ".reshape", ".ravel", "np.ravel", "np.reshape"))
_add("augmented name", lambda n: isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name))
_add("augmented attribute", lambda n: isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Attribute))
_add("attribute store", lambda n: isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store))
_store("store", lambda i: not isinstance(i, ast.Slice), ast.Assign)
_store("augmented store", lambda i: not isinstance(i, ast.Slice), ast.AugAssign)
_store("slice store", lambda i: isinstance(i, ast.Slice), ast.Assign)
_store("augmented slice", lambda i: isinstance(i, ast.Slice), ast.AugAssign)
_store("2-D slice store", lambda i: isinstance(i, ast.Tuple) and any(isinstance(e, ast.Slice) for e in i.elts))
_store("strided store", lambda i: any(isinstance(e, ast.Slice) and e.step is not None for e in ast.walk(i)))
_store("ellipsis store", lambda i: isinstance(i, ast.Constant) and i.value is ...)
_store("mask store", lambda i: any(isinstance(e, (ast.Compare, ast.Invert)) for e in ast.walk(i)))
_store("fancy store", lambda i: isinstance(i, ast.List) or "np.array([" in ast.unparse(i) or "idx" in ast.unparse(i))
_store("key store", lambda i: isinstance(i, ast.Constant) and isinstance(i.value, str))
_add(
    "repeated list", lambda n: isinstance(n, ast.BinOp) and isinstance(n.op, ast.Mult) and isinstance(n.left, ast.List)
)
_add("overlapping sides", lambda n: isinstance(n, (ast.AugAssign, ast.Assign)) and any(
    ast.unparse(s.value) + "[" in ast.unparse(n.value) for s in _subscripts(n) if isinstance(s.slice, ast.Slice)))
_add("out=", lambda n: isinstance(n, ast.keyword) and n.arg == "out")
_add("keyword argument", lambda n: isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and bool(n.keywords))
_add("starred argument", lambda n: isinstance(n, ast.Call) and any(isinstance(a, ast.Starred) for a in n.args))
_add("double starred argument", lambda n: isinstance(n, ast.Call) and any(k.arg is None for k in n.keywords))
_add("defaults", lambda n: isinstance(n, ast.arguments) and bool(n.defaults))
_add("*args", lambda n: isinstance(n, ast.arguments) and n.vararg is not None)
_add("**kwargs", lambda n: isinstance(n, ast.arguments) and n.kwarg is not None)
_add("returns nothing", lambda n: isinstance(n, ast.FunctionDef) and n.name.startswith(("helper", "f")) and not any(
    isinstance(r, ast.Return) and r.value for r in ast.walk(n)))
_add("returns a tuple", lambda n: isinstance(n, ast.Return) and isinstance(n.value, ast.Tuple))
_add("recursion", lambda n: isinstance(n, ast.FunctionDef) and any(_called(c) == n.name for c in ast.walk(n)))
_add("function as argument", lambda n: isinstance(n, ast.arg) and n.arg == "f")
_add("method", lambda n: _called(n) in (".step", ".write", ".scale", ".energy", ".shift"))
_add("0-d array", lambda n: _plain(n, ast.Call) and _called(n.value) == "np.array"
     and not isinstance(n.value.args[0], (ast.List, ast.Name, ast.ListComp)))
_add("length 0", lambda n: isinstance(n, ast.Call) and ast.unparse(n) == "np.array([])")
_calls(
    ".at",
    "np.copyto",
    ".fill",
    ".sort",
    ".append",
    ".pop",
    ".copy",
    "sum",
    "len",
    "max",
    "min",
    "float",
    "np.zeros",
    "np.zeros_like",
    "np.sin",
    "np.cos",
    "np.exp",
    "np.tanh",
    "np.sqrt",
    "np.log",
    "np.sum",
    "np.mean",
    "np.dot",
    "np.where",
    "np.maximum",
    "np.minimum",
    "np.clip",
    "np.concatenate",
    "np.stack",
    "np.outer",
    "np.cumsum",
    "np.diff",
    "np.transpose",
    "np.abs",
    "np.prod",
    "np.max",
    "np.sort",
    "np.array",
    "np.einsum",
    "np.roll",
    "np.repeat",
    ".solve",
)
