"""Lists, tuples and dicts of values."""

from __future__ import annotations

from .arrays import array, calm, fresh, leaf
from .indices import index
from .scalars import calm as calm_scalar
from .scalars import condition, scalar
from .scope import Scope


def new_list(s: Scope) -> bool:
    count = s.rng.randint(2, 4)
    target = s.new("list", high=count, fixed=True)
    del s.vars[target.text]
    source = leaf(s, (count,))
    s.emit(f"{target.text} = " + s.rng.choice((
        f"[{s.const()}] * {count}", f"[0.0] * {count}", f"[{', '.join(scalar(s, 1) for _ in range(count))}]",
        f"[np.sin(v) * {s.const()} for v in {source}]", f"list({source})", f"[{s.const()} * q for q in range({count})]",
        f"[v ** 2 for v in {source} if v > -9.0]", f"{source}.tolist()")))
    s.bind(target)
    return True


def list_store(s: Scope) -> bool:
    items = s.pick("list")
    if not items:
        return False
    x, k = items.text, index(s, items.high)
    e = calm_scalar(s, scalar(s, 2))
    choices = [f"{x}[{k}] = {e}", f"{x}[{k}] += {e}", f"{x}[{k}] *= 0.5 + 0.2 * np.sin({e})",
               f"{x}[0], {x}[-1] = {x}[-1], {e}"]
    if x not in s.locked and s.trips < 12:
        choices += [f"{x}.append({e})"] * 4 + [f"{x} += [{e}]", f"{x}.extend([{e}, {scalar(s, 1)}])",
                    f"{x}.insert(0, {e})",
                                               *[f"if len({x}) > {items.high}:\n    {x}.pop()"] * 3]
        if s.chance(0.4):  # a stack
            target = s.target("scalar")
            s.emit(f"{x}.append({e})\n{target.text} = {x}.pop()")
            s.bind(target)
            return True
    s.emit(s.rng.choice(choices))
    return True


def stack(s: Scope) -> bool:
    """A list used as a stack: values pushed in a loop, then popped, the last one first."""
    name, v, target = s.shared.fresh("stack"), s.shared.fresh("v"), s.target("scalar")
    s.emit(f"{name} = [{scalar(s, 1)}]")
    s.emit(f"for {v} in {leaf(s, (2,))}:\n    {name}.append({v} * {name}[-1])")
    s.emit(f"{target.text} = {name}.pop() * {s.const()}")
    if s.chance(0.6):
        s.emit(f"while {name}:\n    {target.text} = np.sin({target.text} + {name}.pop({s.rng.choice(('', '0'))}))")
    s.bind(target)
    return True


def list_use(s: Scope) -> bool:
    """Sums, comprehensions and arrays made of a list."""
    items = s.pick("list")
    if not items:
        return False
    x = items.text
    if s.chance(0.5):
        target = s.target("scalar")
        s.emit(f"{target.text} = " + s.rng.choice((
            f"sum({x})", f"sum([v * v for v in {x}])", f"np.sum(np.array({x}))", f"np.mean({x})", f"{x}[-1] * {x}[0]",
            f"sum(v * q for q, v in enumerate({x}))", f"max({x})", f"sum(u * v for u, v in zip({x}, {x}[::-1]))")))
    else:
        target = s.target("array", (items.high,))
        s.emit(f"{target.text} = " + s.rng.choice((
            f"np.array({x}[:{items.high}])", f"np.array([np.tanh(v) for v in {x}[:{items.high}]])",
            f"np.asarray({x})[:{items.high}] * {s.const()}", f"np.stack([np.sin(v) for v in {x}])[:{items.high}]",
            f"np.array(sorted({x}[:{items.high}]))")))
    s.bind(target)
    return True


def list_of_arrays(s: Scope) -> bool:
    """A list of arrays: its entries are arrays that other names may hold too."""
    shape = s.shape()
    target = s.new("arrays", shape, high=2, fixed=True)
    del s.vars[target.text]
    rows = [leaf(s, shape), s.rng.choice((leaf(s, shape), array(s, shape, 2)))]
    if len(shape) == 1 and s.of("array", (2, *shape)) and s.chance(0.3):
        rows = [f"*{s.pick('array', (2, *shape)).text}"]
    s.emit(f"{target.text} = [{', '.join(rows)}]")
    s.bind(target)
    s.add(f"{target.text}[0]", "array", shape)
    s.add(f"{target.text}[1]", "array", shape)
    if s.chance(0.6):
        s.emit(
            f"{target.text}[{s.rng.randint(0, 1)}]{s.rng.choice((' += ', ' *= ', '[...] = '))}"
            f"{calm(s, array(s, shape, 1))}"
        )
    if s.chance(0.5):
        s.emit(f"{target.text}.append({fresh(s, shape)})")
    if s.chance(0.7):
        sink = s.target("array", shape)
        s.emit(
            f"{sink.text} = "
            + s.rng.choice(
                (
                    f"sum({target.text})",
                    f"np.sum(np.stack({target.text}), axis=0)",
                    f"np.mean(np.array({target.text}), axis=0)",
                    f"np.concatenate({target.text})[:{shape[0]}]",
                    f"{target.text}[-1] * {target.text}[0]",
                )
            )
        )
        s.bind(sink)
    return True


