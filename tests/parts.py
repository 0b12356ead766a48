"""Which of the cases of the parametrized tests run: a part of them by default, so that all families are tried in minutes.

A case is in a part by a checksum of its name: always in the same one, wherever and in whatever order tests run.
"""

from __future__ import annotations

import os
import zlib
from typing import Any

PARTS = 10


def in_part(name: str, part: int) -> bool:
    """Whether the test of this name runs with a part: all tests without cases do, and of the others each with one part.

    >>> in_part("tests/test_syntax.py::test_parse", 3)
    True
    >>> [part for part in range(PARTS) if in_part("tests/test_syntax.py::test_parse[loop]", part)]
    [5]
    """
    return not name.endswith("]") or zlib.crc32(name.encode()) % PARTS == part % PARTS


def part_asked_for(config: Any) -> int | None:
    """The part that a run of pytest is to try, None for all that was asked for.

    What is asked for by a path, `-k` or `-m` runs whole, and so does all with `--all`; `--part` is for any of these, and the
    variable `TANGENTISH_PART` for runs of everything.
    """
    if hasattr(config, "workerinput"):  # a worker of pytest-xdist, which is told
        told: int | None = config.workerinput["part"]
        return told
    options = config.option
    if options.all or options.part is not None:
        return None if options.all else options.part
    by_path = config.args_source != config.ArgsSource.TESTPATHS
    return None if by_path or options.keyword or options.markexpr else int(os.environ.get("TANGENTISH_PART", "0"))
