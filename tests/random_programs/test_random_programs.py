"""The derivatives of a fixed set of random programs, and of every program that once failed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.oracle import check_gradient

from . import read_again, shown_by_many, written_by_code
from .disguised import disguised
from .harness import run_seed
from .judge import judge_module
from .modules import loaded
from .scope import ATTEMPTED, CLOCKED, MIXED
from .shadowed import shadowed

SEEDS, CHUNK = 120, 10
FIRST = [*range(0, SEEDS, CHUNK), *range(MIXED, MIXED + 30, CHUNK), *range(CLOCKED, CLOCKED + 20, CHUNK),
         *range(read_again.FIRST, read_again.FIRST + 60, CHUNK), *range(written_by_code.FIRST, written_by_code.FIRST + 60, CHUNK),
         *range(shown_by_many.FIRST, shown_by_many.FIRST + 60, CHUNK)]
KEPT = sorted((Path(__file__).parent / "kept_failures").glob("case_*.py"))


@pytest.mark.parametrize("first", FIRST)
def test_seeds(first: int) -> None:
    """No program has a wrong derivative or crashes; a refusal is allowed.  See `python -m tests.random_programs`."""
    verdicts = {seed: run_seed(seed) for seed in range(first, first + CHUNK)}
    assert {seed: f"{v.kind} {v.detail}" for seed, v in verdicts.items() if v.failed} == {}


@pytest.mark.parametrize("first", [SEEDS, MIXED + 30, ATTEMPTED])
def test_seeds_with_names_that_mean_several_things(first: int) -> None:
    """`python -m tests.random_programs --shadowed`."""
    verdicts = {seed: run_seed(seed, rewrite=shadowed) for seed in range(first, first + CHUNK // 2)}
    assert {seed: f"{v.kind} {v.detail}" for seed, v in verdicts.items() if v.failed} == {}


@pytest.mark.parametrize("first", [SEEDS, MIXED + 30, ATTEMPTED])
def test_seeds_in_other_words(first: int) -> None:
    """`python -m tests.random_programs --disguised`."""
    verdicts = {seed: run_seed(seed, rewrite=disguised) for seed in range(first, first + CHUNK // 2)}
    assert {seed: f"{v.kind} {v.detail}" for seed, v in verdicts.items() if v.failed} == {}


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_kept_failures(path: Path) -> None:
    """Programs that once failed: `program`, `ARGS` and `ARGNUMS`, as `--minimise` prints them."""
    text = path.read_text()
    with loaded(text, path.stem) as module:
        check_gradient(module.program, *module.ARGS, argnums=module.ARGNUMS)
        verdict = judge_module(module)
    assert verdict.kind == "right", verdict.detail
