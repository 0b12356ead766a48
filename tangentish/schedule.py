"""Which states of a loop to keep, so that it can be reversed step by step with few of them: binomial checkpointing.

With `s` snapshots, and no step run more than `r` times again, a chain of `comb(s + r, s)` steps can be reversed, and no
schedule does better: A. Griewank and A. Walther, "Algorithm 799: revolve", ACM Transactions on Mathematical Software 26
(2000).  There the chain is reversed from its start.  Here its result is wanted first, so all steps are run once by the primal
sweep, which keeps snapshots on its way; the parts between these are then reversed as they are there, the last one first.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from math import comb

from tangentish.checkpointing import check_snapshots


def reach(snapshots: int, runs: int) -> int:
    """How many steps can be reversed from their start if no step is run again more than `runs` times.

    >>> reach(3, 2), reach(20, 3)
    (10, 1771)
    """
    return comb(snapshots + runs, snapshots) if runs >= 0 else 0


def runs_needed(steps: int, snapshots: int) -> int:
    """How often the steps have to be run again that are run most often."""
    runs = 0
    while reach(snapshots, runs) < steps:
        runs += 1
    return runs


def steps_again(steps: int, snapshots: int) -> int:
    """The least number of steps to run so that a chain can be reversed from its start, those that are reversed not counted.

    >>> steps_again(10, 3), steps_again(4, 1), steps_again(1, 1)
    (15, 6, 0)
    """
    runs = runs_needed(steps, snapshots)
    return runs * steps - comb(snapshots + runs, runs - 1) if runs else 0


def first_kept(steps: int, snapshots: int) -> frozenset[int]:
    """The steps before which the primal sweep keeps a snapshot; step 0 is always one of them.

    The part after each snapshot is reversed with the snapshots that are free by then: one for the last part, all for the first.

    >>> sorted(first_kept(10, 3))
    [0, 5, 8]
    """
    check_snapshots(snapshots)
    used = min(snapshots, steps)
    runs = 0
    while sum(reach(free, runs) for free in range(1, used + 1)) < steps:
        runs += 1
    lengths = [reach(free, runs - 1) for free in range(used, 0, -1)]
    rest = steps - sum(lengths)
    for place, free in enumerate(range(used, 0, -1)):
        more = min(rest, reach(free, runs) - lengths[place])
        lengths[place] += more
        rest -= more
    return frozenset(accumulate([0, *lengths[:-1]])) if used else frozenset()


def schedule(steps: int, snapshots: int) -> Iterator[tuple[int, int, frozenset[int]]]:
    """How to reverse a loop: `(step, start, keep)` for each of its steps, the last one first.

    To reverse `step`, go back to the snapshot before `start`, and run the steps from there up to `step`, keeping a snapshot
    before each of those in `keep`.  A snapshot is not needed any more once its own step has been reversed.

    >>> for step, start, keep in schedule(4, 2): print(step, start, sorted(keep))
    3 3 []
    2 0 [1]
    1 1 []
    0 0 []

    Raises `ArgumentError` for fewer than one snapshot.
    """
    kept = sorted(first_kept(steps, snapshots))
    for step in range(steps - 1, -1, -1):
        start = kept[-1]
        more = _on_the_way(start, step + 1, snapshots - len(kept) + 1)
        kept += more
        if kept[-1] == step:
            kept.pop()
        yield step, start, frozenset(more) - {step}


def _on_the_way(start: int, stop: int, snapshots: int) -> list[int]:
    """Where to keep snapshots on the way to the last of the steps from `start` to `stop`; the first is kept already."""
    found = []
    while snapshots > 1 and stop - start > 1:
        start += _split(stop - start, snapshots)
        snapshots -= 1
        found.append(start)
    return found


def _split(steps: int, snapshots: int) -> int:
    """How many steps to run before the next snapshot is kept."""
    runs = runs_needed(steps, snapshots)
    return max(1, reach(snapshots, runs - 2), steps - reach(snapshots - 1, runs))
