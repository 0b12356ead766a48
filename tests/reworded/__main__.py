"""`python -m tests.reworded inside --part 3`: run the tests of programs, these in other words.

Tests that look at what was generated, or at what is refused, fail for other words; what is asked for are wrong numbers and crashes:
`got ..., want ...`, arrays that are not equal, and errors of Python.  The other options are those of pytest.
"""

from __future__ import annotations

import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

from .rewordings import REWORDINGS, reworded

ROOT = pathlib.Path(__file__).parents[2]
FOLDERS = ("constructs", "programs")
HARNESS = ("__init__.py", "ways.py", "cases.py", "right_or_refused.py")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.reworded", description=__doc__)
    parser.add_argument("how", choices=[*REWORDINGS])
    options, given = parser.parse_known_args()
    with tempfile.TemporaryDirectory() as made:
        copy = pathlib.Path(made)
        shutil.copytree(ROOT / "tests", copy / "tests", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(ROOT / "tangentish", copy / "tangentish", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", copy)
        for folder in FOLDERS:
            for path in (copy / "tests" / folder).glob("*.py"):
                if path.name not in HARNESS:
                    path.write_text(with_types(reworded(path.read_text(), options.how)))
        command = [sys.executable, "-m", "pytest", "-q", "-rf", "--tb=short", "-W", "ignore", "-p", "no:cacheprovider",
                   *(f"tests/{folder}" for folder in FOLDERS), *given]
        return subprocess.run(command, cwd=copy, check=False).returncode


def with_types(text: str) -> str:
    """A module that imports what the new words need."""
    lines = text.splitlines(keepends=True)
    place = next((k + 1 for k, line in enumerate(lines) if line.startswith("from __future__")), 0)
    return "".join([*lines[:place], "import types as types_\n", *lines[place:]])


if __name__ == "__main__":
    sys.exit(main())
