"""Smaller versions of a module: one edit each, the boldest first."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator

BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


def _blocks(tree: ast.AST) -> list[tuple[ast.AST, str]]:
    """Every list of statements (handlers, cases) of the tree, outermost first."""
    found = []
    for node in ast.walk(tree):
        for field in BLOCKS:
            if isinstance(getattr(node, field, None), list) and getattr(node, field):
                found.append((node, field))
    return found


def _kept(node: ast.AST) -> bool:
    """What a module cannot do without."""
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id in ("ARGS", "ARGNUMS")
    return isinstance(node, (ast.Import, ast.ImportFrom)) or (
        isinstance(node, ast.FunctionDef) and node.name == "program"
    )


def _edited(tree: ast.Module, edit: Callable[[ast.Module], bool]) -> Iterator[ast.Module]:
    candidate = copy.deepcopy(tree)
    if edit(candidate):
        yield candidate


def _cut(which: int, start: int, stop: int) -> Callable[[ast.Module], bool]:
    def edit(tree: ast.Module) -> bool:
        node, field = _blocks(tree)[which]
        block = getattr(node, field)
        rest = (
            block[:start] + [b for b in block[start:stop] if isinstance(node, ast.Module) and _kept(b)] + block[stop:]
        )
        if len(rest) == len(block):
            return False
        if not rest and field in ("body", "cases") and not isinstance(node, ast.Module):
            if field == "cases" or isinstance(block[0], ast.Pass):
                return False
            rest = [ast.Pass()]
        if not rest and field == "handlers" and not node.finalbody:
            return False
        setattr(node, field, rest)
        return True
    return edit


def statements(tree: ast.Module) -> Iterator[ast.Module]:
    """Without a run of statements: whole blocks first, then halves, ..., then single ones."""
    blocks = _blocks(tree)
    longest = max(len(getattr(node, field)) for node, field in blocks)
    chunk = longest
    while chunk:
        for which, (node, field) in enumerate(blocks):
            size = len(getattr(node, field))
            if chunk <= size or chunk == 1:
                for start in reversed(range(0, size, chunk)):
                    yield from _edited(tree, _cut(which, start, min(start + chunk, size)))
        chunk //= 2


def unwrapped(tree: ast.Module) -> Iterator[ast.Module]:
    """A compound statement replaced by one of its blocks."""
    for which, (node, field) in enumerate(_blocks(tree)):
        for at, inner in enumerate(getattr(node, field)):
            if isinstance(inner, (ast.FunctionDef, ast.ClassDef)):
                continue
            parts = [
                p for f in ("body", "orelse", "finalbody") if (p := getattr(inner, f, None)) and isinstance(p, list)
            ]
            parts += [case.body for case in getattr(inner, "cases", [])] + [
                h.body for h in getattr(inner, "handlers", [])
            ]
            if isinstance(inner, ast.ExceptHandler) or not isinstance(inner, ast.stmt):
                continue
            for k in range(len(parts)):
                def edit(candidate: ast.Module, which: int = which, at: int = at, k: int = k) -> bool:
                    owner, name = _blocks(candidate)[which]
                    block = getattr(owner, name)
                    old = block[at]
                    found = [
                        p
                        for f in ("body", "orelse", "finalbody")
                        if (p := getattr(old, f, None)) and isinstance(p, list)
                    ]
                    found += [case.body for case in getattr(old, "cases", [])] + [
                        h.body for h in getattr(old, "handlers", [])
                    ]
                    block[at:at + 1] = found[k]
                    return True
                yield from _edited(tree, edit)


def substituted(tree: ast.Module) -> Iterator[ast.Module]:
    """A name that is bound once gone, a parameter of the program or the name it was bound to in its place."""
    program = next(n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == "program")
    stored = [n.id for n in ast.walk(program) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    parameters_ = [a.arg for a in program.args.args]
    for name in sorted(set(stored) - set(parameters_)):
        values = [n.value.id for n in ast.walk(program) if isinstance(n, ast.Assign) and isinstance(n.value, ast.Name)
                  and isinstance(n.targets[0], ast.Name) and n.targets[0].id == name]
        for new in [*values, *parameters_]:
            yield from _edited(tree, _renamed(name, new))


def _renamed(name: str, new: str) -> Callable[[ast.Module], bool]:
    def edit(tree: ast.Module) -> bool:
        for node, field in _blocks(tree):
            kept = [
                b
                for b in getattr(node, field)
                if not (isinstance(b, ast.Assign) and isinstance(b.targets[0], ast.Name) and b.targets[0].id == name)
            ]
            setattr(node, field, kept or ([ast.Pass()] if field == "body" and not isinstance(node, ast.Module) else []))
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and node.id == name:
                node.id = new
        return True
    return edit


def _slots(tree: ast.AST) -> list[tuple[ast.AST, str, int | None]]:
    """Where expressions that are read stand, outermost first; the arguments stay as they are."""
    found: list[tuple[ast.AST, str, int | None]] = []
    for top in getattr(tree, "body", []):
        if isinstance(top, ast.Assign) and _kept(top):
            continue
        for node in ast.walk(top):
            for field, value in ast.iter_fields(node):
                if field in ("func", "targets", "target", "decorator_list", "annotation", "slice", "pattern", "guard"):
                    continue
                if isinstance(value, ast.expr) and isinstance(getattr(value, "ctx", ast.Load()), ast.Load):
                    found.append((node, field, None))
                elif isinstance(value, list):
                    found += [(node, field, k) for k, item in enumerate(value) if isinstance(item, ast.expr)]
    return found


def _get(slot: tuple[ast.AST, str, int | None]) -> ast.expr:
    value = getattr(slot[0], slot[1])
    expression: ast.expr = value if slot[2] is None else value[slot[2]]
    return expression


def expressions(tree: ast.Module) -> Iterator[ast.Module]:
    """An expression replaced by one of its parts, or by a plain constant."""
    for at, slot in enumerate(_slots(tree)):
        old = _get(slot)
        if isinstance(old, (ast.Constant, ast.Name, ast.Starred, ast.Slice)):
            continue
        parts = [child for child in ast.iter_child_nodes(old) if isinstance(child, ast.expr)]
        if isinstance(old, ast.Call):
            parts = [a for a in [*old.args, *(k.value for k in old.keywords)] if not isinstance(a, ast.Starred)]
            if isinstance(old.func, ast.Attribute):
                parts.append(old.func.value)
        parts = [p for p in parts if not (isinstance(p, ast.Name) and p.id in ("np", "math"))]
        parts = [p for p in parts if not isinstance(p, (ast.Slice, ast.Constant))] + [ast.Constant(0.5)]
        for part in parts:
            new = copy.deepcopy(part)

            def edit(candidate: ast.Module, at: int = at, new: ast.expr = new) -> bool:
                node, field, k = _slots(candidate)[at]
                if k is None:
                    setattr(node, field, new)
                else:
                    getattr(node, field)[k] = new
                return True
            yield from _edited(tree, edit)


def parameters(tree: ast.Module) -> Iterator[ast.Module]:
    """Without a parameter of the program that nothing reads, or with fewer ARGNUMS."""
    program = next(n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == "program")
    assigned = {
        n.targets[0].id: n for n in tree.body if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Name)
    }
    names = [a.arg for a in program.args.args]
    nums = list(ast.literal_eval(assigned["ARGNUMS"].value))
    used = {n.id for statement in program.body for n in ast.walk(statement) if isinstance(n, ast.Name)}
    for k in reversed(range(len(names))):
        if names[k] not in used and len(names) > 1:
            yield from _edited(tree, _without(k, [n - (n > k) for n in nums if n != k]))
    for k in nums:
        if len(nums) > 1:
            yield from _edited(tree, _without(None, [n for n in nums if n != k]))


def _without(k: int | None, nums: list[int]) -> Callable[[ast.Module], bool]:
    def edit(tree: ast.Module) -> bool:
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name == "program" and k is not None:
                behind = len(node.args.args) - k
                if behind <= len(node.args.defaults):
                    del node.args.defaults[-behind]
                del node.args.args[k]
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                if node.targets[0].id == "ARGS" and k is not None:
                    del node.value.elts[k]
                elif node.targets[0].id == "ARGNUMS":
                    node.value = ast.Tuple([ast.Constant(n) for n in nums], ast.Load())
        return bool(nums)
    return edit
