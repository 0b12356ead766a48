"""The examples run as a user runs them, with small settings, and reach what they promise."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"


def run(name: str, *arguments: str, cwd: Path) -> str:
    for library in ("scipy", "sklearn", "matplotlib", "rich"):
        pytest.importorskip(library)
    path = os.pathsep.join(filter(None, (str(EXAMPLES.parent), os.environ.get("PYTHONPATH"))))
    done = subprocess.run([sys.executable, str(EXAMPLES / name), *arguments], cwd=cwd, capture_output=True, text=True,
                          check=False, env={**os.environ, "PYTHONPATH": path})
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_digits(tmp_path: Path) -> None:
    output = run("digits.py", "--output", str(tmp_path), cwd=tmp_path)
    accuracy = re.search(r"test accuracy ([\d.]+)%", output)
    assert accuracy, output
    assert float(accuracy[1]) >= 95.0
    written = tmp_path / "digits_gradient.py"
    assert str(written) in output.replace("\n", "")
    compile(written.read_text(), written.name, "exec")


def test_heat(tmp_path: Path) -> None:
    output = run("heat.py", "--size", "24", "--steps", "10", "--output", "plate.png", cwd=tmp_path)
    errors = re.search(r"([\d.]+)% if the final .* ([\d.]+)% recovered", output)
    assert errors, output
    assert float(errors[2]) < 0.5 * float(errors[1])
    assert (tmp_path / "plate.png").stat().st_size > 10_000


def test_rosenbrock(tmp_path: Path) -> None:
    output = run("rosenbrock.py", cwd=tmp_path)
    assert "minimum at [1. 1. 1. 1. 1.]" in output
    assert "def rosen_grad" in output


def test_checkpointing(tmp_path: Path) -> None:
    output = run("checkpointing.py", "--steps", "1500", "--points", "400", "--output", "memory.png", cwd=tmp_path)
    line = re.search(r"^ *20 .*\( *([\d.]+)\).* ([\d.]+) times less", output, re.M)
    assert line, output
    assert float(line[2]) > 30.0
    assert "for step, start, keep in schedule(len(steps_2), 20):" in output
    assert (tmp_path / "memory.png").stat().st_size > 10_000
