"""Numbers the temporaries that are left in the order in which they are met.

t_4 = np.exp(x)                      t = np.exp(x)
t_9 = 1.0 + t_4           ->         t_2 = 1.0 + t
t_7_bar = ans_bar / t_9              t_3_bar = ans_bar / t_2
"""

from __future__ import annotations

import re

import gast

from tangentish.simplify.facts import BAR, Facts
from tangentish.simplify.tree import own_parts, walk
from tangentish.syntax import Node, walk_statements

TEMPORARY = re.compile(r"^(t|cond|tape|trips|called|parts|item|items|old)(_\d+)?$")


def rename_temporaries(facts: Facts) -> bool:
    """Rename; whether there was anything to rename.

    >>> from tests.simplify.lines import simplified
    >>> print(simplified(rename_temporaries, "t_4 = np.exp(x)", "t_7_bar = ans_bar / t_4", "return t_7_bar"))
    t = np.exp(x)
    t_2_bar = ans_bar / t
    return t_2_bar
    """
    met: dict[str, list[Node]] = {}
    for statement in walk_statements(facts.function.body):
        for node in walk(own_parts(statement)):
            if node.__class__ is gast.Name:
                if node.id in met:
                    met[node.id].append(node)
                else:
                    met[node.id] = [node]
            elif node.__class__ in (gast.FunctionDef, gast.ClassDef):
                met.setdefault(node.name, [])
    owners: dict[str, str] = {}  # name -> the temporary that it is, or is the cotangent of
    for name in met:
        match = BAR.match(name)
        owner = match[1] if match else name
        if TEMPORARY.match(owner) and facts.is_temporary(name):
            owners[name] = owner
    taken = facts.user | facts.params | facts.captured | (met.keys() - owners.keys()) | facts.externs.keys()
    new: dict[str, str] = {}
    for name in sorted(owners, key=lambda n: owners[n] not in met):  # those that are there themselves come first
        owner = owners[name]
        if owner not in new:
            base = TEMPORARY.match(owner)[1]  # type: ignore[index]  # owners are temporaries
            new[owner] = _free(base, taken)
            taken |= {new[owner]}
    changed = False
    for name, owner in owners.items():
        final = new[owner] + name[len(owner) :]
        if final != name:
            changed = True
            for node in met[name]:
                node.id = final
    return changed


def _free(base: str, taken: set[str]) -> str:
    name, number = base, 2
    while taken & {name, f"{name}_bar", f"{name}_dot"}:
        name, number = f"{base}_{number}", number + 1
    return name
