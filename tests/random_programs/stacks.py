"""Lists of arrays that are appended to, popped from and written into; arrays and indices that change after they were used."""

from __future__ import annotations

from .arrays import array, fresh, leaf
from .scalars import condition, scalar
from .scope import Scope


def stack(s: Scope) -> bool:
    """A stack of arrays: some are the program's own, some views, some new."""
    if s.trips > 6:
        return False
    shape = s.shape()
    rows, top, target = s.shared.fresh("rows"), s.new("array", shape), s.target("scalar")
    del s.vars[top.text]
    s.emit(f"{rows} = [{leaf(s, shape)}{s.rng.choice(('', '.copy()'))}]")
    trips = s.rng.randint(1, 3)
    with s.block(f"for q in range({trips}):", "continue", trips):
        pushed = s.rng.choice((f"{rows}[-1] * {scalar(s, 1)}", f"{rows}[-1]", f"{rows}[-1][::-1]", leaf(s, shape),
                               fresh(s, shape, 1)))
        s.emit(f"{rows}.append({pushed})")
        s.emit(s.rng.choice((f"{rows}[-1] += {scalar(s, 1)}", f"if {condition(s)}:\n    {rows}.pop(0)",
                             f"if len({rows}) > 2:\n    {rows}[0] *= {rows}.pop()", f"{rows}[0] = {rows}[0] - {rows}[-1]",
                             f"{rows}[0], {rows}[-1] = {rows}[-1], {rows}[0]", f"{rows}.insert(0, {rows}[-1] * 0.5)")))
    s.emit(f"{top.text} = {rows}.pop()")
    s.bind(top)
    s.emit(s.rng.choice((f"{top.text} *= {scalar(s, 1)}", f"{top.text}[...] = np.sin({array(s, shape, 1)})",
                         f"{top.text} -= {leaf(s, shape)}")))
    s.emit(f"{target.text} = sum(np.mean(r * r) for r in {rows})" if s.chance(0.5)
           else f"{target.text} = {scalar(s, 1)}\nwhile {rows}:\n    {target.text} = np.sin({target.text} + np.mean({rows}.pop()))")
    s.bind(target)
    return True


def inactive_state(s: Scope) -> bool:
    """Weights that no derivative flows through, changed in place after each use, by whatever name."""
    n, target = s.shared.n, s.target("scalar")
    w = s.shared.fresh("w")
    made, place, change = s.rng.choice((
        ("np.ones({n})", "{w}", ("{w} *= 1.5", "{w}[0] = 2.0", "{w} = {w} + 1.0", "{w}[1:] += {w}[:-1]")),
        ("[np.ones({n}), 2.0]", "{w}[0]", ("{w}[0] *= 1.5", "{w}[0][0] = 2.0", "{w}[0] = {w}[0] + 1.0")),
        ("(np.ones({n}), 2.0)", "{w}[0]", ("{w}[0][:] *= 1.5", "{w}[0][0] = 2.0")),
        ("{{'a': np.ones({n}), 'k': 2.0}}", "({w}['a'] * {w}['k'])", ("{w}['a'] *= 1.5", "{w}['k'] += 1.0", "{w}['a'][1] = 2.0")),
        ("np.ones((2, {n}))", "{w}[1]", ("{w} *= 1.5", "{w}[1, 0] = 2.0", "{w}[1] += {w}[0]")),
        ("[1.0]", "{w}[-1]", ("{w}.append(2.0)", "{w}[0] += 1.0", "{w} += [3.0]")),
    ))
    s.emit(f"{w} = {made.format(n=n)}\n{target.text} = {scalar(s, 1)}")
    s.bind(target)
    trips = s.rng.randint(1, 3)
    with s.block(f"for q in range({trips}):", "continue", trips):
        use = leaf(s, (n,))
        s.emit(f"{target.text} += np.sum({place.format(w=w)} * {use} ** 2) * {s.const()}")
        s.emit(s.rng.choice(change).format(w=w))
    return True


def moving_index(s: Scope) -> bool:
    """An array of indices, or a mask, changed in place after it was used."""
    var = s.array(1, 3)
    if not var or s.trips > 6:
        return False
    idx, n, target = s.shared.fresh("at"), var.shape[0], s.target("scalar")
    made, change = s.rng.choice((
        ("np.array([0, 1])", f"{idx}[:] = ({idx} + 1) % {n}"), ("np.array([1, 0])", f"{idx}[0] = {n - 1}"),
        (f"np.ones({n}, dtype=bool)", f"{idx}[q % {n}] = False"), ("[0, 2]", f"{idx}.reverse()"), ("[2, 0]", f"{idx}[1] = 1")))
    s.emit(f"{idx} = {made}\n{target.text} = {scalar(s, 1)}")
    s.bind(target)
    x = var.text
    with s.block("for q in range(2):", "continue", 2):
        s.emit(s.rng.choice((f"{target.text} += np.sum({x}[{idx}] ** 2)", f"{x}[{idx}] *= {scalar(s, 1)}",
                             f"{x}[{idx}] = np.sin({x}[{idx}])", f"{x}[{idx}] += {scalar(s, 1)}")))
        s.emit(change)
    s.emit(f"{target.text} += np.sum({x}[{idx}])")
    return True


MENU = [(stack, 2), (inactive_state, 2), (moving_index, 1)]
