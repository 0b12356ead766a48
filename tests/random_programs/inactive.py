"""Code that no derivative flows through: text, sizes, indices, names that come and go."""

from __future__ import annotations

from .arrays import fresh
from .indices import element
from .scalars import scalar
from .scope import Scope


def inactive(s: Scope) -> bool:
    """Code that no derivative flows through."""
    var, array_var = s.pick("scalar"), s.array()
    name = s.shared.fresh("note")
    some = array_var.text if array_var else "np.ones(2)"
    value = var.text if var else "0.5"
    lines = [
        *[f'{name} = f"{{{value}:.3f}} of {{{some}.shape}}"'] * 3,
        f"{name} = 'size %d' % {some}.size",
        f"{name} = {{'verbose': False, 'tol': 1e-3}}",
        f"assert {some}.size >= 0, 'shape'",
        "pass",
        "import math as m",
        f"{name} = [str(q) for q in {some}.shape]\n{name}.append('end')",
        f"{name} = set(range(3)) | {{7}}",
        f"{name} = '-'.join(sorted(['b', 'a']))",
        "np.isfinite(1.0)",
        f"if False:\n    print({some})",
        f"{name}: int = {some}.ndim",
        f"{name} = type({value}).__name__",
    ]
    s.emit(s.rng.choice(lines))
    return True


def size_name(s: Scope) -> bool:
    """`n = x.shape[0]`, then used in ranges and indices."""
    var = s.array()
    if not var or not var.shape:
        return False
    target = s.new("int", low=var.shape[0], high=var.shape[0] + 1, fixed=True)
    s.emit(f"{target.text} = {s.rng.choice((f'{var.text}.shape[0]', f'len({var.text})', f'np.shape({var.text})[0]'))}")
    return True


def pick_index(s: Scope) -> bool:
    """An index that depends on data: no derivative flows through it."""
    var, size = s.array(1, 2), s.rng.randint(2, 4)
    if not var:
        return False
    target = s.new("int", low=0, high=var.shape[0], fixed=True)
    del s.vars[target.text]
    s.emit(
        f"{target.text} = "
        + s.rng.choice(
            (
                f"int(np.argmax({var.text}))",
                f"int(np.argmin({var.text}))",
                f"int(abs({scalar(s, 1)}) * {size}) % {var.shape[0]}",
                f"int(np.sum({var.text} > 0.1)) % {var.shape[0]}",
                f"min(int(np.floor(abs({element(s, var)}))), {var.shape[0] - 1})",
            )
        )
    )
    s.bind(target)
    return True


def index_array(s: Scope) -> bool:
    n, count = s.rng.choice((s.shared.n, s.shared.m)), s.rng.randint(2, 5)
    target = s.new("index", low=count, high=n, fixed=True)
    entries = [s.rng.randrange(n) for _ in range(count)]
    s.emit(f"{target.text} = {s.rng.choice((f'np.array({entries})', str(entries)))}")
    return True


def delete(s: Scope) -> bool:
    """`del name`, when the name was only ever local and nothing else reads it."""
    target = s.shared.fresh("tmp")
    s.emit(f"{target} = {fresh(s, s.shape(), 1)}")
    var = s.target("scalar")
    s.emit(f"{var.text} = np.mean({target})")
    s.emit(f"del {target}")
    s.bind(var)
    return True


MENU = [(inactive, 2), (size_name, 0.7), (pick_index, 0.7), (index_array, 1), (delete, 0.4)]
