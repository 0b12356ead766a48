"""The same program said in other words: `x[0] = v` as `operator.setitem(x, 0, v)`, `f(x)` as `f(*[x])`, a block inside a function.

What it computes stays the same, and so do its derivatives.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Callable, Iterator

from .reworded import HEAD, other_statements, other_values

OPERATORS = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.Pow: "pow", ast.MatMult: "matmul"}
COMPARISONS = {ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge", ast.Eq: "eq", ast.NotEq: "ne"}
LEAVING = (ast.Break, ast.Continue, ast.Return, ast.Yield, ast.YieldFrom, ast.Nonlocal, ast.Global, ast.Delete, ast.NamedExpr)


def disguised(text: str, seed: int) -> str:
    r"""A module with some of its statements and expressions written in another way.

    >>> text = "def program(x):\n    x[0] = x[1] * 2.0\n    return x[0]\n"
    >>> said = disguised(text, 2)
    >>> print(said[said.index("def program"):])
    def program(x):
        (lambda v: v)(x)[0] = x[1] * 2.0
        return x[0]
    """
    rng, tree = random.Random(seed), ast.parse(text)
    for _ in range(rng.choice((1, 2, 3, 6, 12))):
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        if not functions:
            break
        function = rng.choice([f for f in functions if f.name == "program"] * 2 + functions)
        places = list(_places(function))
        rng.shuffle(places)
        for put, node, inside in places:
            made = _again(rng, node, function, inside)
            if made is not None:
                put(made)
                break
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and any(isinstance(part, ast.Name) and part.id == "kept" for part in ast.walk(node)):
            if not any(isinstance(part, ast.Nonlocal) and "kept" in part.names for part in node.body):
                node.body.insert(_first(node), ast.parse("kept = {}").body[0])
    return HEAD + "\n" + ast.unparse(ast.fix_missing_locations(tree))


def _first(function: ast.FunctionDef) -> int:
    """Where the first statement of a function is, after those that say whose names are meant."""
    return sum(isinstance(node, ast.Nonlocal | ast.Global) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
               for node in function.body)


def _places(function: ast.FunctionDef) -> Iterator[tuple[Callable[[list[ast.AST]], None], ast.AST, bool]]:
    """What may be said in another way: what puts another thing there, the thing, and whether it is in an inner scope."""
    todo: list[tuple[ast.AST, bool]] = [(node, False) for node in function.body]

    def within(block: list[ast.stmt], node: ast.stmt) -> Callable[[list[ast.AST]], None]:
        def put(made: list[ast.AST]) -> None:
            at = next(k for k, each in enumerate(block) if each is node)
            block[at:at + 1] = made  # type: ignore[assignment]  # statements
        return put

    for node in function.body:
        yield within(function.body, node), node, False
    while todo:
        owner, inside = todo.pop()
        inner = inside or isinstance(owner, ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp)
        if isinstance(owner, ast.FunctionDef | ast.ClassDef):
            continue
        for key, value in ast.iter_fields(owner):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.stmt):
                    yield within(value, child), child, inner
                elif isinstance(child, ast.expr) and isinstance(getattr(child, "ctx", ast.Load()), ast.Load):
                    if not isinstance(child, ast.Slice | ast.Starred) and not isinstance(owner, ast.FormattedValue | ast.JoinedStr
                                                                                         | ast.MatchValue):
                        yield _expression(owner, key, child), child, inner
                if isinstance(child, ast.AST):
                    todo.append((child, inner))


def _expression(owner: ast.AST, key: str, node: ast.expr) -> Callable[[list[ast.AST]], None]:
    def put(made: list[ast.AST]) -> None:
        value = getattr(owner, key)
        if isinstance(value, list):
            value[next(k for k, each in enumerate(value) if each is node)] = made[0]
        else:
            setattr(owner, key, made[0])
    return put


def _again(rng: random.Random, node: ast.AST, function: ast.FunctionDef, inside: bool) -> list[ast.AST] | None:
    if isinstance(node, ast.stmt):
        text = _statement(rng, node, function)
        return None if text is None else list(ast.parse(text).body)
    text = _value(rng, node, inside)
    return None if text is None else [ast.parse(text, mode="eval").body]


def _indented(text: str) -> str:
    return "\n".join("    " + line for line in text.split("\n"))


def _index(node: ast.expr) -> str | None:
    """An index as an argument of a function."""
    if isinstance(node, ast.Slice):
        return f"slice({', '.join(ast.unparse(part) if part else 'None' for part in (node.lower, node.upper, node.step))})"
    if isinstance(node, ast.Tuple):
        items = [_index(item) for item in node.elts]
        return None if None in items or not items else f"({', '.join(map(str, items))},)"
    return None if isinstance(node, ast.Starred) else ast.unparse(node)


def _is_simple(node: ast.AST) -> bool:
    return not any(isinstance(part, ast.Call | ast.NamedExpr | ast.Lambda | ast.ListComp) for part in ast.walk(node))


def _statement(rng: random.Random, node: ast.stmt, function: ast.FunctionDef) -> str | None:
    """A statement in other words, None if it is one for which there are none here."""
    own, way = ast.unparse(node), rng.randrange(14)
    if rng.random() < 0.4 and (others := other_statements(rng, node, function)):
        return rng.choice(others)
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant | ast.Yield):
        return None
    if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Nonlocal | ast.Global | ast.Delete | ast.Import | ast.ImportFrom):
        return None
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        target, value = ast.unparse(node.targets[0]), ast.unparse(node.value)
        ways = [f"{target} = kept['a'] = {value}", f"kept['a'] = {target} = {value}", f"[{target}] = [{value}]",
                f"({target}), kept['b'] = ({value}), 1"]
        if not isinstance(node.targets[0], ast.Tuple | ast.List):
            ways += [f"({target}), *_ = [({value})]", f"for {target} in [({value})]:\n    pass",
                     f"with contextlib.nullcontext({value}) as {target}:\n    pass",
                     f"kept['c'] = ({value})\n{target} = kept.pop('c')"]
        if isinstance(node.targets[0], ast.Name) and not _is_shared(function, target):
            ways += [f"({target} := ({value}))", f"{target}: object = ({value})"]
        if isinstance(node.targets[0], ast.Subscript) and (index := _index(node.targets[0].slice)) is not None:
            base = ast.unparse(node.targets[0].value)
            ways += [f"operator.setitem({base}, {index}, {value})", f"({base}).__setitem__({index}, {value})"] * 2
        if way < 8:
            return rng.choice(ways)
    if isinstance(node, ast.AugAssign) and way < 8:
        target, value, name = ast.unparse(node.target), ast.unparse(node.value), OPERATORS.get(type(node.op))
        if name is not None and _is_simple(node.target):
            return f"{target} = operator.i{name}({target}, {value})"
    if isinstance(node, ast.For) and not node.orelse and way < 6:
        target, body = ast.unparse(node.target), _indented("\n".join(map(ast.unparse, node.body)))
        key = f"kept['k{rng.randrange(100)}']"
        return f"for {key} in {ast.unparse(node.iter)}:\n    {target} = {key}\n{body}"
    if isinstance(node, ast.If) and way < 5 and not isinstance(node.test, ast.NamedExpr):
        body, other = ("\n".join(map(ast.unparse, block)) or "pass" for block in (node.body, node.orelse))
        return (f"match bool({ast.unparse(node.test)}):\n    case True:\n{_indented(_indented(body))}\n"
                f"    case _:\n{_indented(_indented(other))}")
    if isinstance(node, ast.Return):
        return None if node.value is None else rng.choice((f"kept['r'] = {ast.unparse(node.value)}\nreturn kept['r']",
                                                           f"try:\n    {own}\nfinally:\n    pass"))
    around = ["try:\n{0}\nfinally:\n    pass", "try:\n{0}\nexcept KeyError:\n    raise", "with contextlib.nullcontext():\n{0}",
              "if kept is not None:\n{0}", "try:\n{0}\nexcept ZeroDivisionError:\n    pass\nelse:\n    pass"]
    if not any(isinstance(part, LEAVING) for part in ast.walk(node)):
        around += ["for _ in range(1):\n{0}", "while True:\n{0}\n    break"]
        if function.name == "program":
            names = sorted(_bound(node) | ({"kept"} if "kept" in own else set()))
            if not any(_is_shared(function, label) for label in names) and not _is_late(node):
                declared = f"    nonlocal {', '.join(names)}\n" if names else ""
                known = "".join(f"{label} = None\n" for label in names if label != "kept" and not _is_bound(function, node, label))
                part = f"part{rng.randrange(1000)}"
                around += [f"{known}def {part}():\n{declared}{{0}}\n{part}()"] * 3
    return rng.choice(around).replace("{0}", _indented(own))


def _bound(node: ast.AST) -> set[str]:
    """The names that a statement binds where it is."""
    comprehended = {id(part) for inner in ast.walk(node) if isinstance(inner, ast.comprehension) for part in ast.walk(inner.target)}
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load)
            and id(part) not in comprehended}


def _is_late(node: ast.AST) -> bool:
    """Whether there is something in a statement that binds names in a way of its own."""
    return any(isinstance(part, ast.FunctionDef | ast.ClassDef | ast.ExceptHandler | ast.Import | ast.ImportFrom | ast.Match)
               for part in ast.walk(node))


def _is_shared(function: ast.FunctionDef, label: str) -> bool:
    return any(isinstance(part, ast.Nonlocal | ast.Global) and label in part.names for part in ast.walk(function))


def _is_bound(function: ast.FunctionDef, node: ast.stmt, label: str) -> bool:
    """Whether a name is bound in a function, as it starts or by a statement of its own before another."""
    if label in {argument.arg for argument in ast.walk(function.args) if isinstance(argument, ast.arg)}:
        return True
    before = function.body[:next((k for k, each in enumerate(function.body) if node in ast.walk(each)), 0)]
    return any(label in _bound(statement) for statement in before) or node not in function.body


def _value(rng: random.Random, node: ast.AST, inside: bool) -> str | None:
    """An expression in other words."""
    own = ast.unparse(node)
    if any(isinstance(part, ast.NamedExpr | ast.Yield | ast.Await) for part in ast.walk(node)):
        return None
    ways = [f"[({own})][0]", f"{{'k': ({own})}}['k']", f"(({own}), None)[0]", f"({own}) if True else None",
            f"(lambda: ({own}))()", f"(lambda v: v)({own})", f"[({own}) for _ in range(1)][-1]"]
    if isinstance(node, ast.Constant) or any(isinstance(part, ast.Slice) for part in getattr(node, "elts", ())):
        return None
    if isinstance(node, ast.Call) and own not in ("super()",) and not own.startswith(("super()", "locals", "globals")):
        func, args = ast.unparse(node.func), ", ".join(map(ast.unparse, node.args))
        keywords = "".join(f", {ast.unparse(k)}" for k in node.keywords)
        generator = any(isinstance(argument, ast.GeneratorExp) for argument in node.args)
        if not generator:
            both = f"{args}{keywords if args else keywords[2:]}"
            ways += [f"({func})(*[{args}]{keywords})", f"(lambda *a, **k: ({func})(*a, **k))({both})",
                     f"functools.partial({func}{', ' if args else ''}{args}{keywords})()"] * 2
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        ways += [f"operator.{OPERATORS[type(node.op)]}({ast.unparse(node.left)}, {ast.unparse(node.right)})"] * 4
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARISONS:
        ways += [f"operator.{COMPARISONS[type(node.ops[0])]}({ast.unparse(node.left)}, {ast.unparse(node.comparators[0])})"] * 4
    if isinstance(node, ast.Subscript) and (index := _index(node.slice)) is not None:
        base = ast.unparse(node.value)
        ways += [f"operator.getitem({base}, {index})", f"({base}).__getitem__({index})",
                 f"operator.itemgetter({index})({base})"] * 2
    if isinstance(node, ast.Attribute):
        owner, label = ast.unparse(node.value), repr(node.attr)
        ways += [f"getattr({owner}, {label})", f"operator.attrgetter({label})({owner})"] * 2
    if inside and "kept" in own:
        return None
    return rng.choice(other_values(node, own) if rng.random() < 0.4 else ways)
