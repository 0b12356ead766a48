"""The links of names that share memory."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Edge:
    """The statement `uid` makes `target` share memory with `source`.

    A move is a plain `target = source`; with `holds`, `target` is a container that `source` is put into.
    """

    uid: int
    target: str
    source: str
    move: bool
    holds: bool = False
