"""The generator: deterministic, quick, and it leaves no construct out."""

from __future__ import annotations

import ast
import collections
import functools
import time

import numpy as np

from . import constructs
from .generator import generate, size
from .harness import fit_source
from .judge import Unfit, examine
from .modules import loaded
from .scope import CLOCKED, MIXED

SEEDS = range(300)


@functools.cache
def _texts() -> tuple[str, ...]:
    return tuple(map(generate, SEEDS))


def test_the_same_seed_gives_the_same_text() -> None:
    assert tuple(map(generate, SEEDS)) == _texts()
    assert len(set(_texts())) == len(_texts())


def test_programs_are_of_a_moderate_size() -> None:
    sizes = [len([n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.stmt)]) for text in _texts()]
    assert 12 <= np.median([size(text) for text in _texts()]) <= 35
    assert min(sizes) >= 5


def test_few_programs_are_unfit_and_few_have_no_derivative() -> None:
    unfit, zero = {}, 0
    for seed, text in zip(SEEDS, _texts()):
        try:
            with loaded(text) as module:
                zero += all(want == 0.0 for _, want in examine(module))
        except Unfit as error:
            unfit[seed] = str(error)
    assert len(unfit) < 0.1 * len(SEEDS), unfit
    assert zero < 0.2 * len(SEEDS)


def test_a_program_is_made_and_examined_quickly() -> None:
    start = time.process_time()
    texts = [fit_source(seed)[0] for seed in SEEDS[:100]]
    assert (time.process_time() - start) / 100 < 0.2
    assert texts.count(None) < 5


def test_every_construct_is_in_a_few_programs() -> None:
    counts = collections.Counter(name for text in _texts() for name in constructs.found(text))
    assert not [name for name in constructs.CONSTRUCTS if counts[name] < 3]


@functools.cache
def _mixed() -> tuple[str, ...]:
    return tuple(generate(MIXED + k) for k in SEEDS)


def test_mixed_programs_are_other_ones() -> None:
    assert tuple(generate(MIXED + k) for k in SEEDS) == _mixed()
    assert len(set(_mixed())) == len(_mixed())
    assert not set(_mixed()) & set(_texts())


def test_few_mixed_programs_are_unfit() -> None:
    assert sum(fit_source(MIXED + k)[0] is None for k in SEEDS[:100]) < 5


MIXTURES = ["todo", "seen", "store", "memo", "make1(", "nonlocal", "held", "Record1(", "Local1(", "check1(", "raise ",
            "except IndexError", "except KeyError", "rows", ".pop(0)", "w1", "at1", "level", "lambda t:"]


def test_every_mixture_is_in_a_few_programs() -> None:
    assert not [text for text in MIXTURES if sum(text in program for program in _mixed()) < 5]


def test_objects_no_derivative_flows_through_are_in_some_programs() -> None:
    assert sum("Clock1(" in generate(CLOCKED + k) for k in SEEDS) >= 20
