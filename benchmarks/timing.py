"""What the benchmarks share: timing in turn, tables, and programs taken to other libraries."""

from __future__ import annotations

import statistics
import sys
import time
import types
from collections.abc import Callable
from typing import Any

import numpy as np

LARGE = 24_000_000  # bytes; above 32 MiB nothing is learned from a block


def keep_memory() -> None:
    """Free one large block, so that the C library keeps the memory that calls free, as it does in any program that had one.

    Before, it gives the top of the heap back to the system as soon as that is twice the largest block freed so far, and gets
    it again with the next call, a page fault at a time. Which program that hits depends on what ran before it.
    """
    np.empty(LARGE // 8)


def interleaved(funs: dict[str, Callable[..., Any]], args: tuple[Any, ...], seconds: float) -> dict[str, float]:
    """Median seconds per call; each sample is some calls of one contestant, lasting about two milliseconds."""
    keep_memory()
    calls = {}
    for name, fun in funs.items():
        fun(*args)
        start = time.perf_counter()
        fun(*args)
        calls[name] = max(1, int(0.002 / (time.perf_counter() - start)))
    samples: dict[str, list[float]] = {name: [] for name in funs}
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(next(iter(samples.values()))) < 5:
        for name, fun in funs.items():
            repeat = range(calls[name])
            fun(*args)  # what ran before it has left the caches cold
            start = time.perf_counter()
            for _ in repeat:
                fun(*args)
            samples[name].append((time.perf_counter() - start) / calls[name])
    return {name: statistics.median(times) for name, times in samples.items()}


def with_numpy(fun: Callable[..., Any], library: Any) -> Callable[..., Any]:
    """The same code with another library in the place of NumPy and of `math`."""
    assert isinstance(fun, types.FunctionType)
    return types.FunctionType(fun.__code__, {**fun.__globals__, "np": library, "math": library}, fun.__name__)


def duration(seconds: float) -> str:
    """Three digits and a unit.

    >>> duration(0.0123), duration(4.5e-6)
    ('12.3 ms', '4.5 us')
    """
    scale, unit = next(((scale, unit) for scale, unit in ((1.0, "s"), (1e-3, "ms")) if seconds >= scale), (1e-6, "us"))
    return f"{seconds / scale:.3g} {unit}"


def show(title: str, header: list[str], rows: list[list[str]]) -> None:
    """Print a table: with rich where it is installed."""
    try:
        from rich.console import Console
        from rich.table import Table
    except ImportError:
        widths = [max(len(row[k]) for row in [header, *rows]) for k in range(len(header))]
        print(title)
        for row in [header, ["-" * width for width in widths], *rows]:
            print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
        return
    table = Table(title=title)
    for k, name in enumerate(header):
        table.add_column(name, justify="right" if k else "left", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    width = None if sys.stdout.isatty() else 140
    Console(width=width).print(table)
