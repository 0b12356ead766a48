"""Arrays around a function that it may write into, by ways that are not followed: it works on views of them that refuse.

What is stored through a container, an object or a function that keeps what it is given cannot be told from the text.  That an
array is written shows when it is, so that nothing is refused which only might have happened.

>>> import numpy as np
>>> from tangentish.frontend.resolve import Scope
>>> from tangentish.frontend.source import read_source
>>> from tangentish.names import Names
>>> from tangentish.syntax import unparse
>>> BUFFER = np.zeros(3)
>>> def fill(x):
...     rows = []
...     rows.append(BUFFER)
...     rows[0][:] = x
>>> source = read_source(fill)
>>> scope = Scope(source, {"rows", "x"})
>>> for node in watch_arrays(source.tree.body, scope, set(), Names({"BUFFER", "rows", "x"})): print(unparse(node))
BUFFER_2 = unwritten(BUFFER)
rows = []
rows.append(BUFFER_2)
rows[0][:] = x
"""

from __future__ import annotations

import numpy as np

from tangentish.analysis.effects import effects_of
from tangentish.analysis.inert import is_engine
from tangentish.frontend.resolve import Scope
from tangentish.names import Names
from tangentish.normalise.globals import held_around, work_on
from tangentish.syntax import Block


def watch_arrays(body: Block, scope: Scope, followed: set[str], names: Names) -> Block:
    """Let a block work on views of the arrays around it that it may write into; what it does to those `followed` is known."""
    function = scope.source.function
    if is_engine(function):
        return body
    return work_on("unwritten", body, {label for label in effects_of(function, with_rule=True).around - followed
                                       if label not in scope.locals and isinstance(held_around(label, scope), np.ndarray)}, names)
