"""What all tests share."""

from __future__ import annotations

import gc
import os
from typing import Any

import pytest

from tests.parts import PARTS, in_part, part_asked_for

# Before NumPy is loaded: threads that share the work on matrices of three rows wait for each other longer than they work,
# above all where another worker of pytest has the other processor.  Programs that tests start get it, too.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Which of the cases run: see `tests.parts`."""
    group = parser.getgroup("tangentish")
    group.addoption("--all", action="store_true", help="run every case of the parametrized tests")
    group.addoption("--part", type=int, help=f"run another part of the cases, 0 to {PARTS - 1}; any number is taken modulo {PARTS}")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the cases of other parts."""
    part = part_asked_for(config)
    if part is None:
        return
    left_out = [item for item in items if not in_part(item.nodeid, part)]
    items[:] = [item for item in items if in_part(item.nodeid, part)]
    config.hook.pytest_deselected(items=left_out)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a worker of pytest-xdist, whose arguments do not say where they came from."""
    node.workerinput["part"] = part_asked_for(node.config)


def pytest_collection_finish() -> None:
    """Tens of thousands of tests are there for good: garbage is looked for among what comes after them.

    All that is looked through seldom: programs that were made are there for good, too.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 100)


def _with_room(item: pytest.Item, nextitem: pytest.Item | None) -> Any:
    return item.config.pluginmanager.get_plugin("runner").pytest_runtest_protocol(item, nextitem)


# Python keeps the frames of calls in chunks of 16 kB, and gives a chunk back as soon as it is empty: where a loop that is deep
# down calls functions across the end of one, each of these calls asks the system for memory, which took a tenth of the time.
# A frame that is said to need half a megabyte gets a chunk of a megabyte, and calls from there find room in the other half.
_with_room.__code__ = _with_room.__code__.replace(co_stacksize=1 << 16)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> Any:
    """Run a test as usual, with room for deep calls."""
    return _with_room(item, nextitem)
