"""From a seed to the source of a module with `program`, `ARGS` and `ARGNUMS`.

The same seed always gives the same text.  `generate` writes a candidate; whether it is fit for a comparison with
central differences (it runs, it does not warn, it is smooth around its arguments) is for `judge.examine` to say.
"""

from __future__ import annotations

import ast

from . import attempts, functions, objects, raising, read_again, records, results, scalars, shown_by_many, written_by_code
from .menu import statement
from .scope import Scope, Shape, Shared

HEADER = "import math\n\nimport numpy as np\n"


def generate(seed: int, attempt: int = 0) -> str:
    """The source text of the module of this seed."""
    if seed >= shown_by_many.FIRST:
        return shown_by_many.source(seed + attempt)
    if seed >= written_by_code.FIRST:
        return written_by_code.source(seed + attempt)
    if seed >= read_again.FIRST:
        return read_again.source(seed + attempt)
    shared = Shared(seed, attempt)
    rng = shared.rng
    for _ in range(rng.choice((0, 0, 1, 1, 2, 3))):
        functions.small(shared)
    for _ in range(rng.choice((0, 0, 1, 1, 2))):
        functions.helper(shared)
    if rng.random() < 0.3:
        objects.define(shared)
    if shared.mixed:
        for define in (results.define, records.define, raising.define):
            for _ in range(rng.choice((0, 1, 1, 2))):
                define(shared)
    if shared.attempted and rng.random() < 0.5:
        attempts.define(shared)
    s = Scope(shared, _early)
    params, values, active = _parameters(s)
    shared.budget = max(shared.budget, 6)  # whatever the helpers took
    while shared.budget > 0:
        statement(s)
    s.raw(_result(s))
    chosen = [k for k in active if rng.random() < 0.8] or active[:1]
    text = (
        HEADER
        + "\n\n"
        + "\n\n\n".join([*_globals(s), *shared.top, f"def program({', '.join(params)}):\n" + "\n".join(s.lines)])
    )
    text += f"\n\n\nARGS = ({', '.join(values)},)\nARGNUMS = ({', '.join(map(str, chosen))},)\n"
    return tidy(text)


def tidy(text: str) -> str:
    """The same module without needless parentheses, laid out evenly."""
    tree = ast.parse(text)
    parts = [ast.unparse(node) for node in tree.body]
    wide = [isinstance(node, (ast.FunctionDef, ast.ClassDef)) for node in tree.body]
    out = parts[0]
    for k in range(1, len(parts)):
        out += ("\n\n\n" if wide[k] or wide[k - 1] else "\n") + parts[k]
    return out + "\n"


def _globals(s: Scope) -> list[str]:
    """Constants at module level that the program reads."""
    text = "\n".join(s.lines + s.shared.top)
    return [f"{name} = {value}" for name, value in scalars.GLOBALS.items() if name in text]


def _numbers(s: Scope, shape: Shape) -> str:
    if not shape:
        return repr(round(s.rng.uniform(-1.2, 1.2), 3))
    return f"[{', '.join(_numbers(s, shape[1:]) for _ in range(shape[0]))}]"


def _parameters(s: Scope) -> tuple[list[str], list[str], list[int]]:
    """Parameters, the texts of their values, and which of them have derivatives."""
    rng, n, m = s.rng, s.shared.n, s.shared.m
    params: list[str] = []
    values: list[str] = []
    active: list[int] = []
    kinds = ["array", rng.choice(("array", "matrix", "float"))]
    kinds += rng.choices(("array", "matrix", "float", "int", "list", "one", "empty", "flag", "zero"),
                         (4, 4, 5, 2, 2, 1, 0.7, 0.7, 0.7), k=rng.randint(0, 3))
    for kind in kinds:
        name = {
            "array": "x",
            "matrix": "M",
            "float": "t",
            "int": "n",
            "list": "p",
            "one": "u",
            "empty": "e",
            "flag": "flag",
            "zero": "z",
        }[kind]
        name = name if name not in params else s.shared.fresh(name + "_")
        if kind in ("array", "matrix", "one", "empty", "zero"):
            shape = {"array": rng.choice(((n,), (n,), (m,))), "matrix": rng.choice(((n, m), (n, m), (m, n), (n, n))),
                     "one": (1,), "empty": (0,), "zero": ()}[kind]
            s.add(name, "array", shape)
            value = f"np.array({_numbers(s, shape)})"
        elif kind == "float":
            s.add(name, "scalar")
            value = _numbers(s, ())
        elif kind == "int":
            k = rng.randint(0, 4)
            s.add(name, "int", low=k, high=k + 1, fixed=True)
            value = str(k)
        elif kind == "flag":
            s.add(name, "flag", fixed=True)
            value = rng.choice(("True", "False"))
        else:
            k = rng.randint(2, 4)
            s.add(name, "list", high=k, fixed=True)
            value = _numbers(s, (k,))
        if kind not in ("int", "flag"):
            active.append(len(params))
        params.append(name)
        values.append(value)
    if active == [] or rng.random() < 0.06:
        params.append("opt=0.5")
        s.add("opt", "scalar")
        values.append(_numbers(s, ()))
        active.append(len(values) - 1)
    return params, values, active


def _early(s: Scope) -> str:
    """A return statement in the middle of the program."""
    return f"return {scalars.calm(s, scalars.scalar(s, 2))}"


def _result(s: Scope) -> str:
    """Return a scalar that most of what is alive goes into."""
    terms: list[str] = []
    for var in reversed([v for v in s.vars.values() if v.what in ("scalar", "array", "list")]):
        if len(terms) >= 7 or (s.chance(0.25) and terms):
            continue
        c, text = s.const(), var.text
        if var.what == "scalar":
            terms.append(s.rng.choice((text, f"{c} * {text}", f"{text} ** 2", f"np.sin({text})", f"math.cos({text})")))
        elif var.what == "list":
            terms.append(f"{c} * sum({text})")
        elif var.shape == ():
            terms.append(f"{c} * float({text})")
        elif 0 in var.shape:
            terms.append(f"np.sum({text})")
        else:
            w = f"np.cos(np.arange({var.shape[-1]}))"
            terms.append(
                s.rng.choice(
                    (
                        f"np.sum({text} * {w})",
                        f"{c} * np.sum(np.sin({text}))",
                        f"np.mean({text})",
                        f"np.sum({text} ** 2) / 4.0",
                        f"{c} * np.sum({text} * {w})",
                        f"np.tanh({text}).sum()",
                    )
                )
            )
    total = " + ".join(terms) or "0.0"
    return s.rng.choice(
        (
            f"return {total}",
            f"return {total}",
            f"return np.tanh(({total}) / 3.0)",
            f"loss = {total}\nreturn loss",
            f"return float({total})",
        )
    )


def size(text: str) -> int:
    """How many statements the functions of a module hold."""
    tree = ast.parse(text)
    functions_ = [node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    return sum(isinstance(node, ast.stmt) for function in functions_ for node in ast.walk(function)) - len(functions_)
