"""Puts changed modules of rules in the place of those there are, in this process."""

from __future__ import annotations

import ast
import importlib
import types
from pathlib import Path
from typing import Any

from tangentish.derive import splice
from tangentish.rules import registry
from tests.rules.mutants import ROOT, files
from tests.texts import compiled

Place = tuple[str, str]  # a file, and a function in it


def load(path: Path, source: str) -> None:
    """Put a module with this source in the place of the one there is."""
    code = compiled(source, f"<mutant of {path.name}>")
    module = _module_of(path)
    if _is_helper(path):
        _replace_functions(module, code)
        return
    others = _without(module.__name__)
    exec(code, vars(module))
    for target, special in others:
        registry.RULES[target].special.append(special)


def note_uses(used: set[Place]) -> None:
    """From now on put into `used` the helpers that are called, and the rules whose expressions go into a program."""
    for path in filter(_is_helper, files()):
        tree = ast.parse(path.read_text())
        for function in [node for node in tree.body if isinstance(node, ast.FunctionDef)]:
            note = ast.parse(f"_used.add({(str(path), function.name)!r})").body[0]
            for node in ast.walk(note):
                ast.copy_location(node, function.body[0])
            function.body.insert(0, note)
        module = _module_of(path)
        vars(module)["_used"] = used
        # the name and the lines stay: whoever asks for the source of a function gets it as it was
        _replace_functions(module, compile(tree, str(path), "exec"))
    tree_of = splice._rule_tree

    def noted(function: types.FunctionType) -> Any:
        used.add((function.__code__.co_filename, function.__name__))
        return tree_of(function)

    splice._rule_tree = noted


def _module_of(path: Path) -> types.ModuleType:
    """The module of a file of rules."""
    return importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))


def _is_helper(path: Path) -> bool:
    return any("helpers" in part for part in path.parts)


def _replace_functions(module: types.ModuleType, code: types.CodeType) -> None:
    changed = dict(vars(module))
    exec(code, changed)
    for name, new in changed.items():
        _replace_code(getattr(module, name, None), new, module.__name__)


def _replace_code(old: Any, new: Any, module: str) -> None:
    """Let a function do what another does: modules that imported it do not notice."""
    old, new = getattr(old, "__wrapped__", old), getattr(new, "__wrapped__", new)
    if isinstance(old, types.FunctionType) and isinstance(new, types.FunctionType) and old.__module__ == module:
        old.__code__, old.__defaults__, old.__kwdefaults__ = new.__code__, new.__defaults__, new.__kwdefaults__


def _without(module: str) -> list[tuple[Any, Any]]:
    """Take the rules of a module out of the table; returns the special rules that other modules added to them."""
    others = []
    for target, rule in list(registry.RULES.items()):
        own = getattr(rule.function, "__module__", None) == module
        kept = [special for special in rule.special if special.function.__module__ != module]
        if own:
            others += [(target, special) for special in kept]
        else:
            rule.special[:] = kept
    return others
