"""`python -m tests.random_programs`: run seeds, show one, minimise one; `--seed 1000000` and on are mixed, from 2000000 on
with objects that no derivative flows through, from 5000000 on with errors in the middle of blocks; from 100000000 on they are
short, and change what they have read; from 200000000 on, by code of constant objects; from 300000000 on
they write into an array and read it through chains of views and containers."""

from __future__ import annotations

import argparse
import collections
import sys
import time

from .disguised import disguised
from .engine import Tangentish
from .harness import Rewrite, fit_source, run_seeds
from .judge import judge
from .minimise import minimise
from .modules import loaded
from .shadowed import shadowed


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.random_programs", description=__doc__)
    parser.add_argument("--count", type=int, default=300, help="how many seeds to run")
    parser.add_argument("--seed", type=int, default=0, help="the first of them")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--refused", action="store_true", help="list what was refused, too")
    parser.add_argument("--show", type=int, metavar="SEED", help="print the program of a seed, and its gradient")
    parser.add_argument("--minimise", type=int, metavar="SEED", help="shrink the failing program of a seed")
    parser.add_argument("--seconds", type=float, default=120.0, help="how long to shrink")
    rewritten = parser.add_mutually_exclusive_group()
    rewritten.add_argument("--shadowed", action="store_const", const=shadowed, dest="rewrite",
                           help="let names in the programs mean several things each")
    rewritten.add_argument("--disguised", action="store_const", const=disguised, dest="rewrite",
                           help="say parts of the programs in other words")
    options = parser.parse_args()
    if options.show is not None:
        return show(options.show)
    if options.minimise is not None:
        return shrink(options.minimise, options.seconds)
    return tally(options.seed, options.count, options.jobs, options.refused, options.rewrite)


def tally(first: int, count: int, jobs: int, refused: bool, rewrite: Rewrite | None) -> int:
    start = time.monotonic()
    kinds: collections.Counter[str] = collections.Counter()
    causes: collections.Counter[str] = collections.Counter()
    for seed, verdict in run_seeds(range(first, first + count), jobs, rewrite):
        kinds[verdict.kind] += 1
        if verdict.failed or (refused and verdict.kind == "refused"):
            causes[f"{verdict.kind} {verdict.signature}"] += 1
            print(f"{seed} {verdict.kind} {verdict.detail}", flush=True)
    if causes:
        print("\nby cause:")
        for cause, number in causes.most_common():
            print(f"{number:6} {cause}")
    print(
        f"\n{count} seeds in {time.monotonic() - start:.0f} s: " + ", ".join(f"{n} {k}" for k, n in kinds.most_common())
    )
    return 1 if kinds["wrong"] + kinds["crashed"] else 0


def show(seed: int) -> int:
    text, attempt, why = fit_source(seed)
    if text is None:
        print(f"seed {seed} is skipped: {why}")
        return 0
    print(f"# seed {seed}, attempt {attempt}\n{text}")
    with loaded(text, f"seed{seed}") as module:
        try:
            derivative = Tangentish().grad(module.program, module.ARGNUMS)
            derivative(*module.ARGS)
        except Exception as error:
            print(f"# no derivative: {type(error).__name__}: {error}")
        else:
            print(f"# its derivative\n{getattr(derivative, 'source', '(no source)')}")
    verdict = judge(text)
    print(f"# {verdict.kind} {verdict.detail}")
    return int(verdict.failed)


def shrink(seed: int, seconds: float) -> int:
    text, _, why = fit_source(seed)
    if text is None:
        print(f"seed {seed} is skipped: {why}")
        return 0
    small = minimise(text, seconds=seconds)
    verdict = judge(small)
    print(small)
    print(f"# seed {seed}: {verdict.kind} {verdict.detail}")
    return int(verdict.failed)


if __name__ == "__main__":
    sys.exit(main())
