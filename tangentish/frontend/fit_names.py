"""Names that generated functions can have: what a function is called may be any text."""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable
from typing import Any


def name_for(function: Callable[..., Any]) -> str:
    """The name of a function, or one like it that may stand in code.

    >>> def energy(x): return x
    >>> name_for(energy), name_for(lambda x: x)
    ('energy', 'function')
    >>> energy.__name__ = "energy [J]"
    >>> name_for(energy)
    'energy__J_'
    """
    name = function.__name__
    if name.isidentifier() and not keyword.iskeyword(name):
        return name
    return "function" if name == "<lambda>" else re.sub(r"\W", "_", name) if name[:1].isidentifier() else "function"
