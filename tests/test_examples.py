"""The examples run as a user runs them, with small settings, and reach what they promise."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"


def run(name: str, *arguments: str, cwd: Path) -> str:
    for library in ("scipy", "sklearn", "matplotlib", "rich"):
        if find_spec(library) is None:  # not imported here, too: that takes as long as an example
            pytest.skip(f"{library} is not there")
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


def numbers(pattern: str, output: str) -> list[float]:
    """The numbers that the groups of a pattern stand for, for each place where it is found."""
    found = re.findall(pattern, output)
    assert found, output
    return [float(number) for groups in found for number in (groups if isinstance(groups, tuple) else (groups,))]


def test_scalar_graph(tmp_path: Path) -> None:
    output = run("scalar_graph.py", "--output", "graph.png", cwd=tmp_path)
    (forward,) = numbers(r"forward mode +dL/dw1 = ([\d.]+)", output)
    reverse = numbers(r"reverse mode +dL/dw1 = ([\d.]+), dL/dw2 = ([\d.]+)", output)
    by_hand = numbers(r"on paper +dL/dw1 = ([\d.]+), dL/dw2 = ([\d.]+)", output)
    assert reverse == pytest.approx(by_hand, rel=1e-11)
    assert forward == pytest.approx(by_hand[0], rel=1e-11)
    assert re.search(r"v2_dot = w2_dot \* v1 \+ v1_dot \* w2 +│ v2_dot = 1.5", output)  # each line with its value
    assert re.search(r"v1_bar = v2_bar \* w2 +│ v1_bar = 4.04", output)
    assert (tmp_path / "graph.png").stat().st_size > 10_000


def test_mds(tmp_path: Path) -> None:
    output = run("mds.py", "--starts", "3", "--budget", "1500", "--output", "map.png", cwd=tmp_path)
    reached = dict(re.findall(r"^([\w ]+?) +within 10% of the least stress from (\d) of 3", output, re.MULTILINE))
    assert int(reached["gradient"]) >= 2
    assert len(reached) == 4
    assert all(int(reached["gradient"]) > int(count) for method, count in reached.items() if method != "gradient")
    assert numbers(r"largest error of a distance: (\d+) miles", output)[0] < 20.0
    assert "def stress_value_and_grad" in output
    assert (tmp_path / "map.png").stat().st_size > 10_000


def test_mlp_weight_decay(tmp_path: Path) -> None:
    output = run("mlp_weight_decay.py", "--epochs", "15", cwd=tmp_path)
    differences = numbers(r"│ ([\d.e+-]+) +│\n", output)
    assert len(differences) == 8
    assert max(differences) < 1e-15
    assert numbers(r"test accuracy ([\d.]+)%", output)[0] >= 95.0
    assert "def loss_grad" in output


def test_building_blocks(tmp_path: Path) -> None:
    output = run("building_blocks.py", "--steps", "1000", cwd=tmp_path)
    assert max(numbers(r"largest difference ([\d.e+-]+)", output)) < 1e-14
    before, after = numbers(r"mean square error at first ([\d.e+-]+)\nafter 1000 steps of gradient descent ([\d.e+-]+)", output)
    assert after < 0.01 * before


def test_hutchinson(tmp_path: Path) -> None:
    output = run("hutchinson.py", "--size", "60", "--steps", "40", "--output", "trace.png", cwd=tmp_path)
    (trace,) = numbers(r"trace of the Hessian, 60 x 60: ([\d.-]+)", output)
    estimate, error = numbers(r"products: ([\d.-]+) \+- ([\d.]+)", output)
    assert abs(estimate - trace) < 4.0 * error < 0.2 * abs(trace)
    assert (tmp_path / "trace.png").stat().st_size > 10_000


def test_lanczos(tmp_path: Path) -> None:
    output = run("lanczos.py", "--hidden", "8", "--images", "150", "--epochs", "20", "--count", "2", "--output", "spectra.png",
                 cwd=tmp_path)
    largest, error = numbers(r"largest eigenvalue ([\d.]+); Lanczos differs from the whole Hessian by ([\d.e+-]+)", output)
    assert error < 1e-6 * largest
    before, _, _, after, low, high = numbers(r"loss ([\d.]+), eigenvalues from ([\d.-]+) to ([\d.]+)", output)
    assert after < 0.5 * before
    assert low < high
    assert (tmp_path / "spectra.png").stat().st_size > 10_000


def test_least_squares_and_svd(tmp_path: Path) -> None:
    output = run("least_squares_and_svd.py", "--size", "24", "--missing", "0.4", "--output", "fits.png", cwd=tmp_path)
    slow, fast = numbers(r"rates \[([\d.]+) +([\d.]+) *\] for", output)
    assert (slow, fast) == pytest.approx((0.5, 3.0), rel=0.05)
    assert numbers(r"relative error ([\d.e+-]+)", output)[0] < 1e-6
    assert (tmp_path / "fits.png").stat().st_size > 10_000


def test_jacobian_modes(tmp_path: Path) -> None:
    output = run("jacobian_modes.py", "--ratios", "0.02", "1", "8", "--output", "modes.png", cwd=tmp_path)
    rows = re.findall(r"^ +(\d+) +64 +([\d.]+) +([\d.]+) +([\d.]+) +(fwd|rev)$", output, re.MULTILINE)
    assert [row[4] for row in rows] == ["rev", "fwd", "fwd"]
    assert float(rows[0][2]) > float(rows[0][3])  # 64 sweeps against one
    assert float(rows[2][2]) < float(rows[2][3])  # 64 against 512
    assert 2.0 * float(rows[0][1]) < float(rows[0][2])  # 64 at once
    assert numbers(r"largest error of an entry: ([\d.e+-]+)", output)[0] < 1e-14
    assert (tmp_path / "modes.png").stat().st_size > 10_000


def test_softmax_cross_entropy(tmp_path: Path) -> None:
    output = run("softmax_cross_entropy.py", cwd=tmp_path)
    assert numbers(r"largest difference: ([\d.e+-]+)", output)[0] < 1e-15
    assert numbers(r"q q\^T: ([\d.e+-]+)", output)[0] < 1e-15
    assert "def softmax_reverse" in output


def test_checkpointing(tmp_path: Path) -> None:
    output = run("checkpointing.py", "--steps", "1500", "--points", "400", "--output", "memory.png", cwd=tmp_path)
    line = re.search(r"^ *20 .*\( *([\d.]+)\).* ([\d.]+) times less", output, re.M)
    assert line, output
    assert float(line[2]) > 30.0
    assert "for step, start, keep in schedule(len(steps_2), 20):" in output
    assert (tmp_path / "memory.png").stat().st_size > 10_000
