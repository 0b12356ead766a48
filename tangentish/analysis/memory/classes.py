"""Names in classes: those that may share memory, joined pair by pair."""

from __future__ import annotations


class Classes:
    """The classes of names, each with one of them to stand for it; a name that was never joined is alone.

    >>> classes = Classes()
    >>> classes.join("row", "matrix")
    >>> classes.join("entry", "row")
    >>> classes.find("entry"), classes.find("other"), sorted(classes.members("row"))
    ('matrix', 'other', ['entry', 'matrix', 'row'])
    """

    def __init__(self) -> None:
        self._of: dict[str, str] = {}  # the representative of each name that was joined
        self._members: dict[str, set[str]] = {}  # and all names that it stands for

    def find(self, name: str) -> str:
        """The representative of the class of a name."""
        return self._of.get(name, name)

    def join(self, name: str, other: str) -> None:
        """Make one class of those of two names; the representative of the second stands for it."""
        gone, kept = self.find(name), self.find(other)
        members = self._members.setdefault(kept, {kept})
        self._of[kept] = kept
        if gone != kept:
            moved = self._members.pop(gone, {gone})
            members |= moved
            self._of.update(dict.fromkeys(moved, kept))

    def members(self, name: str) -> set[str]:
        """The names of the class of a name that was joined, to itself or to others; of any other name there are none."""
        return self._members.get(self.find(name), set())
