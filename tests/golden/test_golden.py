"""What tangentish writes for a dozen programs is kept here word for word.

Each `<name>.py` defines a function `<name>`, `example_args()` and perhaps `ARGNUMS` (0 if not). Its derivative, for
the kinds of these arguments, is in `<name>_derivative.py.txt`. After a change that is meant, write these files anew,

    UPDATE_GOLDEN=1 pytest tests/golden

and read the difference as you would read a colleague's code: it is what users see.
"""

from __future__ import annotations

import ast
import importlib
import os
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import tangentish
from tests import oracle

HERE = Path(__file__).parent
NAMES = sorted(path.stem for path in HERE.glob("*.py") if not path.stem.startswith(("_", "test_")))
LINEAR = {"heat": 1, "gauss_seidel": 1, "smooth": 3}  # linear in their arguments: how many arrays they copy


def load(name: str) -> tuple[Any, Any, ModuleType]:
    """The function, its `argnums`, and its module."""
    module = importlib.import_module(f"tests.golden.{name}")
    return getattr(module, name), getattr(module, "ARGNUMS", 0), module


def written(name: str) -> str:
    fun, argnums, module = load(name)
    source: str = tangentish.grad(fun, argnums).source_for(*module.example_args())
    return source.rstrip("\n") + "\n"


@pytest.mark.parametrize("name", NAMES)
def test_source(name: str) -> None:
    path = HERE / f"{name}_derivative.py.txt"
    source = written(name)
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(source)
    assert path.exists(), "not there yet: UPDATE_GOLDEN=1 pytest tests/golden"
    assert source == path.read_text(), "if this is meant: UPDATE_GOLDEN=1 pytest tests/golden"


@pytest.mark.parametrize("name", NAMES)
def test_source_is_the_same_again(name: str) -> None:
    assert written(name) == written(name)


@pytest.mark.parametrize("name", NAMES)
def test_gradient(name: str) -> None:
    fun, argnums, module = load(name)
    args = module.example_args()
    names = fun.__code__.co_varnames[hasattr(fun, "__self__") :]
    many = argnums if isinstance(argnums, tuple) else (argnums,)
    positions = tuple(names.index(k) if isinstance(k, str) else k for k in many)
    bars = oracle.check_gradient(fun, *args, argnums=positions)
    by_argnums = tangentish.grad(fun, argnums)(*args)  # as given: by name, or one bare
    oracle.assert_same(by_argnums if isinstance(argnums, tuple) else (by_argnums,), bars)


@pytest.mark.parametrize("name", LINEAR)
def test_linear_programs_record_nothing(name: str) -> None:
    """No value is kept: neither a tape of numbers, nor a copy of what is overwritten."""
    tree = ast.parse(written(name))
    called = [node.func.attr for node in ast.walk(tree)
              if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    if name != "smooth":  # whose calls are recorded, with references to their arguments
        assert not {"append", "extend", "pop", "insert"} & set(called)
    assert called.count("copy") <= LINEAR[name]
    if name != "smooth":
        assert not [node for node in ast.walk(tree) if isinstance(node, (ast.List, ast.ListComp))]
    loops = [node for node in ast.walk(tree) if isinstance(node, (ast.For, ast.While))]
    inside = [node for loop in loops for node in ast.walk(loop)]
    assert not [node for node in inside if isinstance(node, ast.Attribute) and node.attr == "copy"]


def test_readme_shows_what_is_written() -> None:
    readme = (HERE.parent.parent / "README.md").read_text()
    source = (HERE / "heat.py").read_text()
    assert source[source.index("def ") : source.index("def example_args")].strip() in readme
    assert written("heat").strip() in readme
