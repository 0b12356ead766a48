"""Scalar expressions and conditions."""

from __future__ import annotations

from collections.abc import Callable

from . import arrays
from .indices import element, index
from .scope import Scope

GLOBALS = {"SCALE": "0.7", "WEIGHTS": "np.array([0.3, 0.5, 0.2])"}  # what programs read of their module


def scalar(s: Scope, depth: int = 2) -> str:
    """The text of an expression whose value is a Python float or a NumPy scalar."""
    if depth <= 0 or s.chance(0.15):
        return leaf(s)
    make = s.rng.choices(MAKERS, WEIGHTS)[0]
    return make(s, depth) or leaf(s)


def leaf(s: Scope) -> str:
    choices: list[str] = []
    var = s.pick("scalar")
    if var:
        choices += [var.text] * 4
    array = s.array()
    if array:
        choices += [element(s, array)] * 3
    items = s.pick("list")
    if items:
        choices += [f"{items.text}[{index(s, items.high)}]", f"{items.text}[-1]"]
    ints = s.pick("int")
    if ints:
        choices.append(f"(0.1 * {ints.text})")
    if not choices or s.chance(0.1):
        choices = [s.const()]
    return s.rng.choice(choices)


def calm(s: Scope, text: str) -> str:
    """Keep a scalar from growing."""
    return s.rng.choice((f"math.tanh({text})", f"np.tanh({text})", f"math.sin({text})", f"np.sin({text})",
                         f"(0.5 * ({text}))", f"({text})", f"({text})", f"(({text}) / 2.0)"))


def _binary(s: Scope, depth: int) -> str:
    left, right = scalar(s, depth - 1), scalar(s, depth - 1)
    return s.rng.choice((f"({left} + {right})", f"({left} - {right})", f"({left} * {right})", f"({left} * {right})",
                         f"({left} / (1.5 + {right} * {right}))", f"({left} / 2 - {right})", f"({s.const()} * {left})"))


def _unary(s: Scope, depth: int) -> str:
    e = scalar(s, depth - 1)
    lib = s.rng.choice(("math", "np"))
    return s.rng.choice((f"{lib}.sin({e})", f"{lib}.cos({e})", f"{lib}.tanh({e})", f"{lib}.exp(-(({e}) ** 2))",
                         f"{lib}.sqrt(1.0 + ({e}) ** 2)", f"{lib}.log(1.0 + ({e}) ** 2)", f"(-{e})", f"(({e}) ** 2)",
                         f"(1.2 + ({e}) ** 2) ** 0.5", f"(0.3 * ({e}) ** 3)", f"np.float64({e})", f"+({e})",
                         f"abs({e})", f"np.square({e})", f"np.arctan({e})", f"2.0 ** (np.tanh({e}) * 0.3)"))


def _reduce(s: Scope, depth: int) -> str | None:
    shape = s.shape()
    a = arrays.array(s, shape, depth - 1)
    found = [
        f"np.sum({a})",
        f"0.5 * np.sum({a})",
        f"np.mean({a})",
        f"({a}).sum()",
        f"({a}).mean()",
        f"np.max({a})",
        f"np.min({a})",
        f"np.prod(0.5 + 0.5 * {a})",
        f"np.sqrt(1.0 + np.sum(({a}) ** 2))",
        f"np.sum({a}, axis=0).mean()",
        f"np.var({a} * np.arange({shape[-1]}))",
        f"np.linalg.norm({a} + 2.0)",
    ]
    if len(shape) == 2:
        found += [f"np.sum({a}, axis=-1)[0]", f"np.trace({a})", f"np.einsum('ij->', {a})"]
    else:
        b = arrays.leaf(s, shape)
        found += [f"sum({a})", f"max({a})", f"sum(v * v for v in {b})", f"sum([{s.const()} * v for v in {b}])"]
    return s.rng.choice(found)


def _product(s: Scope, depth: int) -> str:
    n = s.shape()[:1]
    v, w = arrays.array(s, n, depth - 1), arrays.array(s, n, depth - 1)
    return s.rng.choice((f"np.dot({v}, {w})", f"({v} @ {w})", f"({v}).dot({w})", f"np.sum({v} * {w})",
                         f"np.inner({v}, {w})"))


