"""Writes into arrays: elements, slices, masks, fancy indices, overlapping sides, `out=`, methods that write."""

from __future__ import annotations

from .arrays import array, calm, leaf, partner
from .indices import element, fancy, index, mask, span, views
from .scalars import calm as calm_scalar
from .scalars import scalar
from .scope import Scope, Shape, Var

OPERATORS = ("+= 0.3 *", "-= 0.2 *", "*= 0.8 + 0.1 *", "+=", "-=", "/= 1.5 + 0.2 *", "=", "=", "=", "=")


def _operator(s: Scope) -> str:
    return s.rng.choice(OPERATORS)


def _wrap(s: Scope, text: str) -> str:
    return f"{s.rng.choice(('np.sin', 'np.tanh', '0.7 * ', ''))}({text})"


def element_store(s: Scope) -> bool:
    var = s.array()
    if not var:
        return False
    place = element(s, var) if var.shape else f"{var.text}[{s.rng.choice(('()', '...'))}]"
    near = element(s, var)
    value = scalar(s, 2) if s.chance(0.6) else f"{near} + {s.const()} * {scalar(s, 1)}"
    s.emit(f"{place} {_operator(s)} {_wrap(s, value)}")
    return True


def _region(s: Scope, var: Var) -> tuple[str, Shape]:
    """The text and shape of a slice of `var`."""
    sizes = [s.rng.randint(0 if s.chance(0.08) else 1, size) for size in var.shape]
    pieces = [span(s, have, size) for have, size in zip(var.shape, sizes)]
    for k, piece in enumerate(pieces):
        if piece is None:
            pieces[k], sizes[k] = ":", var.shape[k]
    if len(sizes) == 2 and s.chance(0.3):
        which = s.rng.randint(0, 1)
        pieces[which] = index(s, var.shape[which])
        return f"{var.text}[{', '.join(map(str, pieces))}]", (sizes[1 - which],)
    return f"{var.text}[{', '.join(map(str, pieces))}]", tuple(sizes)


def slice_store(s: Scope) -> bool:
    var = s.array()
    if not var or not var.shape:
        return False
    place, shape = _region(s, var)
    value = partner(s, shape, 2) if s.chance(0.4) and 0 not in shape else array(s, shape, 2)
    s.emit(f"{place} {_operator(s)} {_wrap(s, value)}")
    return True


def whole_store(s: Scope) -> bool:
    """`x[...] = e`, `x[:] = e`, np.copyto, .fill, out=."""
    var = s.array()
    if not var:
        return False
    x, shape = var.text, var.shape
    if not shape:
        s.emit(f"{x}{s.rng.choice(('[...]', '[()]'))} = {calm_scalar(s, scalar(s, 2))}")
        return True
    if shape == (1,):
        s.emit(f"{x}[:] = {calm_scalar(s, scalar(s, 2))}")
        return True
    if s.chance(0.25):
        places = views(s, shape)
        x = s.rng.choice(places) if places else x
    e = calm(s, partner(s, shape, 2))
    a = array(s, shape, 1)
    s.emit(s.rng.choice((
        f"{x}[...] = {e}", f"{x}[:] = {e}", f"np.copyto({x}, {e})", f"np.copyto({x}, {e}, where={mask(s, shape)})",
        f"{x}.fill({scalar(s, 2)})", f"np.multiply({a}, {partner(s, shape, 1)}, out={x})", f"np.sin({a}, out={x})",
        f"np.add({a}, {leaf(s, shape)}, {x})", f"np.tanh({a}, out={x})", f"np.exp(-({a}) ** 2, out={x})",
        f"np.cumsum({a}, axis=0, out={x})", f"np.subtract({x}, {partner(s, shape, 1)}, out={x})",
        f"np.maximum({a}, {s.const()}, out={x})", f"np.clip({a}, -0.7, 0.8, out={x})")))
    return True


def fill(s: Scope) -> bool:
    var = s.array()
    if not var or not var.shape:
        return False
    place = _region(s, var)[0] if s.chance(0.4) and len(var.shape) == 1 else var.text
    s.emit(f"{place}.fill({scalar(s, 2)})")
    return True


def sort(s: Scope) -> bool:
    var = s.array()
    if not var or not var.shape:
        return False
    s.emit(f"{var.text}.sort({'axis=0' if len(var.shape) == 2 and s.chance(0.5) else ''})")
    return True


