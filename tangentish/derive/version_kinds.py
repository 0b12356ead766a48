"""The kinds of versions of names."""

from __future__ import annotations

import functools

from tangentish.analysis.kinds import UNKNOWN, Kind, join
from tangentish.analysis.versions import Version
from tangentish.derive.program import Program

ONE_OF = ("entry", "left", "either")


def version_kind(program: Program, version: Version) -> Kind:
    """The kind of a version of a name: the name may have another one again when the statement that makes it is done."""
    return _kind(program, version) or UNKNOWN


def _kind(program: Program, version: Version) -> Kind | None:
    """The same, or None if the name is not bound yet: where a loop begins that binds it."""
    kinds = program.kinds
    if version.kind == "param":
        return program.entry.get(version.name, UNKNOWN)
    if version.kind in ONE_OF:
        if version.joined is None:
            found = [kind for source in version.sources if (kind := _kind(program, source)) is not None]
            version.joined = functools.reduce(join, found) if found else UNKNOWN
        return version.joined
    if version.seen >= 0:
        return kinds.before.get(version.seen, {}).get(version.name, UNKNOWN)
    if version.kind == "head":
        env, before = kinds.head.get(version.site, {}), program.flow.before[version.site].get(version.name)
        return env[version.name] if version.name in env else None if before is None else _kind(program, before)
    return kinds.after.get(version.site, {}).get(version.name, UNKNOWN)
