"""Statements that bind or rebind names."""

from __future__ import annotations

from .arrays import array, calm, leaf, partner
from .indices import element, index
from .scalars import calm as calm_scalar
from .scalars import condition, scalar
from .scalars import leaf as scalar_leaf
from .scope import Scope

OPERATORS = ("+= 0.3 *", "-= 0.2 *", "*= 0.8 + 0.1 *", "+=", "-=", "/= 1.5 + 0.2 *")


def assign_scalar(s: Scope) -> bool:
    target = s.target("scalar")
    s.emit(f"{target.text} = {calm_scalar(s, scalar(s, 3))}")
    s.bind(target)
    return True


def assign_array(s: Scope) -> bool:
    target = s.target("array", s.shape())
    note = ": np.ndarray" if s.chance(0.03) and target.text.isidentifier() else ""
    s.emit(f"{target.text}{note} = {calm(s, array(s, target.shape, 3))}")
    s.bind(target)
    return True


def assign_zero_d(s: Scope) -> bool:
    target = s.target("array", ())
    s.emit(f"{target.text} = np.array({calm_scalar(s, scalar(s, 2))})")
    s.bind(target)
    return True


def assign_zeros(s: Scope) -> bool:
    """An array to be filled later."""
    target = s.target("array", s.shape())
    size = target.shape[0] if len(target.shape) == 1 else target.shape
    like = s.pick("array", target.shape)
    choices = [f"np.zeros({size})", f"np.ones({size})", f"np.full({size}, {s.const()})"]
    if like:
        choices += [f"np.zeros_like({like.text})", f"{like.text}.copy()", f"np.array({like.text})",
                    f"np.zeros({like.text}.shape)", f"1.0 * {like.text}"] * 2
    s.emit(f"{target.text} = {s.rng.choice(choices)}")
    s.bind(target)
    return True


def augment_scalar(s: Scope) -> bool:
    var = s.pick("scalar")
    if not var or var.fixed:
        return False
    e = scalar(s, 2)
    s.emit(f"{var.text} {s.rng.choice(OPERATORS)} np.sin({e})")
    return True


def augment_array(s: Scope) -> bool:
    """`a += e` and its like: in place, whatever else is the same array."""
    var = s.pick("array")
    if not var or var.fixed or 0 in var.shape:
        return False
    e = scalar(s, 2) if len(var.shape) == 0 or var.shape == (1,) else partner(s, var.shape, 2)
    s.emit(
        f"{var.text} {s.rng.choice(OPERATORS)} np.sin({e})"
    )
    return True


def chained(s: Scope) -> bool:
    """`a = b = e`: both names are the same array."""
    if s.chance(0.4):
        first, second = s.target("scalar"), s.target("scalar")
        e = calm_scalar(s, scalar(s, 2))
    else:
        shape = s.shape()
        first, second = s.target("array", shape), s.target("array", shape)
        e = calm(s, array(s, shape, 2))
    if first.text == second.text:
        return False
    s.emit(f"{first.text} = {second.text} = {e}")
    s.bind(first), s.bind(second)
    return True


def chained_store(s: Scope) -> bool:
    """`t = x[i] = e`."""
    var = s.array()
    if not var or not var.shape:
        return False
    target = s.target("scalar")
    place = f"{var.text}[{', '.join(index(s, size) for size in var.shape)}]"
    if target.text == var.text:
        return False
    s.emit(f"{target.text} = {place} = {calm_scalar(s, scalar(s, 2))}")
    s.bind(target)
    return True


def unpack(s: Scope) -> bool:
    """Tuples on both sides, nested or starred."""
    first, second, third = (s.target("scalar") for _ in range(3))
    if len({first.text, second.text, third.text}) < 3:
        return False
    shape = s.shape()
    a, b, c = first.text, second.text, third.text
    more = s.new("array", shape)
    del s.vars[more.text]
    style = s.rng.randrange(6)
    if style == 0:
        s.emit(f"{a}, {b}, {c} = {scalar(s, 2)}, {scalar_leaf(s)}, {scalar(s, 1)}")
    elif style == 1:
        s.emit(f"{a}, ({b}, {c}) = {scalar(s, 1)}, ({scalar(s, 1)}, {scalar_leaf(s)})")
    elif style == 2:
        vector = leaf(s, (3,))
        s.emit(f"{a}, {b}, {c} = {vector}")
    elif style == 3:
        rest = s.shared.fresh("rest")
        s.emit(f"{a}, *{rest}, {b} = {scalar(s, 1)}, {scalar_leaf(s)}, {scalar_leaf(s)}, {scalar(s, 1)}")
        s.emit(f"{c} = {s.rng.choice((f'{rest}[0] * {rest}[1]', f'sum({rest})', f'np.sum({rest})'))}")
    elif style == 4:
        s.emit(
            f"[{a}, {b}], {more.text}, {c} = [{scalar(s, 1)}, {scalar_leaf(s)}], {array(s, shape, 2)}, {scalar_leaf(s)}"
        )
    else:
        pair = s.shared.fresh("pair")
        s.emit(f"{pair} = ({array(s, shape, 1)}, {scalar(s, 2)})")
        s.emit(f"{more.text}, {a} = {pair}")
        s.emit(f"{b} = {c} = {pair}[1] * {pair}[0][0]" + ("[0]" if len(shape) == 2 else ""))
    for target in (first, second, third):
        s.bind(target)
    if style in (4, 5):
        s.bind(more)
    return True


def swap(s: Scope) -> bool:
    """`u, v = v, u`, of arrays, scalars, elements or rows."""
    what = s.rng.choice(("array", "array", "scalar", "elements"))
    if what == "elements":
        var = s.array(1, 2)
        if not var:
            return False
        i, j = s.rng.sample(range(var.shape[0]), 2)
        s.emit(f"{var.text}[{i}], {var.text}[{j}] = {var.text}[{j}], {element(s, var)} * {s.const()}")
        return True
    first = s.pick(what)
    if not first or 0 in first.shape:
        return False
    others = [v for v in s.of(what, first.shape) if v.text != first.text]
    if not others:
        return False
    u, v = first.text, s.rng.choice(others).text
    if first.fixed or s.vars[v].fixed:
        return False
    extra = s.rng.choice(("", "", f" + {s.const()} * {u}" if what == "scalar" or len(first.shape) == 1 else ""))
    s.emit(f"{u}, {v} = {v}, {u}{extra}")
    return True


def ternary(s: Scope) -> bool:
    target = s.target("scalar")
    s.emit(f"{target.text} = {scalar(s, 2)} if {condition(s)} else {calm_scalar(s, scalar(s, 2))}")
    s.bind(target)
    return True


def rotate(s: Scope) -> bool:
    """Carried scalars: `a, b = b, f(a)`, as in a recurrence."""
    found = [v for v in s.of("scalar") if not v.fixed]
    if len(found) < 2:
        return False
    a, b = s.rng.sample(found, 2)
    s.emit(f"{a.text}, {b.text} = {b.text}, {calm_scalar(s, f'{a.text} + {s.const()} * {scalar(s, 1)}')}")
    return True


MENU = [(assign_scalar, 7), (assign_array, 9), (assign_zero_d, 1), (assign_zeros, 3), (augment_scalar, 3),
        (augment_array, 5), (chained, 1), (chained_store, 1), (unpack, 2), (swap, 2), (ternary, 1), (rotate, 1)]
