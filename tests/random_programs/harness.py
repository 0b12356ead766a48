"""Seeds to verdicts."""

from __future__ import annotations

import functools
import multiprocessing
from collections.abc import Callable, Iterable, Iterator

from .engine import Engine
from .generator import generate
from .judge import Unfit, Verdict, examine, judge
from .modules import loaded

Rewrite = Callable[[str, int], str]
"""From the text of a program, and a seed, to that of one that computes the same."""
ATTEMPTS = 3  # a seed whose first program is unfit gets another one, twice


def fit_source(seed: int) -> tuple[str | None, int, str]:
    """The first fit program of a seed (None if there is none), which attempt it is, and why the one before was not."""
    why = ""
    for attempt in range(ATTEMPTS):
        text = generate(seed, attempt)
        try:
            with loaded(text, f"seed{seed}") as module:
                wanted = examine(module)
            if attempt < ATTEMPTS - 1 and seed % 8 and all(want == 0.0 for _, want in wanted):
                why = "its derivative is zero"
                continue
        except Unfit as error:
            why = str(error)
        except Exception as error:  # the text itself is at fault: not Python, or its first lines raise
            why = f"{type(error).__name__}: {error}"
        else:
            return text, attempt, why
    return None, ATTEMPTS, why


def run_seed(seed: int, engine: Engine | None = None, rewrite: Rewrite | None = None) -> Verdict:
    """The verdict on the program of a seed, or on what `shadowed` or `disguised` makes of it."""
    text, _, why = fit_source(seed)
    if text is None:
        return Verdict("skipped", why)
    return judge(text if rewrite is None else rewrite(text, seed), engine, f"seed{seed}")


def _one(seed: int, rewrite: Rewrite | None) -> tuple[int, Verdict]:
    return seed, run_seed(seed, rewrite=rewrite)


def run_seeds(seeds: Iterable[int], jobs: int = 1, rewrite: Rewrite | None = None) -> Iterator[tuple[int, Verdict]]:
    """The verdicts on many seeds, as they come."""
    one = functools.partial(_one, rewrite=rewrite)
    if jobs <= 1:
        yield from map(one, seeds)
        return
    with multiprocessing.get_context("spawn").Pool(jobs, maxtasksperchild=500) as pool:
        yield from pool.imap(one, seeds, chunksize=5)
