"""The machinery that breaks rules on purpose: what it changes, and that a change is noticed."""

from __future__ import annotations

import ast
import functools

import pytest

from tests.rules import mutants, mutate
from tests.rules.equivalent_mutants import EQUIVALENT
from tests.rules.samples import SAMPLES

TRIGONOMETRIC = next(path for path in mutants.files() if path.name == "mathematical.py")


def of(path: mutants.Path, function: str) -> list[mutants.Mutant]:
    return [mutant for mutant in mutants.mutants_of(path) if mutant.function == function]


def samples_of(function: str) -> list[mutate.Sample]:
    return [sample for sample in SAMPLES if getattr(sample.function, "__name__", "") == function][:3]


def test_changes_can_be_compiled() -> None:
    text = TRIGONOMETRIC.read_text()
    for mutant in mutants.mutants_of(TRIGONOMETRIC)[::40]:
        source = mutants.source_of(mutant)
        compile(source, "<mutant>", "exec")
        assert ast.dump(ast.parse(source)) != ast.dump(ast.parse(text))


def test_every_kind_of_change_is_made() -> None:
    found = {mutant.what for path in mutants.files() for mutant in mutants.mutants_of(path)}
    assert found == {"sign", "factor", "swap", "constant", "operator", "transpose", "keyword", "comparison", "branch"}


def test_changed_rules_and_helpers_are_noticed_and_the_tree_is_left_alone() -> None:
    before = TRIGONOMETRIC.read_text()
    helper = mutants.RULES / "helpers" / "basic.py"
    chosen = [*of(TRIGONOMETRIC, "sin"), *of(TRIGONOMETRIC, "arctan")[:3]]
    chosen += [mutant for mutant in of(helper, "keep_axis") if mutant.what == "swap"][:1]
    samples = {"sin": samples_of("sin"), "arctan": samples_of("arctan"), "keep_axis": samples_of("std")}
    covered = {(str(mutant.path), mutant.function): samples[mutant.function] for mutant in chosen}
    found = mutate.ask_samples(chosen, covered, jobs=1)
    assert len(found) == len(chosen) > 4
    assert set(found.values()) <= {"by itself", "through the API"}, found
    assert TRIGONOMETRIC.read_text() == before


def test_what_is_not_changed_or_not_run_is_not_noticed() -> None:
    chosen = [mutant for mutant in of(TRIGONOMETRIC, "arctan") if mutant.what == "sign"]
    covered = {(str(TRIGONOMETRIC), "arctan"): samples_of("sin")}
    assert chosen and set(mutate.ask_samples(chosen, covered, jobs=1).values()) == {""}


@functools.cache
def keys_of(name: str) -> set[str]:
    """What the mutants of the files of that name are listed by."""
    return {mutant.key for path in mutants.files() if path.name == name for mutant in mutants.mutants_of(path)}


@pytest.mark.parametrize("key", EQUIVALENT)
def test_equivalent_mutants_are_still_made(key: str) -> None:
    assert key in keys_of(key.split(":", maxsplit=1)[0]), "the rule has changed: take it out of the list"


def test_what_no_sample_runs_meets_the_tests_that_use_it() -> None:
    helper = mutants.RULES / "helpers" / "augmented.py"
    chosen = [mutant for mutant in of(helper, "_times") if mutant.what == "factor"]
    found: dict[mutants.Mutant, str] = {}

    def ask(tests: mutate.TestsByUse) -> None:
        tests.record((helper.relative_to(mutants.ROOT).as_posix(),), 1)
        found.update(mutate.ask_tests(chosen, {mutate.place_of(chosen[0]): {"_times"}}, tests, 1))

    mutate.with_tests([str(helper)], ask)
    assert len(found) == 2 and all(how.endswith("augmented.operand_cotangents") for how in found.values()), found
