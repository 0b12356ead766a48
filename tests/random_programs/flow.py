"""Branches, early returns, try, with and match around other statements."""

from __future__ import annotations

from .arrays import array, leaf
from .scalars import calm as calm_scalar
from .scalars import condition, scalar
from .scope import Scope


def body(s: Scope, count: int | None = None) -> None:
    """Some statements at this place."""
    from .menu import statement
    for _ in range(count or s.rng.randint(1, 3)):
        statement(s)


def branch(s: Scope) -> bool:
    with s.block(f"if {condition(s)}:"):
        body(s)
    if s.chance(0.35):
        with s.block(f"elif {condition(s)}:"):
            body(s, 1)
    if s.chance(0.5):
        with s.block("else:"):
            body(s, s.rng.randint(1, 2))
    return True


def bound_by_branch(s: Scope) -> bool:
    """A name that each branch binds, to values made in different ways."""
    target = s.target("array", s.shape()) if s.chance(0.5) else s.target("scalar")

    def value() -> str:
        return array(s, target.shape, 2) if target.what == "array" else calm_scalar(s, scalar(s, 2))
    with s.block(f"if {condition(s)}:"):
        s.emit(f"{target.text} = {value()}")
    with s.block("else:"):
        if s.chance(0.4):
            body(s, 1)
        if target.what == "array" and s.chance(0.3):
            s.emit(f"{target.text} = {leaf(s, target.shape)}")
        else:
            s.emit(f"{target.text} = {value()}")
    s.bind(target)
    return True


def early_return(s: Scope) -> bool:
    if s.result is None:
        return False
    with s.block(f"if {condition(s)}:"):
        if s.chance(0.4):
            body(s, 1)
        s.emit(s.result(s))
    return True


def try_statement(s: Scope) -> bool:
    style = s.rng.randrange(4)
    with s.block("try:"):
        if s.chance(0.6) or style == 3:
            body(s, 1)
        if style == 0:
            s.emit(f"if {condition(s)}:\n    raise ValueError('no')")
            body(s, 1)
        elif style == 1:
            s.emit("{}['missing']" if s.chance(0.5) else "float('one')" if s.chance(0.5) else "[][1]")
        elif style == 2:
            var = s.array()
            s.emit(f"{var.text}[99] = {scalar(s, 1)}" if var and var.shape else "raise IndexError")
    if style < 3:
        header = ("except ValueError as error:", "except (KeyError, ValueError, IndexError):", "except IndexError:")[
            style
        ]
        with s.block(header):
            body(s, 1)
        if style == 0 and s.chance(0.3):
            with s.block("else:"):
                body(s, 1)
    if style == 3 or s.chance(0.3):
        with s.block("finally:", loop=""):
            result, s.result = s.result, None
            body(s, 1)
            s.result = result
    return True


def with_statement(s: Scope) -> bool:
    with s.block(s.rng.choice(("with np.errstate(all='ignore'):", "with np.errstate(divide='ignore', over='raise'):",
                               "with np.printoptions(precision=3):"))):
        body(s, s.rng.randint(1, 2))
    return True


def match_statement(s: Scope) -> bool:
    counter, a = s.pick("int"), s.array()
    style = s.rng.randrange(3)
    if style == 0 and counter:
        cases, subject = ["0", "1 | 2", "_"], counter.text
    elif style == 1 and a and a.shape:
        subject = f"{a.text}.shape"
        cases = [f"({a.shape[0] + s.rng.randint(0, 1)},)", "(rows, columns) if rows > columns", "_"]
    else:
        subject, cases = f"({scalar(s, 1)}, '{s.rng.choice(('up', 'down'))}')", ["(value, 'up')", "(value, _)"]
    with s.block(f"match {subject}:"):
        for case in cases:
            with s.block(f"case {case}:"):
                if "value" in case:
                    target = s.pick("scalar")
                    s.emit(f"{target.text} = 0.5 * value" if target and not target.fixed else "pass")
                body(s, 1)
    return True


MENU = [(branch, 5), (bound_by_branch, 2), (early_return, 1.2), (try_statement, 2), (with_statement, 0.8),
        (match_statement, 1.3)]
