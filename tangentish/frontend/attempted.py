"""Functions that say how they ended: the value and None, or None and the error that left them.

What such a function did before the error can be reversed, as it came to its end.

>>> def root(x):
...     if x < 0.0:
...         raise ValueError("negative")
...     return x ** 0.5
>>> function = attempted(root)
>>> function(4.0), function(-4.0)
((2.0, None), (None, ValueError('negative')))
"""

from __future__ import annotations

import types
import weakref

import gast

from tangentish.errors import TangentishError, UnsupportedError
from tangentish.frontend.generators import is_generator
from tangentish.frontend.source import read_source, rewritten
from tangentish.names import Names
from tangentish.rules.registry import zero_derivative
from tangentish.syntax import Block, Node, child_blocks, clone, constant, locate, name, names_in, stored, tuple_of

_made: weakref.WeakKeyDictionary[types.FunctionType, types.FunctionType] = weakref.WeakKeyDictionary()
_trees: weakref.WeakKeyDictionary[types.CodeType, tuple[str, Node]] = weakref.WeakKeyDictionary()


def attempted(function: types.FunctionType) -> types.FunctionType | None:
    """The function that does the same and says how it ended; None for a generator, or if there is no source."""
    if function not in _made:
        if is_generator(function):
            return None
        try:
            source = read_source(function)
        except TangentishError:
            return None
        code = function.__code__
        if code not in _trees or _trees[code][0] != code.co_filename:  # which code may differ in and be equal
            _trees[code] = code.co_filename, _tree(source.tree)
        _made[function] = rewritten(function, _trees[code][1])
    return _made[function]


def attempt_of(function: types.FunctionType) -> types.FunctionType:
    """`attempted`, of a function that is defined where it is called."""
    made = attempted(function)
    if made is None:
        raise UnsupportedError(f"`{function.__qualname__}` is called in a `try`, and how it was left cannot be followed.\n"
                               "Check before the call whether it can be done.")
    return made


zero_derivative(attempt_of)


def _tree(tree: Node) -> Node:
    made = clone(tree)
    made.name, made.returns = f"{tree.name if tree.name.isidentifier() else 'function'}_attempted", None
    error = Names(names_in(tree)).fresh("error")
    _tell(made.body)
    handler = gast.ExceptHandler(name("BaseException"), stored(error), [_ended(constant(None), name(error))])
    made.body = [gast.Try(made.body, [handler], [], []), _ended(constant(None), constant(None))]
    for node in made.body:
        locate(node, tree)
    return made


def _tell(block: Block) -> None:
    """Let each `return` say that there was no error."""
    for place, node in enumerate(block):
        if node.__class__ is gast.Return:
            block[place] = locate(_ended(node.value or constant(None), constant(None)), node)
        for _, inner in child_blocks(node):
            _tell(inner)


def _ended(value: Node, error: Node) -> Node:
    return gast.Return(tuple_of([value, error]))
