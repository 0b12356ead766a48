"""What an expression reads before, and after, `(y := value)` in it, whatever expression that is: `y.append((y := z)[0])`."""

from __future__ import annotations

import numpy as np
import pytest

from tests.constructs.right_or_refused import is_right
from tests.texts import executed

AROUND = """
import operator
import numpy as np
class Box:
    def __init__(self, v):
        self.v = v
    def put(self, v, scale=1.0):
        self.v = v * scale
        return v
def joined(a, b, *rest, c=1.0, **more):
    return a * b * c + sum(rest) * 3.0 + sum(more.values())
def total(z):
    if isinstance(z, (list, tuple)):
        return sum((k + 1.3) * total(part) for k, part in enumerate(z))
    if isinstance(z, dict):
        return sum((k + 1.3) * total(z[key]) for k, key in enumerate(sorted(z)))
    return total(z.v) if isinstance(z, Box) else z
"""
NUMBERS = ["x", "2.0", "x * 0.5", "(y := x * x)", "(y := 3.0)", "(y := y * x)", "y", "y * 2.0", "(lambda: y)()"]
"""Of which each stands in each place: before, at and after the assignment."""
EXPRESSIONS = [
    "{a} * {b} + {c}", "{a} - {b} * {c}", "({a} + {b}) * {c}", "[{a}, {b}, {c}]", "({a}, {b}, {c})",
    "{{'p': {a}, 'q': {b}, 'r': {c}}}", "joined({a}, {b}, c={c})", "joined({a}, {b}, {c})", "joined({a}, c={b}, b={c})",
    "joined({a}, *[{b}, {c}])", "joined({a}, {b}, **{{'c': {c}}})", "joined({a}, 1.0, p={b}, q={c})", "max({a}, {b}) * {c}",
    "np.multiply({a}, {b}) + {c}", "dict(p={a}, q={b}, r={c})", "[{a}, *[{b}, {c}]]", "-{a} / (4.0 + {b}) ** 2 + {c}",
    "[{a}, {b}][0] * {c}", "np.array([{a}, {b}])[1] * {c}", "(lambda p, q=y: p * q)({a}) + {b} * {c}",
    "{a} * ({b} if {c} > 0.0 else 1.0)", "{a} > 0.0 and {b} * {c}", "{a} < 0.0 or {b} * {c}", "{a} if {b} > 9.0 else {c}",
    "1.0 if {a} < 0.0 else [{b}, {c}]", "float({a} > 0.0 and {b} > {c})", "float({a} < {b} < {c})", "len([{a}, {b}]) * {c}",
    "np.ones(3)[int({a} < 0.0):2].sum() * {b} + {c}", "isinstance({a}, int) or {b} + {c}",
    "float(not ({a} > 0.0 and {b} > 0.0)) + {c}", "({a} > 0.0) * {b} + {c}", "[{a}] * 2 + [{b}, {c}]",
    "[v * {a} * y for v in [{b}, {c}]]",
]
OBJECTS = {
    "list": (["[x, x * 2.0]", "[x * x, x * 3.0]"], [
        "y.append({e}[0])", "y.insert(0, {e}[1])", "y.extend({e})", "y += {e}", "y[0] += {e}[1]", "y[0] = {e}[1]",
        "y[0], y[1] = {e}[1], y[0]",
        "operator.setitem(y, 0, {e}[1])", "y.__setitem__(0, {e}[1])", "z = y.pop() * {e}[1]",
        "z = y[0] * {e}[0] * y[0]", "z = y + {e} + y", "z = [*y, *{e}, *y]", "z = joined(*y, *{e}, *y)", "y[:1] = {e}",
        "y[len(y) - 1] = {e}[0]", "z = y[len({e}) - 2] * y[0]"]),
    "array": (["np.array([x, x * 2.0])", "np.array([x * x, x * 3.0])"], [
        "y += {e}", "y *= {e}", "y[0] += {e}[1]", "y[0] = {e}[1]", "y[:] = {e} * 2.0", "y[:1] -= {e}[1:]", "y.fill({e}[1])",
        "np.copyto(y, {e})", "np.add(y, 1.0, out={e})", "np.add({e}, 1.0, out=y)", "np.add.at(y, [0, 0], {e})",
        "z = y @ {e} * y[0]",
        "z = y.dot({e}) * y[0]", "z = y[0] * {e}[0] * y[0]", "operator.setitem(y, 0, {e}[1])", "operator.iadd(y, {e})",
        "y.__imul__({e})", "z = y[{e}.size - 2] * y[0]", "z = (y * {e}).sum() + y[0]"]),
    "dict": (["{'p': x, 'q': x * 2.0}", "{'p': x * x, 'q': x * 3.0}"], [
        "y.update(r={e}['q'])", "y.update({e})", "y['r'] = {e}['q']", "y['p'] += {e}['q']", "y.setdefault('r', {e}['q'])",
        "z = y['p'] * {e}['p'] * y['p']", "z = y.get('p') * {e}['p'] * y['q']", "y |= {e}", "z = y | {e} | y",
        "z = dict(y, **{e})", "z = {{**y, **{e}, 's': y['p']}}", "z = y.pop('p') * {e}['q']", "y.__setitem__('r', {e}['q'])"]),
    "object": (["Box(x)", "Box(x * x)"], [
        "y.v = {e}.v", "y.v += {e}.v", "y.v *= {e}.v + y.v", "setattr(y, 'v', {e}.v * 2.0)",
        "object.__setattr__(y, 'v', {e}.v * 2.0)",
        "y.__setattr__('v', {e}.v * 2.0)", "z = y.put({e}.v)", "z = y.put(2.0, scale={e}.v)", "z = y.v * {e}.v * y.v",
        "z = getattr(y, 'v') * {e}.v * y.v", "setattr({e}, 'v', y.v * 2.0)", "z = joined(y.v, {e}.v, y.v)",
        "z = (y.put({e}.v), y.v)", "vars(y)['v'] = {e}.v * 2.0", "vars(y).update(v={e}.v * 2.0)"]),
}
MIXED = [(expression, a, b, c) for expression in EXPRESSIONS for a in NUMBERS for b in NUMBERS for c in NUMBERS
         if ":=" in a + b + c and not ("v in" in expression and ":=" in b + c)]
