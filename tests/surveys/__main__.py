"""`python -m tests.surveys`: differentiate functions of installed packages and compare with central differences."""

from __future__ import annotations

import argparse
import collections
import os
import sys
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is loaded: the matrices have three rows

from .case import Case
from .run import AREAS, missing, verdicts

KINDS = ("right", "wrong", "refused", "crashed", "unfit")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.surveys", description=__doc__)
    parser.add_argument("--only", default="", metavar="NAME", help="areas and calls that contain this")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="one of each N cases of an area")
    parser.add_argument("--first", type=int, default=0, metavar="K", help="begin with case K of an area, modulo N")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--all", action="store_true", help="print those that are as they were kept, too")
    options = parser.parse_args()
    start, tally, moved = time.monotonic(), {area: collections.Counter[str]() for area in AREAS}, 0
    for area in AREAS:
        if missing(area):
            print(f"{area}: skipped, not installed")
            del tally[area]
    for area, case, (kind, why) in verdicts(list(tally), options.only, options.jobs, options.every, options.first):
        tally[area][kind] += 1
        moved += failed(case, kind)
        if options.all or kind != case.verdict:
            word = "FAILED" if failed(case, kind) else kind if kind == "unfit" else "kept" if kind == case.verdict else "better"
            print(f"{word} {area}: {case.call}: {case.verdict} -> {kind} {why}", flush=True)
    print(f"\n{'area':30}" + "".join(f"{kind:>9}" for kind in KINDS))
    for area, kinds in [*tally.items(), ("all", sum(tally.values(), collections.Counter[str]()))]:
        print(f"{area:30}" + "".join(f"{kinds[kind]:9}" for kind in KINDS))
    times = os.times()
    print(f"{time.monotonic() - start:.0f} s, of work {sum(times[:4]):.0f} s; {moved} not as they were kept")
    cases = [kind for kinds in tally.values() for kind in kinds.elements()]
    return int(moved > 0 or 2 * cases.count("unfit") > len(cases))  # packages change; but then nothing would be seen here


def failed(case: Case, kind: str) -> bool:
    """Whether a verdict is worse than the one that was kept; of a case that is unfit nothing is known."""
    return kind not in ("right", "unfit") and not kind == case.verdict == "refused"


if __name__ == "__main__":
    sys.exit(main())
