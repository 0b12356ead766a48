"""The schedule is optimal: against dynamic programming for short chains, against the binomial formula for long ones."""

from functools import cache
from math import comb

import pytest

import tangentish
from tangentish.schedule import first_kept, runs_needed, schedule, steps_again


@cache
def fewest(steps: int, snapshots: int) -> int:
    """Steps to run again, at least, to reverse a chain from its start: all places for the next snapshot are tried."""
    if steps <= 1:
        return 0
    if snapshots == 1:
        return steps * (steps - 1) // 2
    return min(j + fewest(steps - j, snapshots - 1) + fewest(j, snapshots) for j in range(1, steps))


@cache
def fewest_after_a_sweep(steps: int, snapshots: int) -> int:
    """The same where all steps have been run once, and snapshots were kept on the way."""
    if steps == 0 or snapshots == 1:
        return fewest(steps, 1)
    return min(fewest_after_a_sweep(steps - j, snapshots - 1) + fewest(j, snapshots) for j in range(1, steps + 1))


def followed(steps: int, snapshots: int) -> int:
    """Follow a schedule, checking that it does what it says; how many steps it ran again."""
    kept = set(first_kept(steps, snapshots))
    assert len(kept) <= snapshots
    again, reversed_steps = 0, []
    for step, start, keep in schedule(steps, snapshots):
        assert start in kept
        if start == step:
            kept.discard(start)
        for at in range(start, step):
            if at in keep:
                kept.add(at)
            again += 1
        assert all(start < at < step for at in keep)
        assert len(kept) <= snapshots
        reversed_steps.append(step)
    assert reversed_steps == list(range(steps))[::-1]
    return again


@pytest.mark.parametrize("snapshots", [1, 2, 3, 4, 7, 30])
def test_no_schedule_runs_fewer_steps(snapshots):
    for steps in range(40):
        assert followed(steps, snapshots) == fewest_after_a_sweep(steps, snapshots)


def test_the_formula_is_that_of_griewank_and_walther():
    for snapshots in range(1, 7):
        for steps in range(1, 60):
            assert steps_again(steps, snapshots) == fewest(steps, snapshots)


@pytest.mark.parametrize("snapshots", [3, 20, 57])
def test_long_chains(snapshots):
    """With the first sweep, which goes to the end, no more than a few steps more than revolve, which stops one short of it."""
    steps = 10_000
    best = steps_again(steps, snapshots)
    assert best < steps + followed(steps, snapshots) <= best + runs_needed(steps, snapshots) + 1


def test_binomial_reach_with_twenty_snapshots():
    """Where the formula says that no step need be run more than three times again, none is."""
    steps = comb(20 + 3, 3)
    assert steps_again(steps, 20) == 3 * steps - comb(20 + 3, 2)
    counts = [0] * steps
    for step, start, _ in schedule(steps, 20):
        for at in range(start, step):
            counts[at] += 1
    assert max(counts) <= 3


def test_as_many_snapshots_as_steps():
    assert followed(12, 12) == followed(12, 1000) == 0


@pytest.mark.parametrize("snapshots", [0, -1, 2.0, True, None])
def test_bad_numbers_of_snapshots(snapshots):
    with pytest.raises(tangentish.ArgumentError, match="at least 1"):
        list(schedule(3, snapshots))
