"""What a case says."""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True)
class Case:
    """A call, written as in a program, and the arguments at which it is differentiated.

    `at` is written as the arguments of `dict` are; all of its names are differentiated with respect to, at once.  Both texts
    may use the names of `points.py`, of the `SETUP` of the area and of `setup`.
    """

    call: str
    at: str
    setup: str = ""  # lines before it
    verdict: str = "right"  # or "refused": what it gave when it was kept
    rtol: float = 1e-6
    size: float = 1e-3  # of the largest step of the central differences
