"""Nested functions that capture variables which are bound, or bound anew, later."""

from __future__ import annotations

from .arrays import array, leaf
from .arrays import calm as calm_array
from .flow import body
from .scalars import calm, condition, scalar
from .scope import Scope


def _definition(s: Scope, name: str, captured: str) -> str:
    """A definition of a function of one scalar that reads what it captures: here, in a branch, in a loop, further down."""
    value = s.rng.choice((f"np.sin(t) * {captured}", f"t + {captured} * {s.const()}", f"np.tanh(t * {captured}) + {captured}"))
    inner, other = s.shared.fresh("inner"), f"t * {s.const()}"
    return s.rng.choice((
        f"def {name}(t):\n    return {value}",
        f"{name} = lambda t: {value}",
        f"if {condition(s)}:\n    def {name}(t):\n        return {value}\nelse:\n    def {name}(t):\n        return {other}",
        f"for q in range(2):\n    def {name}(t, q=q):\n        return {value} + q",
        f"{name} = [lambda t: {value}, lambda t: {other}][{s.rng.randint(0, 1)}]",
        f"def {name}(t):\n    def {inner}():\n        return {value}\n    return {inner}()",
        f"def {inner}():\n    return lambda t: {value}\n{name} = {inner}()",
        f"def {inner}(r):\n    def g(t):\n        return {value} * r\n    return g\n{name} = {inner}({s.const()})",
        f"try:\n    {name} = {{}}['none']\nexcept KeyError:\n    def {name}(t):\n        return {value}",
    ))


def _rebound(s: Scope, name: str) -> str:
    return s.rng.choice((f"{name} = {calm(s, scalar(s, 2))}", f"{name} = np.sin({name} * {scalar(s, 1)})",
                         f"{name} *= {scalar(s, 1)}", f"for q in range(2):\n    {name} = np.cos({name} + q)",
                         f"if {condition(s)}:\n    {name} = {scalar(s, 1)}"))


def rebound_later(s: Scope) -> bool:
    """A captured number that is bound after the definition, or anew between two calls."""
    if s.level > 3 or s.trips > 4:
        return False
    y, name, target = s.shared.fresh("y"), s.shared.fresh("g"), s.target("scalar")
    first = f"{y} = {scalar(s, 1)}"
    definition = _definition(s, name, y)
    s.emit(f"{first}\n{definition}" if s.chance(0.6) else f"{definition}\n{first}")
    if s.chance(0.6):
        s.emit(f"{target.text} = {name}({scalar(s, 1)})")
        s.bind(target)
    if s.chance(0.3):
        body(s, 1)
    s.emit(_rebound(s, y))
    last = f"{name}({scalar(s, 1)})"
    s.emit(f"{target.text} = {last} * {target.text}" if target.text in s.vars and s.vars[target.text].what == "scalar"
           else f"{target.text} = {last}")
    s.bind(target)
    return True


def array_captured(s: Scope) -> bool:
    """A captured array that is written into, and bound anew."""
    if s.level > 3 or s.trips > 4:
        return False
    shape = s.shape()
    a, name, target = s.shared.fresh("held"), s.shared.fresh("g"), s.target("scalar")
    s.emit(f"{a} = {leaf(s, shape)}{s.rng.choice(('', '.copy()'))}")
    s.emit(f"def {name}(t):\n    return np.sum({a} * t) / {s.rng.randint(3, 8)}")
    s.emit(f"{target.text} = {name}({scalar(s, 1)})")
    s.bind(target)
    for _ in range(s.rng.randint(1, 2)):
        s.emit(s.rng.choice((f"{a}[{', '.join('0' * len(shape))}] = {scalar(s, 1)}", f"{a} *= {scalar(s, 1)}",
                             f"{a} = {calm_array(s, array(s, shape, 1))}", f"{a} = {a} + {target.text}")))
        s.emit(f"{target.text} += {name}({scalar(s, 0)})")
    return True


def counted(s: Scope) -> bool:
    """A function that changes what it captures, made by another one."""
    if s.level > 2 or s.trips > 4:
        return False
    maker, y, target = s.shared.fresh("maker"), s.shared.fresh("y"), s.target("scalar")
    first, second = s.shared.fresh("g"), s.shared.fresh("g")
    s.emit(f"def {maker}({y}):\n    def add(t):\n        nonlocal {y}\n        {y} = np.sin({y} + t) * {s.const()}\n"
           f"        return {y}\n    def get():\n        return {y} * {s.const()}\n    return add, get")
    s.emit(f"{first}, {second} = {maker}({scalar(s, 1)})")
    s.emit(f"for q in range(2):\n    {first}({scalar(s, 1)})" if s.chance(0.5) else f"{first}({scalar(s, 1)})")
    s.emit(f"{target.text} = {second}() * {first}({scalar(s, 0)}) + {second}()")
    s.bind(target)
    return True


MENU = [(rebound_later, 3), (array_captured, 1.5), (counted, 1)]