def history(s: Scope) -> bool:
    """A loop that appends the state it carries, as simulations do."""
    shape = s.shape()
    state = s.target("array", shape)
    start = calm(s, array(s, shape, 1))
    s.emit(f"{state.text} = {start}")
    s.bind(state)
    name, steps = s.shared.fresh("states"), s.rng.randint(1, 3)
    s.emit(f"{name} = [{state.text}]" if s.chance(0.5) else f"{name} = []")
    with s.block(f"for _ in range({steps}):", "continue", steps):
        s.emit(s.rng.choice((f"{state.text} = {calm(s, f'{state.text} + {s.const()} * {array(s, shape, 1)}')}",
                             f"{state.text} += 0.2 * np.sin({array(s, shape, 1)})")))
        s.emit(f"{name}.append({state.text}{s.rng.choice(('', '', '.copy()', ' * 0.5'))})")
    target = s.target("scalar")
    s.emit(f"{target.text} = " + s.rng.choice((
        f"np.mean(np.array({name}))", f"sum(np.mean(v) for v in {name})", f"np.sum({name}[-1] * {name}[0])",
        f"sum([np.sum(u * v) for u, v in zip({name}, {name}[1:])])" if steps > 1 else f"np.sum(np.stack({name}))")))
    s.bind(target)
    return True


def new_dict(s: Scope) -> bool:
    """A dict of values: a scalar under 'p' and an array under 'q'."""
    name, shape = s.shared.fresh("d"), s.shape()
    a = leaf(s, shape) if s.chance(0.5) else array(s, shape, 2)
    s.emit(s.rng.choice((f"{name} = {{'p': {scalar(s, 2)}, 'q': {a}}}", f"{name} = dict(p={scalar(s, 2)}, q={a})",
                         f"{name} = {{'name': 'box', 'q': {a}}}\n{name}['p'] = {scalar(s, 1)}")))
    s.add(f"{name}['p']", "scalar"), s.add(f"{name}['q']", "array", shape)
    for _ in range(s.rng.randint(0, 2)):
        s.emit(s.rng.choice((f"{name}['p'] += {scalar(s, 1)}", f"{name}['q'] = {calm(s, array(s, shape, 1))}",
                             f"{name}['q'] *= np.tanh({array(s, shape, 1)})", f"{name}['p'] = {scalar(s, 2)}",
                             f"{name}['r{s.rng.randint(0, 1)}'] = {scalar(s, 1)}", f"{name}.update(p={scalar(s, 1)})")))
    if s.chance(0.5):
        target = s.target("scalar")
        s.emit(
            f"{target.text} = "
            + s.rng.choice(
                (
                    f"{name}['p'] * np.sum({name}['q'])",
                    f"sum(np.sum(v) for v in ({name}['p'], {name}['q']))",
                    f"{name}.get('p', 0.0)",
                    f"{name}.get('none', {scalar(s, 1)})",
                    f"sum(np.mean(v) for key, v in {name}.items() if key in 'pq')",
                    f"{name}['p'] if 'z' not in {name} else 0.0",
                )
            )
        )
        s.bind(target)
    return True


def dict_comprehension(s: Scope) -> bool:
    name, target = s.shared.fresh("d"), s.target("scalar")
    source = leaf(s, (3,))
    s.emit(f"{name} = {{key: v * {s.const()} for key, v in zip('abc', {source})}}")
    s.emit(f"{target.text} = {name}['a'] * {name}['c'] + sum({name}.values())")
    s.bind(target)
    return True


def filtered(s: Scope) -> bool:
    """A list grown under a condition."""
    var = s.array(1, 2)
    if not var:
        return False
    name, target = s.shared.fresh("kept"), s.target("scalar")
    s.emit(f"{name} = [{s.const()}]")
    v = s.shared.fresh("v")
    with s.block(f"for {v} in {var.text}:", "continue", var.shape[0]):
        s.add(v, "scalar")
        s.emit(f"if {condition(s)}:\n    {name}.append({v} * {scalar(s, 1)})")
    s.emit(f"{target.text} = {s.rng.choice((f'sum({name})', f'np.mean(np.array({name}))', f'{name}[-1] * {name}[0]'))}")
    s.bind(target)
    return True


MENU = [
    (new_list, 2.5),
    (list_store, 3),
    (list_use, 2),
    (stack, 0.6),
    (list_of_arrays, 1),
    (history, 1),
    (new_dict, 1.3),
    (dict_comprehension, 0.3),
    (filtered, 0.6),
]
