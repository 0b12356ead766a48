"""All cases, some at a time in a process forked from one that has imported the packages."""

from __future__ import annotations

import functools
import importlib
import importlib.util
from collections.abc import Iterator
from typing import Any

from tests.rules.in_children import Ended, in_children

from .case import Case
from .judge import Verdict, judge

AREAS = ("numpy_polynomial", "scipy_objects", "scipy_special_and_stats", "scipy_signal", "scipy_interpolate",
         "scipy_optimize_linalg", "scipy_integrate_ndimage_fft", "scipy_spatial_cluster", "scipy_further", "scipy_tests",
         "statsmodels", "statsmodels_results", "statsmodels_tests", "statsmodels_stats", "astropy", "sklearn",
         "sklearn_estimators", "sklearn_tests", "sklearn_further", "astropy_further", "astropy_sklearn_tests",
         "astropy_units", "astropy_cosmology", "astropy_models", "statsmodels_further")
TOGETHER = 200
"""How many cases share a process: the programs of what the functions of a package have in common are made once for them."""
SECONDS = 180
WARM = Case("np.sum(x * x)", "x=X")
"""Done in each area before processes are forked: imports, and rules that load with them, are there for all."""


def missing(area: str) -> bool:
    """Whether the package of an area is not installed."""
    return importlib.util.find_spec(area.split("_", maxsplit=1)[0]) is None


def cases_of(area: str) -> Any:
    """The module with the cases of an area: `SETUP` and `CASES`."""
    return importlib.import_module(f"tests.surveys.{area}")


def verdicts(areas: list[str], only: str, jobs: int, every: int = 1, first: int = 0) -> Iterator[tuple[str, Case, Verdict]]:
    """Area, case and verdict, as they come, of those whose area or call contains `only`: one of each `every` of an area."""
    groups, setups = [], {}
    for area in areas:
        module = cases_of(area)
        chosen = [case for case in module.CASES if only in area or only in case.call][first % every :: every]
        setups[area] = module.SETUP
        groups += [(area, tuple(chosen[k:k + TOGETHER])) for k in range(0, len(chosen), TOGETHER)]
        if chosen:
            judge(module.SETUP, WARM)
    while groups:
        tasks = {(area, cases): functools.partial(_judge_all, setups[area], cases) for area, cases in groups}
        groups = []
        for (area, cases), result in in_children(tasks, jobs, SECONDS):
            if not isinstance(result, Ended):
                yield from ((area, case, verdict) for case, verdict in zip(cases, result[0], strict=True))
            elif len(cases) > 1:  # which of them was it? Each alone
                groups += [(area, (case,)) for case in cases]
            else:
                yield area, cases[0], ("crashed", f"ended {result.how}")


def _judge_all(setup: str, cases: tuple[Case, ...]) -> list[Verdict]:
    return [judge(setup, case) for case in cases]
