"""What a call leaves behind for its reverse, and what the reverse gives back."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.shadows import Shadows


class Parts:
    """The cotangents of the arguments of a call: by position, by keyword, or a slice of the positions."""

    def __init__(self, positional: list[Any], keywords: dict[str, Any]) -> None:
        self.values, self.keywords, self.positional = positional, keywords, len(positional)
        self.owner: Any = None  # of the object whose method was called

    def __getitem__(self, key: Any) -> Any:
        return self.keywords.get(key) if isinstance(key, str) else self.values[key]


class Record:
    """What one call recorded; `reverse(ans_bar, shadows)` gives the cotangents of its arguments.

    What a result has under the names `without` has no derivative.
    """

    without: tuple[str, ...] = ()
    why_unknown = ""  # what to say of the places that are `unknown`

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        """The cotangents; what is in arrays, containers and objects goes to the table."""
        raise NotImplementedError

    def unknown(self, key: Any) -> Any:
        """Where an array has no derivative that the result has under a name, as a mask; None if there is no such place."""
        return None

    def carry(self, args: Any, dots: Any, keywords: Any, keyword_dots: Any, tangents: Any) -> bool:
        """Forwards, where the result is an object that others are asked about: note its tangent in the table, if it has one.

        What is noted as "record" is reversed after what was found out about the object.
        """
        return False


class Nothing(Record):
    """A call that no derivative flows through."""

    def __init__(self, positional: int) -> None:
        self.positional = positional

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        return Parts([None] * self.positional, {})


class AsTheyWere(Nothing):
    """The same, of a call that may have written into what it was given: names, whole numbers, functions."""

    def __init__(self, positional: int, before: list[tuple[Any, Any]]) -> None:
        super().__init__(positional)
        self.before = before

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        for value, content in self.before:
            shadows.restore_names(value, content)
        return super().reverse(ans_bar, shadows)


class OfOwner(Record):
    """A call with the owner of a method put in front, which the caller did not write."""

    def __init__(self, inner: Record, owner: Any) -> None:
        self.inner, self.owner = inner, owner

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        parts = self.inner.reverse(ans_bar, shadows)
        rest = Parts(parts.values[1:], parts.keywords)
        if isinstance(self.owner, np.ndarray):
            shadows.add(self.owner, None, parts.values[0])
        else:
            rest.owner = parts.values[0]
        return rest
