"""One walk over the statements of a block that puts others in their places.

>>> from tangentish.syntax import parse, unparse
>>> for node in each_rewritten(parse("a = 1\\nif a:\\n    b = 2").body, lambda node: [node, node] if node.lineno == 3 else [node]):
...     print(unparse(node))
a = 1
if a:
    b = 2
    b = 2
"""

from __future__ import annotations

from collections.abc import Callable

from tangentish.syntax import Block, Node, child_blocks


def each_rewritten(block: Block, of: Callable[[Node], Block]) -> Block:
    """A block with what `of` gives in the place of each statement, of the blocks inside it first; nested functions stay.

    The statements themselves are written into: their blocks stay the lists they are.
    """
    out: Block = []
    for node in block:
        for _, inner in child_blocks(node):
            inner[:] = each_rewritten(inner, of)
        out += of(node)
    return out