def out(s: Scope) -> bool:
    """A product or a sum written into an array that is there already."""
    var = s.array(1, 2)
    if not var or s.chance(0.3):
        var = s.array(2, 2) or var
    if not var or 1 in var.shape:
        return False
    n, k = var.shape[0], s.rng.choice((s.shared.n, s.shared.m))
    if len(var.shape) == 2:
        a, b = array(s, (n, k), 1), array(s, (k, var.shape[1]), 1)
    else:
        a, b = array(s, (n, k), 1), array(s, (k,), 1)
    choices = [f"np.sum({array(s, (n, k), 1)}, axis=1, out={var.text})"] if len(var.shape) == 1 else []
    # a product may not read what it writes: the operands are made afresh
    s.emit(s.rng.choice(choices + [f"np.matmul(0.5 * {a}, np.sin({b}), out={var.text})"]))
    return True


def mask_store(s: Scope) -> bool:
    var = s.array()
    if not var or not var.shape:
        return False
    x, shape = var.text, var.shape
    if len(shape) == 2 and s.chance(0.3):
        s.emit(f"{x}[{mask(s, shape[:1])}] {_operator(s)} {_wrap(s, array(s, shape[1:], 1))}")
        return True
    m = mask(s, shape)
    if s.chance(0.4):
        name = s.shared.fresh("mask")
        s.emit(f"{name} = {m}")
        m = name
    value = s.rng.choice((scalar(s, 2), scalar(s, 1), f"({array(s, shape, 1)})[{m}]", f"{x}[{m}] * {s.const()}"))
    s.emit(f"{x}[{m}] {_operator(s)} {_wrap(s, value)}")
    return True


def fancy_store(s: Scope) -> bool:
    """Fancy indices: repeats keep the last write of `=` and of `+=`; np.add.at adds them all."""
    var = s.array()
    if not var or not var.shape:
        return False
    x, n = var.text, var.shape[0]
    known = [v for v in s.of("index") if v.high <= n]
    if known and s.chance(0.6):
        chosen = s.rng.choice(known)
        idx, size = chosen.text, chosen.low
    else:
        size = s.rng.randint(1, 4)
        idx = fancy(s, n, size)
    shape: Shape
    if len(var.shape) == 2 and s.chance(0.4):
        column = fancy(s, var.shape[1], size)
        idx, shape = f"{idx}, {column}", (size,)
        at = f"({idx})"
    else:
        at, shape = idx, (size, *var.shape[1:])
    value = array(s, shape, 1) if s.chance(0.7) and 1 not in shape else scalar(s, 1)
    style = s.rng.random()
    if style < 0.35:
        s.emit(f"np.add.at({x}, {at}, {_wrap(s, value)})")
    elif style < 0.4:
        s.emit(f"np.subtract.at({x}, {at}, {_wrap(s, value)})")
    else:
        s.emit(f"{x}[{idx}] {_operator(s)} {_wrap(s, value)}")
    return True


def overlap(s: Scope) -> bool:
    """Both sides of the statement share memory."""
    var = s.array(None, 3) or s.array(None, 2)
    if not var or not var.shape or var.shape[0] < 2:
        return False
    x, c = var.text, s.const()
    choices = [f"{x}[1:] += {x}[:-1]", f"{x}[:-1] -= {c} * {x}[1:]", f"{x}[1:] = {x}[:-1]", f"{x}[:-1] = {c} * {x}[1:]",
               f"{x}[1:] *= 0.7 + 0.2 * np.sin({x}[:-1])", f"{x}[::-1] += 0.5 * {x}", f"{x}[:] = {x}[::-1]",
               f"{x}[:-1] += {c} * ({x}[1:] - {x}[:-1])", f"{x} += {x}[::-1]", f"{x}[...] = np.sin({x}) * {x}[::-1]"]
    if var.shape[0] > 2:
        choices += [f"{x}[1:-1] += 0.2 * ({x}[2:] - 2.0 * {x}[1:-1] + {x}[:-2])",
                    f"{x}[1:-1] = 0.5 * ({x}[2:] + {x}[:-2])", f"{x}[2:] *= {x}[1:-1] * {x}[:-2]"]
    if len(var.shape) == 2 and var.shape[0] == var.shape[1]:
        choices += [
            f"{x} += 0.5 * {x}.T",
            f"{x}[:] = {x}.T",
            f"{x}[0, :] = {x}[:, 0]",
            f"{x} += {x}[0]",
            f"{x} *= {x}.T",
        ]
    if len(var.shape) == 2:
        choices += [
            f"{x}[0] += {x}[-1] * {c}",
            f"{x} -= {x}[0]",
            f"{x}[:, 0] = {x}[:, -1]",
            f"{x} *= 0.5 + 0.1 * {x}[-1]",
        ]
    s.emit(s.rng.choice(choices))
    return True


MENU = [(element_store, 7), (slice_store, 6), (whole_store, 4), (fill, 0.5), (sort, 0.7), (out, 0.7), (mask_store, 2.5),
        (fancy_store, 3), (overlap, 3)]
