"""A `try` in the body of another one is always gone through to its end: an error that leaves it is raised after it.

The reverse sweep can then tell how far each of the two came.

>>> from tangentish.syntax import parse, unparse
>>> node = parse('''
... try:
...     y = sqrt(x)
... except ValueError:
...     y = log(x)
... finally:
...     z = y
... ''').body[0]
>>> for made in gone_through(node, Names({"x", "y", "z"})): print(unparse(made))
failure = None
try:
    y = sqrt(x)
except ValueError:
    try:
        y = log(x)
    except BaseException as caught:
        failure = caught
except BaseException as caught:
    failure = caught
z = y
if failure is not None:
    raise failure
"""

from __future__ import annotations

import gast

from tangentish.names import Names
from tangentish.syntax import Block, Node, assign, constant, name, stored


def gone_through(node: Node, names: Names) -> Block:
    """What stands for a `try` without `break`, `continue` or `return` in it."""
    failure, caught = names.fresh("failure"), names.fresh("caught")

    def keep() -> Node:
        return gast.ExceptHandler(name("BaseException"), stored(caught), [assign(failure, name(caught))])

    def attempt(body: Block, handlers: Block, orelse: Block, place: Node) -> Node:
        made = gast.copy_location(gast.Try(body, handlers, orelse, []), place)
        made.gone_through = True
        return made

    def kept(block: Block) -> Block:
        return block if all(map(_cannot_fail, block)) else [attempt(block, [keep()], [], block[0])]

    handlers = [gast.copy_location(gast.ExceptHandler(h.type, h.name, kept(h.body)), h) for h in node.handlers]
    if not handlers or handlers[-1].type is not None:
        handlers.append(keep())
    whole = attempt(node.body, handlers, kept(node.orelse), node)
    test = gast.Compare(name(failure), [gast.IsNot()], [constant(None)])
    return [assign(failure, constant(None)), whole, *node.finalbody, gast.If(test, [gast.Raise(name(failure), None)], [])]


def _cannot_fail(node: Node) -> bool:
    """Whether a statement is `pass`, or gives a name to a number."""
    return node.__class__ is gast.Pass or (node.__class__ is gast.Assign and node.value.__class__ is gast.Constant and all(
        target.__class__ is gast.Name for target in node.targets))
