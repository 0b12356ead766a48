"""Views and aliases, written through and read afterwards."""

from __future__ import annotations

from . import stores
from .arrays import array, calm, fresh
from .indices import element, index, span, views
from .scalars import condition, scalar
from .scope import Scope, Shape, Var


def _touch(s: Scope, *texts: str) -> None:
    """A read or a write of one of these arrays, so that the alias matters."""
    for _ in range(s.rng.randint(1, 3)):
        found = [
            s.vars[text] for text in texts if text in s.vars and s.vars[text].what == "array"
        ]  # a target may rebind one
        if not found or 0 in (var := s.rng.choice(found)).shape:
            return
        if s.chance(0.65):
            p = s.rng.random()
            place = element(s, var) if var.shape else f"{var.text}[...]"
            if p < 0.4 or not var.shape:
                s.emit(f"{place} {s.rng.choice(stores.OPERATORS)} np.sin({scalar(s, 1)})")
            else:
                e = array(s, var.shape, 1) if len(var.shape) < 2 or p < 0.8 else scalar(s, 1)
                place = var.text + ("" if p < 0.7 else "[:]" if p < 0.85 else "[...]")
                operators = [o for o in stores.OPERATORS if o != "="] if p < 0.7 else list(stores.OPERATORS)
                s.emit(f"{place} {s.rng.choice(operators)} np.tanh({e})")
        else:
            target = s.target("scalar")
            if var.shape and s.chance(0.5):
                s.emit(
                    f"{target.text} = np.sum({var.text} ** 2)"
                    if s.chance(0.5)
                    else f"{target.text} = np.mean({var.text})"
                )
            else:
                s.emit(f"{target.text} = {element(s, var)} * {s.const()}")
            s.bind(target)


def _name_view(s: Scope, base: Var, text: str, shape: tuple[int, ...]) -> bool:
    target = s.new("array", shape)
    s.emit(f"{target.text} = {text}")
    _touch(s, target.text, base.text)
    return True


