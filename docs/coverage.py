"""Writes `docs/coverage.md` from the table of rules: `python -m docs.coverage`."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from typing import Any

import numpy as np
import scipy

from tangentish import library
from tangentish.rules.libraries import load_all
from tangentish.rules.registry import RULES, Rule

TARGET = Path(__file__).with_name("coverage.md")
NAMESPACES = ("numpy.linalg", "numpy.fft", "numpy", "math", "operator", "builtins", "scipy.special", "scipy.linalg", "scipy.fft",
              "scipy.fftpack", "scipy.signal", "scipy.ndimage", "scipy.spatial.distance", "scipy.integrate", "scipy.optimize",
              "scipy.interpolate", "scipy.sparse", "scipy.sparse.linalg", "scipy.stats")
HEAD = """# What has a derivative

Written by `python -m docs.coverage` from the table of rules; a test holds it to that. With NumPy {numpy} and SciPy {scipy}:
{ruled} functions have a rule, {replaced} are differentiated through an equivalent in plain Python, and {zero} have a
derivative of zero.

The operators, `np.add.reduce` and its like, methods of arrays and `out=` go by the same rules. What is written in Python,
in NumPy and SciPy too, needs no rule: it is differentiated as it stands.

**Parameters** are those that a rule takes; the derivative is had with respect to the bold ones. A call with another one is
an error, never wrong. **Modes**: R for reverse, F for forward.
"""


def names_by_identity() -> dict[int, list[str]]:
    """All public names of each function: aliases too."""
    found: dict[int, list[str]] = {}
    for space in NAMESPACES:
        module = sys.modules.get(space)
        for own in sorted(getattr(module, "__all__", None) or dir(module)) if module is not None else ():
            value = getattr(module, own, None)
            if callable(value) and not own.startswith("_"):
                prefix = space.replace("numpy", "np").replace("builtins", "")
                found.setdefault(id(value), []).append(f"{prefix}.{own}".strip("."))
    return found


def parameters(rule: Rule) -> str:
    """The parameters of a rule, those it differentiates with respect to in bold."""
    assert rule.signature is not None
    shown = []
    for parameter in rule.signature.parameters.values():
        star = "\\*" if parameter.kind is parameter.VAR_POSITIONAL else ""
        shown.append(f"**{star}{parameter.name}**" if parameter.name in rule.params else f"{star}{parameter.name}")
    return ", ".join(shown)


def modes(rule: Rule) -> str:
    return "R F" if rule.kind != "vjp" or rule.jvp is not None else "R"


def remark(rule: Rule) -> str:
    """The first line of the docstring of a rule, and those of the special ones beside it."""
    lines = [inspect.getdoc(one.function) or "" for one in [rule, *rule.special]]
    return " ".join(dict.fromkeys(line.split("\n")[0] for line in lines if line)).replace("|", "\\|")


def text() -> str:
    """The whole document."""
    load_all()
    names = names_by_identity()
    topics: dict[str, dict[Any, list[Any]]] = {}
    zero, ruled = [], set()
    for target, rule in RULES.items():
        public = names.get(id(target))
        if public is None or rule.user:
            continue
        if rule.kind == "zero":
            zero += public
        else:
            ruled.add(id(target))
            key = (rule.function, parameters(rule), modes(rule), remark(rule))
            topics.setdefault(rule.function.__module__, {}).setdefault(key, []).extend(public)
    replaced = {names[id(function)][0]: names[id(function)] for function in library.REPLACED if id(function) in names}
    out = [HEAD.format(numpy=version(np), scipy=version(scipy), ruled=len(ruled), replaced=len(replaced), zero=len(set(zero)))]
    for module in sorted(topics, key=lambda module: ("scipy" in module, module)):
        out.append(f"\n## {title(module)}\n\n| function | parameters | modes | remarks |\n|---|---|---|---|")
        rows = [(", ".join(f"`{name}`" for name in sorted(public, key=lambda name: (len(name), name))), *key[1:])
                for key, public in topics[module].items()]
        out += ["| " + " | ".join(row) + " |" for row in sorted(rows)]
    out.append("\n## Through an equivalent in plain Python\n")
    out.append(", ".join(f"`{name}`" for name in sorted({name for public in replaced.values() for name in public})))
    methods = {f"scipy.interpolate.{function.__qualname__}" for function in library.REPLACED
               if (getattr(function, "__module__", None) or "").startswith("scipy.interpolate.")
               and "." in function.__qualname__ and not function.__qualname__.startswith("_")}
    out.append("\nSo are these methods, and with them what SciPy builds on them in Python, by values, by points and by places:\n"
               "`scipy.interpolate.CubicSpline`, `PchipInterpolator`, `Akima1DInterpolator`, `interp1d`, `splrep`, `splev` and "
               "others.\n")
    out.append(", ".join(f"`{name}`" for name in sorted(methods)))
    handled = {name for function in library.HANDLED for name in names.get(id(function), ()) if name.startswith("scipy.")}
    out.append("\n## By what they solve\n\nIntegrals, differential equations, roots, minima, fits and sparse systems: in reverse "
               "mode, and in forward mode row by row.\n")
    out.append(", ".join(f"`{name}`" for name in sorted(handled)))
    out.append("\n## Derivative of zero\n")
    out.append(", ".join(f"`{name}`" for name in sorted(set(zero))))
    return "\n".join(out) + "\n"


def version(module: Any) -> str:
    """The release, without the last number: names do not change with that."""
    return ".".join(module.__version__.split(".")[:2])


def title(module: str) -> str:
    """What a file of rules is about: the first line of its docstring."""
    return (sys.modules[module].__doc__ or module).split("\n")[0].rstrip(".")


if __name__ == "__main__":
    TARGET.write_text(text())
