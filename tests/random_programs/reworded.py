"""More of the words that `disguised` has: blocks as functions and objects, loops as other loops, values passed on in many ways."""

from __future__ import annotations

import ast
import copy
import random

HEAD = '''import collections
import contextlib
import functools
import itertools
import operator
import types

import numpy as np


class Held:
    def __init__(self, value):
        self.value = value

    def __call__(self):
        return self.value

    @property
    def given(self):
        return self.value


def handed(value, *more, **named):
    return value


def stored(owner, key, value):
    owner[key] = value

'''
VALUES = """Held(X).value|Held(X).given|Held(X)()|handed(X)|handed(X, None, more=1)|types.SimpleNamespace(v=X).v|(lambda v=X: v)()
(lambda *a: a[0])(X)|(lambda **k: k['v'])(v=X)|[*[X]][0]|[X].pop()|{'k': X}.get('k')|dict(v=X)['v']|list(map(lambda v: v, [X]))[0]
tuple(v for v in [X])[0]|collections.deque([X])[0]|(lambda f: f())(lambda: X)|functools.reduce(lambda _, v: v, [X], None)
{**{'k': X}}['k']|functools.partial(handed, X)()|(X,)[-1]|[None, X][1:][0]|getattr(Held(X), 'value')|max([X], key=id)
(lambda v: [v for _ in range(1)])(X)[0]|(None or (lambda v: v))(X)|{'f': handed}['f'](X)
Held(handed)()(X)""".replace("\n", "|").split("|")
UFUNCS = {ast.Add: "add", ast.Sub: "subtract", ast.Mult: "multiply", ast.Div: "divide"}
AROUND = ["try:\n    raise KeyError\nexcept KeyError:\n{0}", "for _ in ():\n    pass\nelse:\n{0}", "try:\n    pass\nfinally:\n{0}",
          "with contextlib.suppress(KeyError):\n{0}", "with contextlib.ExitStack():\n{0}",
          "try:\n    pass\nexcept KeyError:\n    pass\nelse:\n{0}",
          "if not kept is None:\n{0}\nelse:\n    pass"]
INNER = (ast.FunctionDef, ast.ClassDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
LATE = (ast.FunctionDef, ast.ClassDef, ast.ExceptHandler, ast.Import, ast.ImportFrom, ast.Match, ast.NamedExpr, ast.Nonlocal,
        ast.Global, ast.Delete, ast.Yield)
LEAVING = (ast.Break, ast.Continue, ast.Return)


def indented(text: str) -> str:
    return "\n".join("    " + line for line in text.split("\n"))


def other_values(node: ast.AST, own: str) -> list[str]:
    """An expression in other words; which of them says the same is for the judge to see."""
    ways = [way.replace("X", f"({own})") for way in VALUES]
    spread = isinstance(node, ast.Call) and any(isinstance(a, ast.Starred | ast.GeneratorExp) for a in node.args)
    if isinstance(node, ast.Call) and not node.keywords and not spread:
        func, args = ast.unparse(node.func), [ast.unparse(a) for a in node.args]
        if len(args) == 1:
            ways += [f"[*map({func}, [{args[0]}])][0]"] * 3
        if len(args) == 2:
            ways += [f"functools.reduce({func}, [{args[0]}, {args[1]}])", f"[*map({func}, [{args[0]}], [{args[1]}])][0]"]
        if isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value) not in ("np", "math", "np.linalg"):
            given = ", ".join([repr(node.func.attr), *args])
            ways += [f"operator.methodcaller({given})({ast.unparse(node.func.value)})"] * 3
    if isinstance(node, ast.BinOp) and type(node.op) in UFUNCS:
        ways += [f"np.{UFUNCS[type(node.op)]}({ast.unparse(node.left)}, {ast.unparse(node.right)})"] * 3
    return ways


def other_statements(rng: random.Random, node: ast.stmt, function: ast.FunctionDef) -> list[str]:
    """A statement in other words."""
    own, number = ast.unparse(node), rng.randrange(1000)
    if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Nonlocal | ast.Global | ast.Import | ast.ImportFrom):
        return []
    leaves, late = (any(isinstance(part, kinds) for part in ast.walk(node)) for kinds in (LEAVING, LATE))
    ways = [] if leaves else [way.replace("{0}", indented(own)) for way in AROUND]
    if isinstance(node, ast.For) and not node.orelse:
        ways += _loops(node, number) * 2
    if isinstance(node, ast.While) and not node.orelse:
        body = indented("\n".join(map(ast.unparse, node.body)))
        left = f"    if not ({ast.unparse(node.test)}):\n        break\n{body}"
        ways += [f"while True:\n{left}", f"for _ in itertools.count():\n{left}", f"for _ in range(10 ** 9):\n{left}"] * 2
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and isinstance(node.value, ast.ListComp):
        comp = node.value
        if len(comp.generators) == 1:
            loop, tests = comp.generators[0], " and ".join(f"({ast.unparse(test)})" for test in comp.generators[0].ifs) or "True"
            ways += [f"def made{number}():\n    out = []\n    for {ast.unparse(loop.target)} in {ast.unparse(loop.iter)}:\n"
                     f"        if {tests}:\n            out.append({ast.unparse(comp.elt)})\n    return out\n"
                     f"{ast.unparse(node.targets[0])} = made{number}()"] * 5
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript) and len(node.targets) == 1:
        target, value = node.targets[0], ast.unparse(node.value)
        if not any(isinstance(part, ast.Slice) for part in ast.walk(target.slice)):
            ways += [f"stored({ast.unparse(target.value)}, {ast.unparse(target.slice)}, {value})"] * 3
        else:
            region = ast.unparse(target)
            ways += [f"part{number} = {region}\npart{number}[...] = {value}", f"np.copyto({region}, {value})"] * 2
    if isinstance(node, ast.AugAssign):
        ways += _augmented(node, number) * 2
    if isinstance(node, ast.If) and not isinstance(node.test, ast.NamedExpr):
        body, other = ("\n".join(map(ast.unparse, block)) or "pass" for block in (node.body, node.orelse))
        ways += [f"if not ({ast.unparse(node.test)}):\n{indented(other)}\nelse:\n{indented(body)}"] * 2
    if not leaves and not late and not isinstance(node, ast.Expr):
        ways += _apart(node, function, number) * 2
    return ways


