"""Errors that are raised and caught: by the program itself, by what it calls, in loops that try again."""

from __future__ import annotations

from .arrays import leaf
from .flow import body
from .scalars import calm, condition, scalar
from .scope import Scope, Shared


def define(shared: Shared) -> None:
    """A function at module level that raises for some arguments, before it writes anything."""
    s, name = Scope(shared), shared.fresh("check")
    c, d = s.const(), s.const()
    shared.top.append(f"def {name}(v, low={c}):\n    " + s.rng.choice((
        f"if v < low:\n        raise ValueError('low')\n    return np.sqrt(v - low + {d})",
        f"for k in range(3):\n        if v > low:\n            return v * k + {d}\n        v = v + 0.2\n"
        "    raise ValueError('never')",
        f"table = {{0: v, 1: {d} * v}}\n    return table[0 if v > low else 1] if v < 2.0 else table[2]",
        f"assert v > low, 'low'\n    return np.sin(v) * {d}",
        f"try:\n        if v > low:\n            raise KeyError(v)\n        return v * {d}\n"
        f"    except KeyError:\n        return v + {d}",
    )))
    shared.checks.append(name)


_CAUGHT = ("except Exception:", "except (ValueError, KeyError, AssertionError):",
           "except (ValueError, LookupError, AssertionError) as e:")


def checked(s: Scope) -> bool:
    """A call that may raise, and what is done then."""
    if not s.shared.checks:
        return False
    name, target = s.rng.choice(s.shared.checks), s.target("scalar")
    s.emit(f"{target.text} = {scalar(s, 1)}")
    s.bind(target)
    with s.block("try:"):
        s.emit(f"{target.text} = {name}({scalar(s, 1)}{s.rng.choice(('', ', 0.1', ', low=-0.2'))})")
    with s.block(s.rng.choice(_CAUGHT)):
        s.emit(f"{target.text} = {calm(s, f'{target.text} * {scalar(s, 1)}')}")
    if s.chance(0.3):
        with s.block("else:"):
            s.emit(f"{target.text} *= {s.const()}")
            body(s, 1)
    return True


def again(s: Scope) -> bool:
    """A loop that tries again with another step after an error."""
    h, k, target = s.shared.fresh("h"), s.shared.fresh("k"), s.target("scalar")
    s.emit(f"{h}, {k} = {scalar(s, 1)} + 1.0, 0\n{target.text} = {scalar(s, 1)}")
    s.bind(target)
    limit, error = s.rng.choice(("0.4", "0.6", "0.9")), s.rng.choice(("ValueError", "ArithmeticError"))
    s.emit(f"while {k} < 4:\n    {k} += 1\n    try:\n        if abs({h}) > {limit}:\n            raise {error}({k})\n"
           f"        {target.text} = np.sin({target.text} + {h})\n"
           f"    except (ValueError, ArithmeticError){s.rng.choice(('', ' as error'))}:\n        {h} = {h} * 0.5\n"
           + s.rng.choice(("        continue\n", "", f"        {target.text} *= 0.9\n"))
           + s.rng.choice((f"    {h} *= 1.1", f"    else:\n        {h} *= 1.2",
                           f"    finally:\n        {target.text} += 0.1 * {h}")))
    return True


def looked_up(s: Scope) -> bool:
    """Items that may not be there: IndexError ends a loop, KeyError puts one in."""
    v, target = s.shared.fresh("v"), s.target("scalar")
    s.emit(f"{target.text} = {scalar(s, 1)}")
    s.bind(target)
    if s.chance(0.5):
        items, k = s.shared.fresh("items"), s.shared.fresh("k")
        s.emit(f"{items} = [{scalar(s, 1)}, {scalar(s, 1)}, {scalar(s, 1)}]")
        s.emit(f"for {k} in range({s.rng.randint(2, 5)}):\n    try:\n"
               f"        {v} = {items}[{k}] if {condition(s)} else {items}.pop()\n    except IndexError:\n"
               f"        {s.rng.choice(('break', f'{target.text} *= 0.5; continue'))}\n"
               f"    {target.text} = np.sin({target.text} + {v})")
        s.emit(f"{target.text} += sum({items})")
    else:
        table, key = s.shared.fresh("table"), s.shared.fresh("key")
        s.emit(f"{table} = {{'a': {scalar(s, 1)}}}")
        s.emit(f"for {key}, {v} in zip('abab', {leaf(s, (4,))}):\n    try:\n"
               f"        {table}[{key}] = {table}[{key}] * {v} + {s.const()}\n    except KeyError:\n        {table}[{key}] = {v}\n"
               + s.rng.choice(("", f"    finally:\n        {target.text} += {table}[{key}] * 0.5\n")))
        s.emit(f"{target.text} += {table}['a'] * {table}['b']")
    return True


MENU = [(checked, 2.5), (again, 1), (looked_up, 1.5)]
