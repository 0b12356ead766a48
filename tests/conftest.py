"""What all tests share."""

from __future__ import annotations

import gc


def pytest_collection_finish() -> None:
    """Tens of thousands of tests are there for good: garbage is looked for among what comes after them."""
    gc.collect()
    gc.freeze()