SAMPLED = [MIXED[k] for k in np.random.default_rng(0).permutation(len(MIXED))[:2000]]
STORED = [(made, line) for made, lines in OBJECTS.values() for line in lines]


@pytest.mark.parametrize("how", ["grad", "jacfwd"])
@pytest.mark.parametrize("parts", SAMPLED, ids=" | ".join)
def test_numbers(parts, how):
    expression, a, b, c = parts
    _right(f"def fun(x):\n    y = x * 1.5\n    z = {expression.format(a=a, b=b, c=c)}\n    return total([y, z])\n", how)


@pytest.mark.parametrize("how", ["grad", "jacfwd"])
@pytest.mark.parametrize(("made", "line"), STORED)
def test_containers_and_objects(made, line, how):
    _right(f"def fun(x):\n    y = {made[0]}\n    first, other, z = y, {made[1]}, 0.0\n    {line.format(e='(y := other)')}\n"
           "    return total([*first, *y, *other, total(z)])\n" if made[0].startswith(("[", "np")) else
           f"def fun(x):\n    y = {made[0]}\n    first, other, z = y, {made[1]}, 0.0\n    {line.format(e='(y := other)')}\n"
           "    return total([first, y, other, z])\n", how)


def _right(text, how):
    import tangentish

    made = lambda: executed(AROUND + text, "<assigned>")["fun"]
    assert is_right(getattr(tangentish, how), made, 0.7, "<assigned>"), "refused"