def _loops(node: ast.For, number: int) -> list[str]:
    target, over, body = ast.unparse(node.target), ast.unparse(node.iter), indented("\n".join(map(ast.unparse, node.body)))
    heads = [f"for {target} in [*{over}]", f"for {target} in tuple({over})", f"for ({target}), in zip({over})",
             f"for _, ({target}) in enumerate({over})", f"for {target} in itertools.chain({over})",
             f"for {target} in (v for v in {over})",
             f"for {target} in map(lambda v: v, {over})", f"for ({target}), _ in zip({over}, range(10 ** 9))",
             f"for {target} in reversed([*{over}][::-1])", f"for {target} in itertools.islice({over}, 10 ** 9)"]
    rows, at = f"rows{number}", f"at{number}"
    made, taken = f"{rows} = [*{over}]\n", f"    {target} = {rows}[{at}]\n"
    return [*(f"{head}:\n{body}" for head in heads),
            f"{made}{at} = 0\nwhile {at} < len({rows}):\n{taken}    {at} += 1\n{body}",
            f"{made}while {rows}:\n    {target} = {rows}.pop(0)\n{body}",
            f"{made}for {at} in range(len({rows})):\n{taken}{body}"]


def _augmented(node: ast.AugAssign, number: int) -> list[str]:
    target, value = ast.unparse(node.target), ast.unparse(node.value)
    sign = ast.unparse(ast.AugAssign(ast.Name("x"), node.op, ast.Name("y")))[2:-3]
    part = f"part{number}"
    ways = [f"{part} = {target}\n{part} {sign}= {value}\n{target} = {part}", f"{target} = {target} {sign} ({value})"]
    sliced = isinstance(node.target, ast.Subscript) and any(isinstance(part, ast.Slice) for part in ast.walk(node.target.slice))
    if type(node.op) in UFUNCS and sliced:
        ways += [f"np.{UFUNCS[type(node.op)]}({target}, {value}, out={target})"] * 3
    elif type(node.op) in UFUNCS and isinstance(node.target, ast.Name):
        out = f"{target} if isinstance({target}, np.ndarray) else None"
        ways += [f"{target} = np.{UFUNCS[type(node.op)]}({target}, {value}, out={out})"]
    return ways


def _apart(node: ast.stmt, function: ast.FunctionDef, number: int) -> list[str]:
    """A statement as a function that is given what it reads and gives what it binds, and as a method of an object of these."""
    names = [part for part in ast.walk(node) if isinstance(part, ast.Name)]
    own = {argument.arg for argument in ast.walk(function.args) if isinstance(argument, ast.arg)}
    own |= {part.id for part in ast.walk(function) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
    bound = sorted({part.id for part in names if isinstance(part.ctx, ast.Store)})
    read = sorted({part.id for part in names if isinstance(part.ctx, ast.Load)} & own - {"kept"})
    inner = {id(part) for owner in ast.walk(node) if isinstance(owner, INNER) for part in ast.walk(owner)}
    if any(isinstance(part, INNER) for part in ast.walk(node)) and any(id(part) in inner for part in names if part.id in bound):
        return []
    text, given = ast.unparse(node), ", ".join(read)
    results = ", ".join(bound)
    back, taken = (f"\n    return {results},", f"{results}, = ") if bound else ("", "")
    ways = [f"def part{number}({given}):\n{indented(text)}{back}\n{taken}part{number}({given})"]
    if not inner and "kept" not in text:
        renamed = _Renamed(set(read) | set(bound)).visit(copy.deepcopy(node))
        begins = "\n".join(f"        self.{label} = {label}" for label in read) or "        pass"
        after = "".join(f"\n{label} = part{number}.{label}" for label in bound)
        ways += [f"class Part{number}:\n    def __init__(self, {given}):\n{begins}\n\n    def run(self):\n"
                 f"{indented(indented(ast.unparse(renamed)))}\n\npart{number} = Part{number}({given})\npart{number}.run(){after}"]
        box = _Renamed(set(read) | set(bound), f"box{number}").visit(copy.deepcopy(node))
        filled = ", ".join(f"{label}={label}" for label in read)
        after = "".join(f"\n{label} = box{number}.{label}" for label in bound)
        ways += [f"box{number} = types.SimpleNamespace({filled})\n{ast.unparse(box)}{after}"]
    return ways


class _Renamed(ast.NodeTransformer):
    """Names as attributes of an object."""

    def __init__(self, names: set[str], owner: str = "self") -> None:
        self.names, self.owner = names, owner

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id not in self.names:
            return node
        return ast.copy_location(ast.Attribute(ast.Name(self.owner, ast.Load()), node.id, node.ctx), node)