def view(s: Scope) -> bool:
    """`row = A[i]`, `t = A.T`, `tail = x[1:]`, reshape, ravel, a view of a view."""
    base = s.array(None, 2)
    if not base or not base.shape:
        return False
    x, shape = base.text, base.shape
    if len(shape) == 1:
        n = shape[0]
        size = s.rng.randint(1, n)
        choices: list[tuple[str, Shape | None]] = [
            (f"{x}[{span(s, n, size) or ':'}]", None),
            (f"{x}[::-1]", (n,)),
            (f"{x}[1:]", (n - 1,)),
            (f"{x}.reshape({n}, 1)", (n, 1)),
            (f"{x}[None, :]", (1, n)),
            (f"{x}[:]", (n,)),
            (f"{x}.view()", (n,)),
            (f"np.asarray({x})", (n,)),
            (f"np.reshape({x}, -1)", (n,)),
        ]
        if n % 2 == 0:
            choices += [(f"{x}.reshape(2, {n // 2})", (2, n // 2))] * 2
        text, known = s.rng.choice(choices)
        got = known or (len(range(n)[slice(*_bounds(text, x))]),)
    else:
        n, m = shape
        sliced: list[tuple[str, Shape]] = (
            [(f"{x}[{index(s, n)}]", (m,))] * 3
            + [(f"{x}[:, {index(s, m)}]", (n,))] * 2
            + [
                (f"{x}.T", (m, n)),
                (f"{x}.T", (m, n)),
                (f"{x}.reshape(-1)", (n * m,)),
                (f"{x}.ravel()", (n * m,)),
                (f"np.ravel({x})", (n * m,)),
                (f"{x}.reshape({m}, {n})", (m, n)),
                (f"{x}[1:]", (n - 1, m)),
                (f"np.transpose({x})", (m, n)),
                (f"{x}[:, ::-1]", (n, m)),
                (f"{x}[{index(s, n)}, :]", (m,)),
                (f"{x}.T[{index(s, m)}]", (n,)),
                (f"{x}.flatten()", (n * m,)),
                (f"np.swapaxes({x}, 0, 1)", (m, n)),
            ]
        )
        text, got = s.rng.choice(sliced)
    return _name_view(s, base, text, got)


def _bounds(text: str, base: str) -> tuple[int | None, ...]:
    return tuple(int(part) if part else None for part in text[len(base) + 1:-1].split(":"))


def alias(s: Scope) -> bool:
    """`b = a`, written and read through both names."""
    base = s.array(None, 1)
    if not base:
        return False
    target = s.new("array", base.shape)
    s.emit(f"{target.text} = {base.text}")
    _touch(s, target.text, base.text)
    return True


def conditional_alias(s: Scope) -> bool:
    """`c = a if t > 0 else a.copy()`: what aliases what is known at run time only."""
    base = s.array(None, 2)
    if not base:
        return False
    others = (
        [t for t in views(s, base.shape) if t != base.text]
        + [f"{base.text}.copy()"] * 2
        + [fresh(s, base.shape or (1,), 1) if base.shape else "np.array(0.4)"]
    )
    first, second = base.text, s.rng.choice(others)
    if s.chance(0.3):
        first, second = second, first
    test = condition(s)
    target = s.new("array", base.shape)
    if s.chance(0.6):
        s.emit(f"{target.text} = {first} if {test} else {second}")
    else:
        s.emit(f"if {test}:\n    {target.text} = {first}\nelse:\n    {target.text} = {second}")
    _touch(s, target.text, base.text)
    return True


def view_of_view(s: Scope) -> bool:
    base = s.array(2, 2)
    if not base or base.shape[1] < 2:
        return False
    n, m = base.shape
    middle = s.new("array", (m, n))
    s.emit(f"{middle.text} = {base.text}.T")
    inner = s.new("array", (n,))
    s.emit(f"{inner.text} = {middle.text}[{index(s, m)}]" + s.rng.choice(("", "[::-1]", "[:]")))
    _touch(s, inner.text, middle.text, base.text)
    return True


def old_value(s: Scope) -> bool:
    """Keep a name or a copy of an array, then write into it: only the copy keeps the old values."""
    base = s.array(None, 2)
    if not base:
        return False
    kept = s.new("array", base.shape)
    s.emit(
        f"{kept.text} = {base.text}{s.rng.choice(('.copy()', '.copy()', '', ' + 0.0' if base.shape else '.copy()'))}"
    )
    _touch(s, base.text)
    if base.shape and s.vars.get(base.text) == base and s.vars.get(kept.text) == kept:
        s.emit(f"{base.text} {s.rng.choice(('+=', '*=', '-='))} {kept.text}" if s.chance(0.5)
               else f"{base.text} = {base.text} * {kept.text}")
    return True


def ping_pong(s: Scope) -> bool:
    """Two buffers that change places in a loop."""
    shape = s.shape()
    if s.trips > 4:
        return False
    first, second = s.new("array", shape), s.new("array", shape)
    s.vars.pop(first.text), s.vars.pop(second.text)
    source = calm(s, array(s, shape, 2))
    s.emit(f"{first.text} = {source}")
    s.bind(first)
    s.emit(f"{second.text} = np.{s.rng.choice(('zeros', 'ones'))}_like({first.text})")
    s.bind(second)
    steps = s.rng.randint(0, 3)
    u, v = first.text, second.text
    with s.block(f"for _ in range({steps}):", "continue", steps):
        s.emit(
            s.rng.choice(
                (
                    f"{v}[1:-1] = np.sin({u}[1:-1]) + 0.2 * {u}[:-2]",
                    f"{v}[...] = {calm(s, f'{u} * {array(s, shape, 1)}')}",
                    f"{v}[1:] = 0.5 * {u}[1:] + 0.3 * {u}[:-1]",
                )
            )
            if shape[0] > 2
            else f"{v}[:] = np.sin({u})"
        )
        s.emit(f"{u}, {v} = {v}, {u}")
    return True


MENU = [(view, 5), (alias, 2), (conditional_alias, 2), (view_of_view, 1), (old_value, 1.5), (ping_pong, 0.7)]
