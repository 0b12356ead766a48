"""Properties, and methods that Python runs without their name, that write by what they call: a method of another class.

    @property
    def loss(self):
        self.history.note(self.weights)     # which `note` that is, the class does not tell
        return self.misfit(self.weights)

Each class says what its methods write and what they name (`class_marks`); here it is put together for the classes that a program
meets.  All methods of one name are taken for one.

>>> own = frozenset([computed("loss"), asking("loss", {"history", "note"}), writing("note"), asking("show", {"text"})])
>>> sorted(settled(own) - own)
['acting loss', 'running loss']
"""

from __future__ import annotations

import functools

from tangentish.analysis.code.bound_by_texts import told_of
from tangentish.analysis.code.marks import IN_PLACE, UNNAMED, acting, asking, computed, running, writing

_ASKING, _WRITING, _RUNNING, _COMPUTED = asking("", ()), writing(""), running(""), computed("")
_ACTING = frozenset(("__contains__", "__getattr__"))


@functools.lru_cache(maxsize=256)
def settled(own: frozenset[str]) -> frozenset[str]:
    """Own names with what they come to together."""
    asked = dict[str, set[str]]()
    for mark in own:
        if mark.startswith(_ASKING):
            key, *names = mark.removeprefix(_ASKING).split()
            asked.setdefault(key, set()).update(names)
    own = own.union(told_of(own))
    if not asked:
        return own
    found = {mark.removeprefix(how) for mark in own for how in (_WRITING, _RUNNING) if mark.startswith(how)} - IN_PLACE
    before = -1
    while before != (before := len(found)):
        found |= {key for key, names in asked.items() if not names.isdisjoint(found)}
    read = {mark.removeprefix(_COMPUTED) for mark in own if mark.startswith(_COMPUTED)}
    return own.union((acting(key) for key in found & (read | _ACTING)), (running(key) for key in found & (read | UNNAMED)))
