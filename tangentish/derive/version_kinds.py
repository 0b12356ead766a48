"""The kinds of versions of names."""

from __future__ import annotations

import functools

from tangentish.analysis.def_use import Version
from tangentish.analysis.kinds import UNKNOWN, Kind, join
from tangentish.derive.program import Program

ONE_OF = ("entry", "left", "either")


def version_kind(program: Program, version: Version) -> Kind:
    """The kind of a version of a name: the name may have another one again when the statement that makes it is done."""
    kinds = program.kinds
    if version.kind == "param":
        return program.entry.get(version.name, UNKNOWN)
    if version.kind in ONE_OF:
        if version.joined is None:
            found = [version_kind(program, source) for source in version.sources] or [UNKNOWN]
            version.joined = functools.reduce(join, found)
        return version.joined
    if version.seen >= 0:
        return kinds.before.get(version.seen, {}).get(version.name, UNKNOWN)
    env = kinds.head if version.kind == "head" else kinds.after
    return env.get(version.site, {}).get(version.name, UNKNOWN)
