"""Breaks rules on purpose, one change at a time, and says which changes no test noticed.

    python -m tests.rules.mutate --count 200 --seed 0 1
    python -m tests.rules.mutate --only linalg.py --count 50

Each mutant is loaded in a process of its own, forked from this one: nothing is written to the tree, and nothing imported
anew.  First it meets the samples that run the function it changes, by `test_rules` and then through the public API
(`test_rules_api`).  What they do not notice meets the other tests of rules, but only those that use that function, which a
run of all of them has shown; if there are none, the tests of programs.  What survives is printed with its place, unless it
is listed in `equivalent_mutants.py` with the reason why no test can tell.
"""

from __future__ import annotations

import argparse
import ast
import random
import resource
import sys
import time
import warnings
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tangentish.rules import libraries
from tests.rules import test_rules, test_rules_api
from tests.rules.equivalent_mutants import EQUIVALENT
from tests.rules.in_children import Ended, in_children
from tests.rules.loading import Place, load
from tests.rules.mutants import RULES, Mutant, files, mutants_of, source_of
from tests.rules.samples import SAMPLES, Sample
from tests.rules.tests_by_use import TestsByUse, with_tests

SECONDS = 60  # of work with the samples of one mutant: one that does not end is noticed, too
CAP = 120  # with other tests: of what many use not all are asked
OF_RULES, OF_PROGRAMS = ("tests/rules", "tangentish/rules"), ("tests/constructs", "tests/forward")


def functions_run(samples: list[Sample]) -> dict[Place, list[Sample]]:
    """For each function of a file of rules the samples that run it; they all have to pass."""
    found: dict[Place, list[Sample]] = {}
    for sample in samples:
        places: set[Place] = set()

        def note(frame: Any, event: str, _: Any, places: set[Place] = places) -> None:
            if event == "call" and frame.f_code.co_filename.startswith(str(RULES)):
                places.add((frame.f_code.co_filename, frame.f_code.co_name))

        sys.setprofile(note)
        try:
            test_rules.check_rules(sample)
        finally:
            sys.setprofile(None)
        for place in places:
            found.setdefault(place, []).append(sample)
    return found


def noticed(path: Path, source: str, samples: list[Sample]) -> str:
    """By what of the samples a changed module is noticed, or an empty text."""
    try:
        load(path, source)
    except Exception:
        return "when it is loaded"
    for how, check in (("by itself", test_rules.check_rules), ("through the API", test_rules_api.check_through_grad)):
        for sample in samples:
            try:
                with warnings.catch_warnings():
                    check(sample)
            except BaseException as error:  # whatever goes wrong is what a test would have seen
                if isinstance(error, KeyboardInterrupt):
                    raise
                return how
    return ""


def place_of(mutant: Mutant) -> Place:
    return str(mutant.path), mutant.function


def ask_samples(mutants: list[Mutant], covered: Mapping[Place, list[Sample]], jobs: int) -> dict[Mutant, str]:
    """By what of the samples each mutant is noticed."""
    tasks = {mutant: lambda m=mutant: noticed(m.path, source_of(m), covered.get(place_of(m), [])) for mutant in mutants}
    return {mutant: how.how if isinstance(how, Ended) else how[0] for mutant, how in in_children(tasks, jobs, SECONDS)}


def ask_tests(mutants: list[Mutant], names: Mapping[Place, set[str]], tests: TestsByUse, jobs: int) -> dict[Mutant, str]:
    """Which test notices each mutant, if any; what is said of the others begins with a bracket."""

    def asked(mutant: Mutant) -> str:
        load(mutant.path, source_of(mutant))
        chosen = tests.of(place_of(mutant), names[place_of(mutant)])
        found, count = tests.first_to_fail(chosen, CAP)
        return found or f"({count} of the {len(chosen)} tests that use it)"

    def unchanged(mutant: Mutant, test: str) -> str:
        load(mutant.path, ast.unparse(ast.parse(mutant.path.read_text())))
        return f"(but {test} fails with nothing changed, too)" if tests.first_to_fail([test], CAP)[0] else test

    tasks = {mutant: lambda m=mutant: asked(m) for mutant in mutants}
    found = {mutant: how.how if isinstance(how, Ended) else how[0] for mutant, how in in_children(tasks, jobs, 2 * CAP)}
    again = {mutant: lambda m=mutant, t=test: unchanged(m, t) for mutant, test in found.items() if _by_a_test(test)}
    return found | {mutant: how.how if isinstance(how, Ended) else how[0] for mutant, how in in_children(again, jobs, 2 * CAP)}


def run(chosen: list[Mutant], tests: TestsByUse, jobs: int) -> dict[Mutant, str]:
    """What notices each mutant; of those that nothing notices, in brackets, what they met."""
    covered = functions_run(SAMPLES)
    print(f"{len(SAMPLES)} samples pass and run {len(covered)} functions", flush=True)
    found = ask_samples(chosen, covered, jobs)
    for mutant, how in found.items():
        if not how and mutant.key in EQUIVALENT:
            found[mutant] = "equivalent"
    alive = [mutant for mutant, how in found.items() if not how]
    print(f"{len(alive)} of {len(chosen)} mutants meet other tests", flush=True)
    for folders in (OF_RULES, OF_PROGRAMS):
        if not all(place_of(mutant) in tests.by_place for mutant in alive):
            tests.record(folders, jobs)
    names = {place: {place[1], *(getattr(s.function, "__name__", "") for s in covered.get(place, []))} - {""}
             for place in map(place_of, alive)}
    return found | ask_tests(alive, names, tests, jobs)


def _by_a_test(how: str) -> bool:
    return "::" in how and not how.startswith("(")


def report(found: Mapping[Mutant, str]) -> bool:
    """Print what noticed the mutants, and last those that survive; returns whether any does."""
    for mutant, how in found.items():
        if _by_a_test(how):
            print(f"noticed by {how}:\n{mutant}")
    alive = sorted((mutant for mutant, how in found.items() if how.startswith("(")), key=lambda m: (str(m.path), m.line))
    for mutant in alive:
        print(f"survives:\n{mutant}\n    {found[mutant]}")
    ways = Counter("by other tests" if _by_a_test(how) else how for mutant, how in found.items() if mutant not in alive)
    print(f"{len(found)} mutants: " + ", ".join(f"{count} {how}" for how, count in ways.most_common())
          + f"; {len(alive)} survive", flush=True)
    return bool(alive)


def main() -> int:
    parser = argparse.ArgumentParser(description="Break rules on purpose; report the changes that no test noticed.")
    parser.add_argument("--count", type=int, default=200, help="how many mutants, drawn from all")
    parser.add_argument("--seed", type=int, default=[0], nargs="+", help="of the draw; for each of several so many mutants")
    parser.add_argument("--only", default="", help="only files, or `file:function`, with this in their name")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    part, _, function = options.only.partition(":")
    every = [mutant for path in files() if part in str(path.relative_to(RULES)) for mutant in mutants_of(path)
             if function in mutant.function]
    start = time.monotonic()
    libraries.load_all()
    survive = []

    def told(tests: TestsByUse) -> None:
        for seed in options.seed:
            chosen = random.Random(seed).sample(every, min(options.count, len(every)))
            print(f"\nseed {seed}: {len(chosen)} of {len(every)} mutants", flush=True)
            survive.append(report(run(chosen, tests, options.jobs)))
            work = sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
            print(f"{time.monotonic() - start:.0f} s so far, of work {work:.0f} s", flush=True)

    with_tests([*OF_RULES, *OF_PROGRAMS], told)
    return int(any(survive))


if __name__ == "__main__":
    sys.exit(main())
