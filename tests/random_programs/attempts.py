"""Errors in the middle of blocks whose names are bound again and again, to values that are active, and to some that are not."""

from __future__ import annotations

from .scalars import calm, condition, scalar
from .scope import Scope, Shared

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


def define(shared: Shared) -> None:
    """A function at module level that writes into an array of three and may raise then, or before."""
    s, name = Scope(shared), shared.fresh("spoil")
    k, m = s.rng.randrange(3), s.rng.randrange(3)
    error = s.rng.choice(("ValueError", "ValueError", "KeyError"))
    shared.top.append(f"def {name}(w, v, stop):\n    " + s.rng.choice((
        f"w[{k}] = v * {s.const()}\n    if stop:\n        raise {error}\n    w[{m}] *= w[{k}]\n    return w[{m}]",
        f"for k in range(3):\n        w[k] *= v\n        if stop and k == {k}:\n            raise {error}(k)\n"
        f"    return np.sum(w) * {s.const()}",
        f"w += v\n    u = w[1:]\n    try:\n        u[0] = w[{k}] * v\n        if stop:\n            raise {error}\n"
        f"    except KeyError:\n        u[1] = v\n    finally:\n        w *= {s.const()}\n    return u[1]",
    )))
    shared.spoilers.append(name)


def _value(s: Scope) -> str:
    return s.rng.choice((scalar(s, 1), scalar(s, 1), s.const(), "0", "1.5"))


def _step(s: Scope, a: str, b: str, w: str) -> str:
    one, other = s.rng.sample((a, b), 2)
    if s.shared.spoilers and s.chance(0.15):
        call = f"{s.rng.choice(s.shared.spoilers)}({w}, {scalar(s, 1)}, {condition(s)})"
        return s.rng.choice((call, f"{one} = {call}", f"{one} = {other} + 0.5 * {call}", f"{one} *= {call}"))
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
