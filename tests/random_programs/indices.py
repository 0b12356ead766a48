"""Texts of indices, slices, views and masks that are in range for what is known of the shapes."""

from __future__ import annotations

from .scope import Scope, Shape, Var


def index(s: Scope, length: int) -> str:
    """An index in range(-length, length)."""
    rng = s.rng
    ints = [v for v in s.of("int") if v.low >= 0]
    if ints and rng.random() < 0.6:
        var = rng.choice(ints[-3:])
        choices = [f"{var.text} % {length}", f"({var.text} + 1) % {length}"]
        if var.high <= length:
            choices += [var.text] * 4 + [f"-1 - {var.text}", f"{length - 1} - {var.text}"]
        if var.low >= 1 and var.high <= length + 1:
            choices += [f"{var.text} - 1"] * 4
        return rng.choice(choices)
    return str(rng.randrange(-length, length))


def element(s: Scope, var: Var) -> str:
    """The text of one entry of a non-empty array variable."""
    if var.shape == ():
        return s.rng.choice((f"{var.text}[()]", f"{var.text}.item()", f"float({var.text})"))
    if len(var.shape) == 2 and s.chance(0.15):
        return f"{var.text}[{index(s, var.shape[0])}][{index(s, var.shape[1])}]"
    return f"{var.text}[{', '.join(index(s, size) for size in var.shape)}]"


def span(s: Scope, length: int, size: int) -> str | None:
    """A slice that picks `size` of `length` entries."""
    rng, found = s.rng, []
    if size == length:
        found += [":", "::-1", ":", f":{size}"]
    elif size < length:
        start = rng.randint(0, length - size)
        found += [f"{start or ''}:{start + size}", f":{size}", f"{length - size}:", f"{-size}:"]
        if length - size == 1:
            found += ["1:", ":-1"] * 2
        if length - size == 2:
            found += ["1:-1"] * 2
        if size == 0:
            found = ["0:0"]
    for step in (2, 3):
        for start in range(step):
            if len(range(start, length, step)) == size and length > 1:
                found.append(f"{start or ''}::{step}")
    return rng.choice(found) if found else None


def views(s: Scope, shape: Shape, whole: bool = True) -> list[str]:
    """Texts of writeable views of array variables with this shape (the variables themselves too, if `whole`)."""
    found = []
    for var in s.of("array"):
        text, have = var.text, var.shape
        if have == shape and whole:
            found += [text, text]
        if len(shape) == 1 and len(have) == 1:
            found.append(_join(text, span(s, have[0], shape[0])))
        if len(have) == 2 and len(shape) == 1:
            if have[1] == shape[0] and have[0]:
                found += [f"{text}[{index(s, have[0])}]", f"{text}[{index(s, have[0])}, :]"]
            if have[0] == shape[0] and have[1]:
                found += [f"{text}[:, {index(s, have[1])}]", f"{text}.T[{index(s, have[1])}]"]
        if len(have) == 2 and len(shape) == 2:
            rows, columns = span(s, have[0], shape[0]), span(s, have[1], shape[1])
            if rows and columns and have != shape:
                found.append(f"{text}[{rows}, {columns}]")
            if have == shape[::-1]:
                found.append(f"{text}.T")
    return [text for text in found if text]


def _join(text: str, piece: str | None) -> str:
    return f"{text}[{piece}]" if piece else ""


def mask(s: Scope, shape: Shape) -> str:
    """A boolean array of this shape."""
    rng = s.rng
    size = shape[-1]
    constant = str([rng.random() < 0.6 for _ in range(size)])
    choices = [f"(np.arange({size}) % 2 == {rng.randint(0, 1)})", f"(np.arange({size}) > {rng.randint(0, size - 1)})",
               f"np.array({constant})"]
    if len(shape) == 2:
        choices = [f"np.broadcast_to({text}, {shape})" for text in choices[:2]] + [
            f"np.eye({shape[0]}, {shape[1]}) > 0"
        ]
    var = s.pick("array", shape)
    if var and rng.random() < 0.6:
        limit = rng.choice(("0.0", "0.1", "-0.2", "0.35"))
        choices = [f"({var.text} > {limit})", f"({var.text} < {limit})",
                   f"(({var.text} > -0.9) & ({var.text} < {limit}))", f"~({var.text} > {limit})",
                   f"(np.abs({var.text}) < 0.45)"]
    return rng.choice(choices)


def fancy(s: Scope, length: int, size: int) -> str:
    """A list or array of `size` indices below `length`, with repeats more often than not."""
    known = [v for v in s.of("index") if v.low == size and v.high <= length]
    if known and s.chance(0.7):
        return s.rng.choice(known).text
    entries = [s.rng.randrange(length) for _ in range(size)]
    return s.rng.choice((f"{entries}", f"np.array({entries}, dtype=int)"))
