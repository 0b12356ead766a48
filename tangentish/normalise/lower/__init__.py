"""Every active operation gets a statement of its own, with names or literals as operands; inactive code stays as it is.

>>> from tangentish.names import Names
>>> from tangentish.syntax import names_in, parse, unparse
>>> class Everything:
...     varied = set()
...     def expr(self, node): return bool(names_in(node))
>>> block = parse("y = np.sin(x * x) + 1.0").body
>>> for node in Lower(Names({"x", "y", "np"}), Everything()).block(block): print(unparse(node))
t = x * x
t_2 = np.sin(t)
y = t_2 + 1.0
"""

from __future__ import annotations

from tangentish.normalise.lower.blocks import Blocks
from tangentish.normalise.lower.calls import Calls
from tangentish.normalise.lower.simple import is_simple


class Lower(Blocks, Calls):
    """Rewrites blocks."""


__all__ = ["Lower", "is_simple"]
