"""Values that an object keeps for the next call with the same arguments."""

from __future__ import annotations

from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative


def refuse_kept(attr: str) -> None:
    """Raise where such a value is used: how it depends on the arguments was seen, if at all, by the call that kept it.

    >>> try: refuse_kept("last")
    ... except UnsupportedError as error: print(error)
    `last` was kept by an earlier call with equal arguments, and its derivative is not known.
    Compute it each time, or differentiate with an object that has kept nothing yet.
    """
    raise UnsupportedError(f"`{attr}` was kept by an earlier call with equal arguments, and its derivative is not known.\n"
                           "Compute it each time, or differentiate with an object that has kept nothing yet.")


zero_derivative(refuse_kept)
