"""Breaks rules on purpose, one change at a time, and says which changes no test noticed.

    python -m tests.rules.mutate --count 200 --seed 0
    python -m tests.rules.mutate --only linalg.py --count 50

Each mutant is loaded in a process of its own, forked from this one: nothing is written to the tree, and nothing imported
anew.  It meets the samples that run the function it changes, by `test_rules` first and then through the public API
(`test_rules_api`), and last the other tests of rules, until one fails.  What survives is printed with its place, unless it
is listed in `equivalent_mutants.py` with the reason why no test can tell.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import importlib
import io
import linecache
import multiprocessing
import random
import re
import resource
import signal
import sys
import time
import types
import warnings
from collections import Counter
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

from tangentish.rules import registry
from tests.rules import test_rules, test_rules_api
from tests.rules.equivalent_mutants import EQUIVALENT
from tests.rules.mutants import ROOT, RULES, Mutant, files, mutants_of, source_of
from tests.rules.samples import SAMPLES, Sample

SECONDS = 60  # for the samples of one mutant: one that does not end is noticed, too
OTHERS = 900  # with the other tests, which see what no sample noticed
MEMORY = 6 << 30
NOT_OF_RULES = {"test_rules.py", "test_rules_api.py", "test_rules_variants.py", "test_completeness.py", "test_coverage.py",
                "test_mutate.py", *(f"test_user_rules{part}.py" for part in ("", "_bodies", "_checked", "_forward"))}
Place = tuple[str, str]  # a file, and a function in it


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


def module_of(path: Path) -> types.ModuleType:
    """The module of a file of rules."""
    return importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))


def load(path: Path, source: str) -> None:
    """Put a changed module in the place of the one there is."""
    module = module_of(path)
    filename = f"<mutant of {path.name}>"
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
    code = compile(source, filename, "exec")
    if any("helpers" in part for part in path.parts):
        changed = dict(vars(module))
        exec(code, changed)
        for name, new in changed.items():
            _replace_code(getattr(module, name, None), new, module.__name__)
        return
    others = _without(module.__name__)
    exec(code, vars(module))
    for target, special in others:
        registry.RULES[target].special.append(special)


def _replace_code(old: Any, new: Any, module: str) -> None:
    """Let a function do what another does: modules that imported it do not notice."""
    old, new = getattr(old, "__wrapped__", old), getattr(new, "__wrapped__", new)
    if isinstance(old, types.FunctionType) and isinstance(new, types.FunctionType) and old.__module__ == module:
        old.__code__, old.__defaults__, old.__kwdefaults__ = new.__code__, new.__defaults__, new.__kwdefaults__


def _without(module: str) -> list[tuple[Any, Any]]:
    """Take the rules of a module out of the table; returns the special rules that other modules added to them."""
    others = []
    for target, rule in list(registry.RULES.items()):
        own = getattr(rule.function, "__module__", None) == module
        kept = [special for special in rule.special if special.function.__module__ != module]
        if own:
            others += [(target, special) for special in kept]
        else:
            rule.special[:] = kept
    return others


def noticed(path: Path, source: str, samples: list[Sample], others: bool = True) -> str:
    """By what a changed module is noticed, or an empty text; `others` says whether tests without samples are asked too."""
    try:
        load(path, source)
    except Exception:
        return "when it is loaded"
    for how, check in (("by itself", test_rules.check_rules), ("through the API", test_rules_api.test_through_grad)):
        for sample in samples:
            try:
                with warnings.catch_warnings():
                    check(sample)
            except BaseException as error:  # whatever goes wrong is what a test would have seen
                if isinstance(error, KeyboardInterrupt):
                    raise
                return how
    return "by other tests" if others and _other_tests_fail({getattr(s.function, "__name__", "") for s in samples}) else ""


def _other_tests_fail(names: set[str]) -> bool:
    """Whether a test that has no sample fails; first those that speak of the functions with these names."""
    import pytest

    speak = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in sorted(names - {""})) or "$^")
    paths = [path for path in sorted((ROOT / "tests" / "rules").glob("test_*.py")) if path.name not in NOT_OF_RULES]
    paths.sort(key=lambda path: -len(set(speak.findall(path.read_text()))))
    if not paths:
        return False
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        code = int(pytest.main(["-q", "-x", "-p", "no:cacheprovider", "-o", "addopts=", *map(str, paths)]))
    if code > 1:
        raise RuntimeError(f"pytest did not run: {code}")
    return code == 1


def _child(mutant: Mutant, samples: list[Sample], others: bool, pipe: Any) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with open("/dev/null", "w") as nowhere:
        sys.stdout = nowhere
        pipe.send(noticed(mutant.path, source_of(mutant), samples, others))


def run(mutants: list[Mutant], covered: dict[Place, list[Sample]], jobs: int, others: bool = True) -> dict[Mutant, str]:
    """What noticed each mutant."""
    context = multiprocessing.get_context("fork")
    waiting, running, found = list(reversed(mutants)), {}, {}
    gc.collect()
    gc.freeze()
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant = waiting.pop()
            receive, send = context.Pipe(duplex=False)
            samples = covered.get((str(mutant.path), mutant.function), [])
            asked = others and mutant.key not in EQUIVALENT  # what no test can tell need not meet all of them
            process = context.Process(target=_child, args=(mutant, samples, asked, send))
            process.start()
            send.close()
            running[process.sentinel] = (process, receive, mutant, time.monotonic() + (OTHERS if others else SECONDS))
        done = wait(list(running), timeout=1.0)
        for sentinel, (process, receive, mutant, end) in list(running.items()):
            if sentinel not in done and time.monotonic() < end:
                continue
            if sentinel not in done:
                process.kill()
                found[mutant] = "because it does not end"
            else:
                found[mutant] = receive.recv() if receive.poll() else "because it crashes"
            process.join()
            receive.close()
            del running[sentinel]
            if len(found) % 20 == 0:
                print(f"{len(found)} of {len(mutants)}", file=sys.stderr, flush=True)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="Break rules on purpose; report the changes that no test noticed.")
    parser.add_argument("--count", type=int, default=200, help="how many mutants, drawn from all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="only files, or `file:function`, with this in their name")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    part, _, function = options.only.partition(":")
    every = [mutant for path in files() if part in str(path.relative_to(RULES)) for mutant in mutants_of(path)
             if function in mutant.function]
    chosen = random.Random(options.seed).sample(every, min(options.count, len(every)))
    start = time.monotonic()
    registry.load_all()
    covered = functions_run(SAMPLES)
    print(f"{len(SAMPLES)} samples pass and run {len(covered)} functions; {len(chosen)} of {len(every)} mutants", flush=True)
    found = run(chosen, covered, options.jobs)
    alive = sorted((mutant for mutant, how in found.items() if not how), key=lambda m: (str(m.path), m.line))
    known = [mutant for mutant in alive if mutant.key in EQUIVALENT]
    for mutant in alive:
        if mutant not in known:
            note = "" if (str(mutant.path), mutant.function) in covered else "  (no sample runs it)"
            print(f"{mutant}{note}")
    ways = Counter(how for how in found.values() if how)
    print(f"{len(chosen)} mutants: " + ", ".join(f"{count} noticed {how}" for how, count in ways.most_common())
          + f"; {len(known)} equivalent, {len(alive) - len(known)} survive; {time.monotonic() - start:.0f} s")
    return 1 if len(alive) > len(known) else 0


if __name__ == "__main__":
    sys.exit(main())
