"""Containers that are tested for emptiness or membership, and changed inside the branch."""

from __future__ import annotations

from .arrays import array, leaf
from .flow import body
from .scalars import calm, condition, scalar
from .scope import Scope


def worklist(s: Scope) -> bool:
    """A list that is worked off, and grows while it is."""
    todo, done, k, v = (s.shared.fresh(prefix) for prefix in ("todo", "done", "k", "v"))
    target, shape = s.target("scalar"), s.shape()
    items = s.rng.choice((f"{leaf(s, shape)}, {array(s, shape, 1)}", f"{scalar(s, 1)}, {scalar(s, 1)}"))
    s.emit(f"{todo}, {done}, {k} = [{items}], [], 0\n{target.text} = {scalar(s, 1)}")
    s.bind(target)
    s.emit(f"while {todo} and {k} < 5:\n    {k} += 1\n    {v} = {todo}.pop({s.rng.choice(('', '0'))})\n"
           f"    {target.text} = np.sin({target.text} + np.mean({v}))\n"
           f"    if not {done}:\n        {done}.append({v} * {s.const()})\n"
           f"    elif {condition(s)} and len({done}) < 3:\n        {s.rng.choice((todo, done))}.append({done}[-1] * {s.const()})\n"
           + s.rng.choice(("", f"    else:\n        {done}.pop()\n", f"    else:\n        {v} = {v} + {done}[0]\n")))
    s.emit(f"{target.text} += sum(np.sum({v} ** 2) for {v} in {done})")
    return True


def membership(s: Scope) -> bool:
    """A dict whose keys depend on data: a key that is there is changed, or taken out, else it is put in."""
    seen, key, v = (s.shared.fresh(prefix) for prefix in ("seen", "key", "v"))
    target = s.target("scalar")
    there = s.rng.choice((f"{seen}[{key}] += {v} * {scalar(s, 1)}", f"{seen}[{key}] = np.sin({seen}[{key}] * {v})",
                          f"{seen}['old'] = {seen}.pop({key})", f"{seen}[{key}] *= {s.const()}",
                          f"{seen}.setdefault('first', {v})"))
    s.emit(f"{seen} = {{}}\nfor {v} in {leaf(s, (4,))}:\n    {key} = 'p' if {v} > {s.const()} else 'n'\n"
           f"    {s.rng.choice((f'if {key} in {seen}:', f'if {seen}.get({key}) is not None:'))}\n        {there}\n"
           f"    else:\n        {seen}[{key}] = {v} * {scalar(s, 1)}\n"
           + s.rng.choice(("", f"    if len({seen}) > 1:\n        {seen}.pop(list({seen})[0])\n")))
    s.emit(f"{target.text} = sum({seen}.values()) * {s.const()}")
    s.bind(target)
    return True


def lazily(s: Scope) -> bool:
    """What is made when it is first asked for: in a list, a dict, or a name that is None before."""
    if s.trips > 6:
        return False
    store, shape, style = s.shared.fresh("store"), s.shape(), s.rng.randrange(3)
    empty, test, put, get = (
        ("[]", f"if not {store}:", f"{store}.append({{}})", f"{store}[0]"),
        ("{}", f"if 'a' not in {store}:", f"{store}['a'] = {{}}", f"{store}['a']"),
        ("None", f"if {store} is None:", f"{store} = {{}}", store),
    )[style]
    s.emit(f"{store} = {empty}")
    target = s.target("scalar")
    s.emit(f"{target.text} = {scalar(s, 1)}")
    s.bind(target)
    trips = s.rng.randint(1, 3)
    with s.block(f"for _ in range({trips}):", "continue", trips):
        s.emit(f"{test}\n    " + put.format(f"{array(s, shape, 2)} * 1.0") + "\nelse:\n    "
               + s.rng.choice((f"{get}[...] = np.sin({get})", f"{get} *= {scalar(s, 1)}", put.format(calm(s, f"{get} * 2.0")))))
        body(s, 1)
        s.emit(f"{target.text} += np.mean({get})")
    return True


def memo(s: Scope) -> bool:
    """A nested function with a dict of what it found, looked up with `in`, `get` or a KeyError."""
    if s.level > 2 or s.trips > 3:
        return False
    name, table, target = s.shared.fresh("g"), s.shared.fresh("memo"), s.target("scalar")
    start, step = scalar(s, 1), scalar(s, 0)
    made = f"{start} if k < 1 else np.sin({name}(k - 1) + {s.const()} * {name}(k - 2) * {step})"
    text = s.rng.choice((
        f"if k in {table}:\n        return {table}[k]\n    {table}[k] = {made}\n    return {table}[k]",
        f"try:\n        return {table}[k]\n    except KeyError:\n        {table}[k] = r = {made}\n        return r",
        f"if (r := {table}.get(k)) is None:\n        r = {table}[k] = {made}\n    return r",
    ))
    s.emit(f"{table} = {{}}\ndef {name}(k):\n    {text}")
    s.emit(f"{target.text} = {name}({s.rng.randint(2, 4)})")
    if s.chance(0.5):
        s.emit(f"{table}[1] = {table}[1] * {scalar(s, 1)}\n{target.text} += {name}(1) * {name}(3)")
    s.bind(target)
    return True


MENU = [(worklist, 1.5), (membership, 1.5), (lazily, 1.5), (memo, 1)]
