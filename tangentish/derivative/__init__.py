"""The callable that `grad` returns.

    arguments.py  what a call passes, and which of it `argnums` means
    programs.py   the programs made so far
    pullback.py   functions without source of their own, and auxiliary results
    results.py    what the caller gets
    pickling.py   how a primal is found again
    towers.py     derivatives of derivatives
    remembered.py the quick way for calls like the last one
    derivative.py `Derivative`, which puts these together
"""

from tangentish.derivative.arguments import Argnum
from tangentish.derivative.derivative import Derivative

__all__ = ["Argnum", "Derivative"]
