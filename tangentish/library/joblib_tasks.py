"""Tasks of joblib, one after the other: `Parallel(n_jobs)(delayed(f)(x) for x in xs)` is the list of their results.

Those that run in other processes do as `elsewhere` says.
"""

from __future__ import annotations

from typing import Any

from tangentish import library
from tangentish.errors import UnsupportedError
from tangentish.library.elsewhere import called_elsewhere
from tangentish.rules.libraries import first_module, present
from tangentish.rules.registry import zero_derivative


def run_tasks(parallel: Any, tasks: Any) -> Any:
    """`Parallel.__call__`."""
    elsewhere = runs_elsewhere(parallel)
    found = []
    for function, args, keywords in tasks:
        found.append(called_elsewhere(function, args, keywords) if elsewhere else function(*args, **keywords))
    return found


def task_of(function: Any) -> Any:
    """`delayed`: what gives tasks instead of calling a function.

    >>> task_of(len)([1.0])
    (<built-in function len>, ([1.0],), {})
    """
    def task(*args: Any, **keywords: Any) -> Any:
        return function, args, keywords

    return task


def runs_elsewhere(parallel: Any) -> bool:
    """Whether tasks run in other processes.

    Raises `UnsupportedError` where their results come one by one.
    """
    if getattr(parallel, "return_generator", False):
        raise UnsupportedError("results of joblib's Parallel that come one by one are not followed.\n"
                               'Say return_as="list".')
    return not getattr(parallel._backend, "supports_sharedmem", False) and parallel._effective_n_jobs() != 1


zero_derivative(runs_elsewhere)
library.REPLACED |= {one: task_of for one in present(first_module("joblib.parallel"), "delayed")}
library.REPLACED |= {one.__call__: run_tasks for one in present(first_module("joblib.parallel"), "Parallel")}
