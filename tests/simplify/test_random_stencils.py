"""Random stencils in place: what is done with regions of adjoints is right for all of them, simplified or not."""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.oracle import check_gradient

REGIONS = [["1:-1", ":-2", "2:"], ["1:-1"], ["n:"], ["::2"], ["1", "n", "2", "-1", "-8"], ["1", "n"]]  # some are the same
NUMBERS = ["0.1", "0.5", "2.0", "a", "b", "a * b", "-a", "0.25", "1", "(1.0 - a)"]


class Stencils:
    """Statements that update regions of two arrays."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def part(self, regions: list[str]) -> str:
        return f"{self.rng.choice('uuuw')}[{self.rng.choice(regions)}]"

    def term(self, regions: list[str]) -> str:
        part, number = self.part(regions), self.rng.choice(NUMBERS)
        return self.rng.choice([f"{number} * {part}", f"{part} * {number}", f"{part} / 2.0", part, f"np.sin({part})",
                                f"{number} * ({part} - 2.0 * {self.part(regions)})"])

    def update(self) -> str:
        regions = self.rng.choice(REGIONS)
        terms = [self.term(regions) for _ in range(self.rng.randint(1, 4))]
        value = f" {self.rng.choice('+-')} ".join(terms)
        if self.rng.random() < 0.5:
            value = f"{self.rng.choice(NUMBERS)} * ({value})"
        place = f"{self.rng.choice('uuw')}[{self.rng.choice(regions)}]"
        return self.rng.choice([f"{place} += {value}", f"{place} -= {value}", f"{place} = {value}", f"{place} *= {terms[0]}",
                                f"{place} = {place} {self.rng.choice('+-')} {value}"])

    def program(self) -> str:
        lines = ["import numpy as np", "def program(u, w, a, b, n, steps):", "    v = u[1:]", "    for k in range(steps):"]
        lines += [f"        {self.update()}" for _ in range(self.rng.randint(1, 4))]
        lines += self.rng.sample(["        a = a * 0.9", "        b = 0.5 * b + 0.01 * float(np.sum(u))",
                                  "        v[0] *= 0.7"], self.rng.randint(0, 2))
        return "\n".join([*lines, "    return np.sum(u ** 2) + np.sum(u * w) + a * b", ""])


def program_of(text: str, path: Path) -> Callable[..., float]:
    """The function that a text defines, with its source in a file."""
    path.write_text(text)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.program


@pytest.mark.parametrize("seed", range(24))
def test_right(seed: int, tmp_path: Path) -> None:
    fun = program_of(Stencils(seed).program(), tmp_path / f"stencil_{seed}.py")
    rng = np.random.default_rng(seed)
    args = rng.normal(size=9) / 2.0, rng.normal(size=9) / 2.0, 0.3, 0.7, 1, 2
    for argnums in ((0,), (0, 1, 2, 3)):
        check_gradient(fun, *args, argnums=argnums, rtol=1e-5, variants=({}, {"optimise": False}))