def _choice(s: Scope, depth: int) -> str:
    left, right = scalar(s, depth - 1), scalar(s, depth - 1)
    return s.rng.choice((f"({left} if {condition(s)} else {right})", f"({left} if {condition(s)} else {right})",
                         f"max({left}, {right})", f"min({left}, {s.const()})", f"max(0.0, {left})",
                         f"np.maximum({left}, {right})", f"float(np.where({condition(s)}, {left}, {right}))"))


def _walrus(s: Scope, depth: int) -> str:
    name = s.shared.fresh("w")
    return f"(({name} := {scalar(s, depth - 1)}) * {s.const()} + {name} ** 2)"


def _lambda(s: Scope, depth: int) -> str:
    """A lambda called where it is made, or a call of a function that returns a scalar."""
    from .calls import call
    found = [v for v in s.of("function") if v.data.result == "scalar" or v.data.elementwise]
    if found and s.chance(0.75):
        return call(s, s.rng.choice(found), depth)
    return f"(lambda v: v * {scalar(s, 0)})({scalar(s, depth - 1)})"


def _odd(s: Scope, depth: int) -> str | None:
    """Things seen in numerical code that are neither arithmetic nor calls of NumPy."""
    e = scalar(s, depth - 1)
    found = [f"SCALE * {e}", f"np.sum(WEIGHTS * {arrays.leaf(s, (3,))})", f"WEIGHTS[{s.rng.randint(-1, 2)}] * {e}",
             f"float({e})", f"[{e}, {scalar(s, 0)}][{s.rng.randint(-2, 1)}]", f"({e}, {scalar(s, 0)})[0]",
             f"{{'p': {e}, 'q': {scalar(s, 0)}}}['{s.rng.choice('pq')}']", f"float(np.array({e}))",
             f"sum(v for v in ({scalar(s, 0)}, {scalar(s, 0)}))", f"np.array([{e}, {scalar(s, 0)}]).sum()"]
    var = s.array(2)
    if var:
        found += [f"sum(row[0] for row in {var.text})", f"{var.text}.shape[0] * {e}", f"({e} / {var.text}.size)"]
    items = s.pick("list")
    if items:
        found += [f"sum({items.text})", f"np.sum(np.array({items.text}))", f"len({items.text}) * 0.1 * {e}",
                  f"sum(a * b for a, b in zip({items.text}, {items.text}[1:]))"]
    return s.rng.choice(found)


def condition(s: Scope) -> str:
    """A condition on data or on counters."""
    rng = s.rng
    c = rng.choice(("-0.3", "0.0", "0.1", "0.2", "0.5", "1.0"))
    var, array, counter = s.pick("scalar"), s.array(), s.pick("int")
    found = []
    if var:
        found += [f"{var.text} > {c}", f"{var.text} < {c}", f"{c} < {var.text} <= 1.2", f"not {var.text} > {c}"]
    if array:
        a = array.text
        found += [f"np.sum({a}) > {c}", f"{element(s, array)} < {c}", f"np.max({a}) > {c}", f"np.any({a} > {c})",
                  f"np.all({a} < 0.8)", f"{a}.size > 2", f"{a}.ndim == 2", f"isinstance({a}, np.ndarray)"]
    if counter:
        k = counter.text
        found += [f"{k} % 2 == 0", f"{k} > 1", f"{k} == 0", f"0 < {k} < 3", f"{k} in (1, 2)"] * 2
    flag = s.pick("flag")
    if flag:
        found += [flag.text, f"not {flag.text}"]
    if not found:
        return rng.choice(("True", "False"))
    if rng.random() < 0.2:
        return f"{rng.choice(found)} {rng.choice(('and', 'or'))} {rng.choice(found)}"
    return rng.choice(found)


MAKERS: list[Callable[[Scope, int], str | None]]
MAKERS, WEIGHTS = map(list, zip((_binary, 8), (_unary, 6), (_reduce, 5), (_product, 3), (_choice, 2), (_walrus, 1),
                                (_lambda, 2), (_odd, 1)))
