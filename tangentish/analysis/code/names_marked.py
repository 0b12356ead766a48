"""The names in what is found of code: each mark is a text, and says in its first words what happens to the name behind them."""

from __future__ import annotations

from collections.abc import Callable, Iterable


def marked(how: Callable[[str], str], marks: Iterable[str]) -> set[str]:
    """The names that are found in some way, which is what makes a mark of a name.

    >>> sorted(marked(lambda key: f"fills {key}", ["fills rows", "binds names", "fills levels"]))
    ['levels', 'rows']
    """
    start = how("")
    return {mark.removeprefix(start) for mark in marks if mark.startswith(start)}
