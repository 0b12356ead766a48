"""The body of a method, of an object whose class is known.

>>> from tangentish.frontend.source import read_source
>>> class Series:
...     def scaled(self, x): return x * self.factor
>>> MethodBody(read_source(Series.scaled), Series, 0).first
'self'
"""

from __future__ import annotations

from typing import Any

import gast

from tangentish.analysis.writes.body_effects import BodyScan
from tangentish.analysis.writes.effects_met import METHODS, effects_met
from tangentish.syntax import walk


class MethodBody(BodyScan):
    """A body whose `first` parameter is an object of a class; `rebound` if that name is bound to something else.

    `own` are names that classes in reach give a meaning of their own.
    """

    def __init__(self, source: Any, cls: type, depth: int, own: frozenset[str] = frozenset()) -> None:
        super().__init__(source, lambda function: effects_met(function, own), own=own & METHODS)
        self.first = source.function.__code__.co_varnames[0]
        self.cls, self.depth = cls, depth
        self.rebound = any(node.__class__ is gast.Name and node.id == self.first and node.ctx.__class__ is gast.Store
                           for node in walk(self.tree))
