"""The text of the commonest statements and expressions, as `astor` writes them and many times faster.

Every function takes a node and the precedence of what it stands in: with a lower one of its own it is put in parentheses.
A `KeyError` says that a node is none of the commonest.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import gast

from tangentish.trees import Node

# the precedences of astor, whose values matter only relative to each other
_ASSIGN, _AUGMENT, _LOOP, _RETURN, _INDEX, _TUPLE, _COMMA, _ONE_ARGUMENT, _IF = 3, 5, 9, 11, 13, 19, 21, 25, 27
_NOT, _COMPARE, _POWER_RIGHT, _POWER, _NUMBER, _HIGHEST = 35, 37, 51, 55, 61, 63
_BINARY = {
    gast.BitOr: ("|", 39), gast.BitXor: ("^", 41), gast.BitAnd: ("&", 43), gast.LShift: ("<<", 45), gast.RShift: (">>", 45),
    gast.Add: ("+", 47), gast.Sub: ("-", 47), gast.Mult: ("*", 49), gast.Div: ("/", 49), gast.Mod: ("%", 49),
    gast.FloorDiv: ("//", 49), gast.MatMult: ("@", 49), gast.Pow: ("**", _POWER),
}
_UNARY = {gast.Not: ("not ", _NOT), gast.Invert: ("~", 53), gast.UAdd: ("+", 53), gast.USub: ("-", 53)}
_BOOLEAN = {gast.Or: (" or ", 31), gast.And: (" and ", 33)}
_COMPARISON = {
    gast.Eq: "==", gast.Gt: ">", gast.GtE: ">=", gast.In: "in", gast.Is: "is", gast.NotEq: "!=", gast.Lt: "<", gast.LtE: "<=",
    gast.NotIn: "not in", gast.IsNot: "is not",
}


def common_text(node: Node) -> str:
    """The text of a statement or an expression."""
    return _of(node, _HIGHEST)


def header_text(node: Node) -> str:
    """The first line of a loop."""
    if node.__class__ is gast.While:
        return f"while {_of(node.test, _LOOP)}:"
    if node.__class__ is gast.For:
        return f"for {_of(node.target, _LOOP)} in {_of(node.iter, _HIGHEST)}:"
    raise KeyError(node.__class__)


def _of(node: Node, around: int) -> str:
    return _WRITE[node.__class__](node, around)


def _name(node: Node, around: int) -> str:
    return str(node.id)


def _constant(node: Node, around: int) -> str:
    value: Any = node.value
    if value.__class__ is str and not node.kind:
        return repr(value)
    if value is None or value is Ellipsis:
        return "None" if value is None else "..."
    if value.__class__ not in (int, float, bool) or (value.__class__ is float and not math.isfinite(value)):
        raise KeyError(value)
    text = repr(value)
    own = _UNARY[gast.USub][1] if text[0] == "-" else _NUMBER  # (-1.0) ** n, not -1.0 ** n
    return text if around <= own else f"({text})"


def _attribute(node: Node, around: int) -> str:
    value = node.value
    return f"{_WRITE[value.__class__](value, _HIGHEST)}.{node.attr}"


def _subscript(node: Node, around: int) -> str:
    value, index = node.value, node.slice
    return f"{_WRITE[value.__class__](value, _HIGHEST)}[{_WRITE[index.__class__](index, _INDEX)}]"


def _slice(node: Node, around: int) -> str:
    lower, upper, step = node.lower, node.upper, node.step
    text = f"{_of(lower, _INDEX) if lower is not None else ''}:{_of(upper, _INDEX) if upper is not None else ''}"
    if step is None:
        return text
    return f"{text}:" if step.__class__ is gast.Name and step.id == "None" else f"{text}:{_of(step, _INDEX)}"


def _binary(node: Node, around: int) -> str:
    symbol, own = _BINARY[node.op.__class__]
    left, right = node.left, node.right
    power = own == _POWER
    text = (f"{_WRITE[left.__class__](left, own + 1 if power else own)} {symbol} "
            f"{_WRITE[right.__class__](right, _POWER_RIGHT if power else own + 1)}")
    return text if own >= around else f"({text})"


def _unary(node: Node, around: int) -> str:
    symbol, own = _UNARY[node.op.__class__]
    text = f"{symbol}{_of(node.operand, own)}"
    return text if own >= around else f"({text})"


def _boolean(node: Node, around: int) -> str:
    symbol, own = _BOOLEAN[node.op.__class__]
    text = symbol.join([_of(value, own + 1) for value in node.values])
    return text if own >= around else f"({text})"


def _compare(node: Node, around: int) -> str:
    parts = [_of(node.left, _COMPARE + 1)]
    for op, value in zip(node.ops, node.comparators, strict=True):
        parts += [_COMPARISON[op.__class__], _of(value, _COMPARE + 1)]
    text = " ".join(parts)
    return text if around <= _COMPARE else f"({text})"


def _choice(node: Node, around: int) -> str:
    text = f"{_of(node.body, _IF + 1)} if {_of(node.test, _IF + 1)} else {_of(node.orelse, _IF)}"
    return text if around <= _IF else f"({text})"


def _call(node: Node, around: int) -> str:
    args, keywords = node.args, node.keywords
    own = _COMMA if len(args) + len(keywords) > 1 else _ONE_ARGUMENT
    parts = [_WRITE[arg.__class__](arg, own) for arg in args]
    parts += [f"{part.arg}={_of(part.value, _COMMA)}" if part.arg else f"**{_of(part.value, _COMMA)}" for part in keywords]
    return f"{_of(node.func, _HIGHEST)}({', '.join(parts)})"


def _starred(node: Node, around: int) -> str:
    return f"*{_of(node.value, _HIGHEST)}"


def _tuple(node: Node, around: int) -> str:
    text = ", ".join([_WRITE[item.__class__](item, _COMMA) for item in node.elts])
    if len(node.elts) == 1:
        text += ","
    return text if around <= _TUPLE and node.elts else f"({text})"


def _list(node: Node, around: int) -> str:
    return f"[{', '.join([_of(item, _COMMA) for item in node.elts])}]"


def _assign(node: Node, around: int) -> str:
    return " = ".join([_of(part, _ASSIGN) for part in (*node.targets, node.value)])


def _augmented(node: Node, around: int) -> str:
    return f"{_of(node.target, _AUGMENT)} {_BINARY[node.op.__class__][0]}= {_of(node.value, _AUGMENT)}"


def _expression(node: Node, around: int) -> str:
    return _of(node.value, _AUGMENT)


def _return(node: Node, around: int) -> str:
    return "return" if node.value is None else f"return {_of(node.value, _RETURN)}"


_WRITE: dict[type, Callable[[Node, int], str]] = {
    gast.Assign: _assign, gast.Attribute: _attribute, gast.AugAssign: _augmented, gast.BinOp: _binary, gast.BoolOp: _boolean,
    gast.Break: lambda node, around: "break", gast.Call: _call, gast.Compare: _compare, gast.Constant: _constant,
    gast.Continue: lambda node, around: "continue", gast.Expr: _expression, gast.IfExp: _choice, gast.List: _list,
    gast.Name: _name, gast.Pass: lambda node, around: "pass", gast.Return: _return, gast.Slice: _slice,
    gast.Starred: _starred, gast.Subscript: _subscript, gast.Tuple: _tuple, gast.UnaryOp: _unary,
}
