"""What all tests share."""

from __future__ import annotations

import gc


def pytest_collection_finish() -> None:
    """Tens of thousands of tests are there for good: garbage is looked for among what comes after them.

    All that is looked through seldom: programs that were made are there for good, too.
    """
    gc.collect()
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, 100)
