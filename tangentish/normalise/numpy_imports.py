"""`import numpy as np` in the body of a function, maybe in a branch or a loop: left out, as generated code has `np` anyway.

>>> from tangentish.syntax import parse, unparse
>>> function = parse('''
... def f(x):
...     if x > 0:
...         import numpy as np
...         return np.sin(x)
...     else:
...         import numpy as np
...     return x
... ''').body[0]
>>> drop_numpy_imports(function, {})
True
>>> print(unparse(function))
def f(x):
    if x > 0:
        return np.sin(x)
    else:
        pass
    return x
"""

from __future__ import annotations

from typing import Any

import gast
import numpy

from tangentish.analysis.def_use import bound_names
from tangentish.syntax import Node, locate, walk, walk_statements


def drop_numpy_imports(function: Node, outside: dict[str, Any]) -> bool:
    """Leave out the imports of NumPy as `np` if nothing else is called so in the function or `outside` it; whether there were."""
    parts = walk(function)
    if not any(part.__class__ is gast.Import for part in parts) or outside.get("np", numpy) is not numpy:
        return False
    imports = [node for node in walk_statements(function.body) if _imports_numpy(node)]
    if not imports or any("np" in bound_names(node) for node in walk_statements(function.body) if node not in imports):
        return False
    if any(_binds_np(part) for part in parts):
        return False
    for part in parts:
        for block in (getattr(part, key, None) for key in ("body", "orelse", "finalbody")):
            if isinstance(block, list) and any(node in imports for node in block):
                nothing = locate(gast.copy_location(gast.Pass(), block[0]), block[0])
                block[:] = [node for node in block if node not in imports] or [nothing]
    return True


def _imports_numpy(node: Node) -> bool:
    return node.__class__ is gast.Import and [(alias.name, alias.asname) for alias in node.names] == [("numpy", "np")]


def _binds_np(part: Node) -> bool:
    """Whether a parameter, a handler, a comprehension or a `global` statement gives `np` another meaning."""
    if part.__class__ in (gast.Global, gast.Nonlocal):
        return "np" in part.names
    return part.__class__ is gast.Name and part.id == "np" and part.ctx.__class__ is not gast.Load
