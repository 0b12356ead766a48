"""Rules for a library are loaded once, and every thread that asks for one of them meanwhile waits until it is there."""

from __future__ import annotations

import sys
import threading
import types

import pytest

from tangentish.rules import libraries
from tangentish.rules.registry import RULES, lookup

RULES_OF_A_LIBRARY = """
import time, a_slow_library
from tangentish.rules.registry import lookup, zero_derivative
assert lookup(a_slow_library.count) is None  # which finds nothing to wait for in this thread
time.sleep(0.2)
zero_derivative(a_slow_library.count)
"""


def test_threads_wait(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = types.ModuleType("a_slow_library")
    exec("def count(x): return len(x)", vars(library))
    (tmp_path / "rules_of_a_slow_library.py").write_text(RULES_OF_A_LIBRARY)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(sys.modules, "a_slow_library", library)
    monkeypatch.setitem(libraries._MODULES, "a_slow_library", ["rules_of_a_slow_library"])
    barrier, found, errors = threading.Barrier(6), [], []

    def ask() -> None:
        barrier.wait()
        try:
            found.append(lookup(library.count))
        except Exception as error:  # of any kind
            errors.append(error)

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    assert found == [RULES.pop(library.count)] * 6
    assert "a_slow_library" not in libraries._MODULES
    sys.modules.pop("rules_of_a_slow_library")
