"""Loops of all sorts, with early ways out of them."""

from __future__ import annotations

from .arrays import array, leaf
from .flow import body
from .indices import element, index
from .scalars import calm as calm_scalar
from .scalars import condition, scalar
from .scope import Scope

LIMIT = 30  # on the product of the trip counts of nested loops


def _leave(s: Scope) -> None:
    """Sometimes a break, a continue or a return under a condition."""
    from .menu import statement
    if s.chance(0.75):
        return
    ways = ["break"] if s.loop else []
    ways += ["continue"] * 2 if s.loop == "continue" else []
    if s.result is not None:
        ways.append("return")
    if not ways:
        return
    way = s.rng.choice(ways)
    with s.block(f"if {condition(s)}:"):
        if s.chance(0.4):
            statement(s)
        s.emit(s.result(s) if way == "return" and s.result else way)


def _loop_body(s: Scope, count: int | None = None) -> None:
    _leave(s)
    body(s, count)
    _leave(s)


def _else(s: Scope) -> None:
    if s.chance(0.12):
        with s.block("else:"):
            body(s, 1)


def _range(s: Scope) -> tuple[str, int, int, int]:
    """A range: its text, trip count, and bounds of its values (low <= value < high)."""
    rng = s.rng
    array_var = s.array()
    counters = [v for v in s.of("int") if v.low >= 0 and v.high <= 5]
    p = rng.random()
    if counters and p < 0.25:
        var = rng.choice(counters)
        return rng.choice(((f"range({var.text})", var.high - 1, 0, max(var.high - 1, 1)),
                           (f"range({var.text}, {var.high})", var.high - var.low, var.low, var.high)))
    if array_var and array_var.shape and p < 0.5:
        n, x = array_var.shape[0], array_var.text
        return rng.choice(((f"range(len({x}))", n, 0, n), (f"range({x}.shape[0])", n, 0, n),
                           (f"range(1, len({x}))", n - 1, 1, max(n, 2)), (f"range(len({x}) - 1, -1, -1)", n, 0, n),
                           (f"range({x}.shape[0] - 2, 0, -1)", max(n - 2, 0), 1, max(n - 1, 2)),
                           (f"reversed(range(len({x})))", n, 0, n), (f"range(0, len({x}), 2)", (n + 1) // 2, 0, n)))
    text, values = rng.choice(
        (
            ("2", range(2)),
            ("3", range(3)),
            ("4", range(4)),
            ("0", range(0)),
            ("1, 4", range(1, 4)),
            ("5, 0, -2", range(5, 0, -2)),
            ("3, 0, -1", range(3, 0, -1)),
            ("2, 2", range(2, 2)),
            ("1, 6, 2", range(1, 6, 2)),
        )
    )
    low, high = (min(values), max(values) + 1) if values else (0, 1)
    return f"range({text})", len(values), low, high


def for_range(s: Scope) -> bool:
    text, trips, low, high = _range(s)
    if s.trips * max(trips, 1) > LIMIT:
        return False
    name = s.shared.fresh("i")
    with s.block(f"for {name} in {text}:", "continue", trips):
        s.add(name, "int", low=low, high=high, fixed=True)
        _loop_body(s)
    _else(s)
    return True


def for_values(s: Scope) -> bool:
    """Over an array, its rows, a list or a tuple; with enumerate, zip or reversed."""
    rng = s.rng
    a, items, many = s.array(), s.pick("list"), s.pick("arrays")
    kinds = (
        ["tuple"]
        + (["array"] * 4 if a and a.shape else [])
        + (["list"] if items else [])
        + (["arrays"] * 2 if many else [])
    )
    kind = rng.choice(kinds)
    v = s.shared.fresh("v")
    lock = None
    if kind == "array" and a:
        text, trips, what, shape = a.text, a.shape[0], "array" if len(a.shape) == 2 else "scalar", a.shape[1:]
    elif kind == "list" and items:
        text, trips, what, shape, lock = items.text, 2 * items.high, "scalar", (), items.text
    elif kind == "arrays" and many:
        text, trips, what, shape, lock = many.text, 3, "array", many.shape, many.text
    else:
        text, trips, what, shape = f"({', '.join(scalar(s, 1) for _ in range(rng.randint(1, 3)))},)", 3, "scalar", ()
    if s.trips * trips > LIMIT or lock in s.locked:
        return False
    bound, new = [(v, what, shape)], None
    p = rng.random()
    if p < 0.3:
        new = s.shared.fresh("i")
        start = rng.choice(("", "", ", 1", ", start=1"))
        header = f"for {new}, {v} in enumerate({text}{start}):"
        low = 1 if start else 0
        high = low + (trips if kind != "list" else 99)
    elif p < 0.55:
        other = leaf(s, (trips,)) if kind in ("array", "tuple") else leaf(s, (2,))
        u = s.shared.fresh("u")
        bound.append((u, "scalar", ()))
        header = f"for {v}, {u} in zip({text}, {other}):"
        if s.chance(0.2):
            new, low, high = s.shared.fresh("i"), 0, trips + 9
            header = f"for {new}, ({v}, {u}) in enumerate(zip({text}, {other})):"
    elif p < 0.7:
        header = f"for {v} in reversed({text}):"
    else:
        header = f"for {v} in {text}:"
    with s.block(header, "continue", trips):
        if lock:
            s.locked.add(lock)
        for name, kind_of, size in bound:
            s.add(name, kind_of, size)
        if new:
            s.add(new, "int", low=low, high=high, fixed=True)
        if what == "array" and s.chance(0.6):
            s.emit(f"{v} {rng.choice(('*=', '+=', '-='))} {rng.choice((scalar(s, 1), f'np.sin({array(s, shape, 1)})'))}"
                   if s.chance(0.6) else f"{v}[...] = np.sin({array(s, shape, 1)})")
        elif s.of("scalar") and s.chance(0.5):
            carried = [x for x in s.of("scalar") if not x.fixed]
            s.emit(f"{rng.choice(carried).text} += {s.const()} * {v}" if what == "scalar" else "pass")
        _loop_body(s, rng.randint(1, 2))
    s.locked.discard(lock or "")
    _else(s)
    return True


def while_loop(s: Scope) -> bool:
    rng = s.rng
    count = rng.choice((0, 1, 2, 3, 3, 4))
    if s.trips * max(count, 1) > LIMIT:
        return False
    k = s.shared.fresh("k")
    down = s.chance(0.3)
    s.emit(f"{k} = {count if down else 0}")
    header = rng.choice((f"{k} > 0", f"{k}")) if down else f"{k} < {count}"
    if s.chance(0.25):
        header += f" and ({condition(s)})"
    endless = not down and s.chance(0.15)
    first = s.chance(0.5)
    with s.block("while True:" if endless else f"while {header}:", "continue" if first or endless else "break", count):
        step = f"{k} {'-' if down else '+'}= 1"
        s.add(k, "int", low=0, high=count + 1, fixed=True)
        if endless:
            s.emit(f"if {k} >= {count}:\n    break")
        if first or endless:
            s.emit(step)
        _loop_body(s)
        if not (first or endless):
            s.emit(step)
    if not endless:
        _else(s)
    return True


def nested_stencil(s: Scope) -> bool:
    """Two loops over the entries of a matrix, each reading what was just written."""
    var = s.array(2, 2)
    if not var or var.shape[1] < 2 or s.trips * var.shape[0] * var.shape[1] > 2 * LIMIT:
        return False
    i, j = s.shared.fresh("i"), s.shared.fresh("j")
    with s.block(f"for {i} in range(1, {var.text}.shape[0]):", "continue", var.shape[0]):
        with s.block(f"for {j} in range({s.rng.choice(('', '1, '))}{var.text}.shape[1]):", "continue", var.shape[1]):
            s.add(i, "int", low=1, high=var.shape[0], fixed=True)
            s.add(j, "int", low=0, high=var.shape[1], fixed=True)
            a = var.text
            s.emit(s.rng.choice((f"{a}[{i}, {j}] = np.tanh({a}[{i} - 1, {j}] + {scalar(s, 1)})",
                                 f"{a}[{i}, {j}] += 0.3 * {a}[{i} - 1, {j} - 1] * {element(s, var)}",
                                 f"{a}[{i}, {j}] = max({a}[{i} - 1, {j}], {a}[{i}, {j} - 1]) + 0.1 * {a}[{i}, {j}]",
                                 f"{a}[{i}] += 0.2 * {a}[{i}, {j}] * {a}[{i} - 1]")))
            if s.chance(0.3):
                s.emit(f"{a}[{i}, {index(s, var.shape[1])}] *= {calm_scalar(s, scalar(s, 1))}")
    return True


MENU = [(for_range, 8), (for_values, 6), (while_loop, 3), (nested_stencil, 1.5)]
