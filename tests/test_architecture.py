"""Data flows downward: the imports of the package, read from its source."""

from __future__ import annotations

import ast
import functools
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "tangentish"
LAYERS = (  # a module imports from the rows below its own, or from its own folder
    {"__init__"},
    {"testing"},
    {"hessians"},
    {"jacobians", "numeric", "implicit"},
    {"blocks"},
    {"api", "columns"},
    {"nested"},
    {"derivative"},
    {"dispatch"},
    {"pipeline"},
    {"families", "drafts"},
    {"simplify", "finish", "custom_pairs", "batched"},
    {"emit", "compile", "fast_call"},
    {"derive"},
    {"normalise"},
    {"request"},
    {"apart"},
    {"analysis"},
    {"frontend"},
    {"tangents"},
    {"shadows", "library", "snapshots"},
    {"custom"},
    {"runtime", "leaves"},
    {"slots"},
    {"rules"},
    # leaves: anyone may import them, each other too
    {"syntax", "trees", "nodes", "free_names", "bindings", "printer", "names", "errors", "closures", "shared_change", "collection",
     "recursion", "checkpointing", "schedule", "own_containers", "shown", "whereabouts", "pandas_tables", "class_attributes",
     "signatures", "instructions", "own_arrays", "rewriting", "views_of_dicts", "records"},
)
LEVEL = {part: level for level, parts in enumerate(LAYERS) for part in parts}
LEAVES = LAYERS[-1]
MODULES = sorted(PACKAGE.rglob("*.py"))


def part_of(path: Path) -> str:
    """The file or folder of the package, as `LAYERS` names it, that a module belongs to."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@functools.cache
def imports(path: Path) -> list[tuple[str, int]]:
    """The dotted names that a module imports, at any depth, with their lines; relative ones made absolute."""
    package = ("tangentish", *path.relative_to(PACKAGE).parts[:-1])
    found = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found += [(alias.name, node.lineno) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            base = ".".join(filter(None, (base, node.module)))
            found += [(f"{base}.{alias.name}", node.lineno) for alias in node.names]
    return found


def test_imports_point_downward() -> None:
    wrong = []
    for path in MODULES:
        own = part_of(path)
        assert own in LEVEL, f"{own}: say in LAYERS where it belongs"
        for name, line in imports(path):
            if name.split(".")[0] != "tangentish":
                continue
            other = [*name.split("."), "__init__"][1]
            other = other if other in LEVEL else "__init__"  # `from tangentish import grad`
            inside = other == own != "__init__" or (own in LEAVES and other in LEAVES)
            if not inside and LEVEL[other] <= LEVEL[own]:
                wrong.append(f"{path.relative_to(PACKAGE)}:{line}: {own} imports {name}")
    assert not wrong, "\n".join(wrong)


def test_stages_see_gast_alone() -> None:
    wrong = [f"{path.relative_to(PACKAGE)}:{line}: {name}" for path in MODULES if path.name != "syntax.py"
             for name, line in imports(path) if name.split(".")[0] == "ast"]
    assert not wrong, "the standard ast is met in syntax.py alone:\n" + "\n".join(wrong)


def test_pipeline_is_short() -> None:
    assert len((PACKAGE / "pipeline.py").read_text().splitlines()) < 100
