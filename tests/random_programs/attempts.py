"""Errors in the middle of blocks whose names are bound again and again, to values that are active, and to some that are not."""

from __future__ import annotations

from .scalars import calm, condition, scalar
from .scope import Scope

_CAUGHT = ("except ValueError:", "except (ValueError, KeyError):", "except Exception as error:")


def attempt(s: Scope) -> bool:
    """A `try` (or what does the same) around statements that may raise anywhere; its handler goes on with what it finds."""
    a, b, w = s.shared.fresh("p"), s.shared.fresh("q"), s.shared.fresh("w")
    s.emit(f"{a}, {b}, {w} = {_value(s)}, {_value(s)}, np.array([{scalar(s, 1)}, {s.const()}, {scalar(s, 1)}])")
    held = s.rng.choice(("", "", "else:", "finally:"))
    outer = s.chance(0.25)
    if outer:
        s.raw("try:")
        s.level += 1
    if s.chance(0.15):
        s.raw(f"import contextlib\nwith contextlib.suppress({s.rng.choice(('ValueError', 'ValueError, KeyError'))}):")
        _body(s, a, b, w)
    else:
        s.raw("try:")
        _body(s, a, b, w)
        s.raw(s.rng.choice(_CAUGHT))
        _handler(s, a, b, w, outer)
        if held:
            s.raw(f"{held}\n    {_step(s, a, b, w)}")
    if outer:
        s.level -= 1
        s.raw("except (KeyError, TypeError):")
        _handler(s, a, b, w, False)
    target = s.target("scalar")
    s.emit(f"{target.text} = {calm(s, f'{a} * {b} + np.sum({w})')} + {a}")
    s.bind(target)
    return True


def _value(s: Scope) -> str:
    return s.rng.choice((scalar(s, 1), scalar(s, 1), s.const(), "0", "1.5"))


def _step(s: Scope, a: str, b: str, w: str) -> str:
    one, other = s.rng.sample((a, b), 2)
    k = s.rng.randrange(3)
    return s.rng.choice((
        f"{one} = {_value(s)}", f"{one} = {_value(s)}", f"{one} = {other} * {scalar(s, 1)}", f"{one}, {other} = {other}, {one}",
        f"{one} = {one} + {scalar(s, 1)}", f"{one} *= {s.const()}", f"{w}[{k}] = {_value(s)}", f"{w}[{k}] *= {one}",
        f"{w} = {w} * {scalar(s, 1)}", f"{w} = np.ones(3)", f"{one} = {w}[{k}]", f"{one} = 0"))


def _raise(s: Scope, error: str = "") -> str:
    error = error or s.rng.choice(("ValueError", "ValueError", "KeyError"))
    return s.rng.choice((f"if {condition(s)}:\n    raise {error}", f"if {condition(s)}:\n    raise {error}('no')",
                         f"for k in range(2):\n    if {condition(s)} and k:\n        raise {error}"))


def _body(s: Scope, a: str, b: str, w: str) -> None:
    s.level += 1
    for _ in range(s.rng.randint(1, 3)):
        s.raw(_step(s, a, b, w))
    for _ in range(s.rng.randint(1, 2)):
        s.raw(_raise(s))
        for _ in range(s.rng.randint(1, 2)):
            s.raw(_step(s, a, b, w))
    s.level -= 1


def _handler(s: Scope, a: str, b: str, w: str, passes_on: bool) -> None:
    s.level += 1
    if s.chance(0.5):
        s.raw(_step(s, a, b, w))
    if passes_on and s.chance(0.6):
        s.raw(_raise(s, "KeyError") if s.chance(0.7) else f"if {condition(s)}:\n    raise")
    s.raw("pass" if s.chance(0.5) else _step(s, a, b, w))
    s.level -= 1


MENU = [(attempt, 6.0)]
