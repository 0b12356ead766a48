"""The tests that use a function of rules: it is called while they run, or spliced into a program that they make.

The tests are those that pytest has collected in this process.  Each is run in a process forked from it, in which nothing
has run before: a program made once is kept, and what it was made from would not be seen again.
"""

from __future__ import annotations

import functools
import inspect
import re
import time
import types
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.rules.in_children import Ended, in_children
from tests.rules.loading import Place, note_uses
from tests.rules.mutants import ROOT

AT_ONCE = 400  # so many tests of a file by one process
RECORDING = 1200  # seconds of work for those
LEFT_OUT = {"test_mutate", "test_coverage"}  # the tests of what is done here, and those that a list is up to date
SAMPLES = {"test_rule", "test_through_grad"}  # the samples are asked before


@dataclass(eq=False)
class TestsByUse:
    """The tests that were collected, and what they use; a plugin of pytest, which tells it what fails."""

    __test__ = False
    tests: dict[str, pytest.Item]
    seconds: dict[str, float] = field(default_factory=dict)
    by_place: dict[Place, list[str]] = field(default_factory=dict)
    recorded: set[tuple[str, ...]] = field(default_factory=set)
    failed: bool = False  # the test that runs

    @classmethod
    def collected(cls, items: Iterable[pytest.Item]) -> TestsByUse:
        return cls({item.nodeid: item for item in items
                    if item.path.stem not in LEFT_OUT and getattr(item, "originalname", "") not in SAMPLES})

    def record(self, folders: tuple[str, ...], jobs: int) -> None:
        """Run the tests of some folders, once, to see what they use; what fails is said, and left out."""
        if folders in self.recorded:
            return
        self.recorded.add(folders)
        by_file: dict[Path, list[str]] = {}
        for test, item in self.tests.items():
            if item.path.relative_to(ROOT).as_posix().startswith(folders):
                by_file.setdefault(item.path, []).append(test)
        parts = [tests[k : k + AT_ONCE] for tests in by_file.values() for k in range(0, len(tests), AT_ONCE)]
        parts.sort(key=len, reverse=True)
        tasks = {k: lambda part=part: self._uses(part) for k, part in enumerate(parts)}
        for k, found in in_children(tasks, jobs, RECORDING):
            found = {} if isinstance(found, Ended) else found[0]
            for test, (seconds, used) in found.items():
                self.seconds[test] = seconds
                for place in used:
                    self.by_place.setdefault(place, []).append(test)
            if lost := [test for test in parts[k] if test not in found]:
                print(f"left out, for they fail with nothing changed: {', '.join(lost)}", flush=True)

    def _uses(self, tests: list[str]) -> dict[str, tuple[float, set[Place]]]:
        used: set[Place] = set()
        found = {}
        note_uses(used)
        for test, following in zip(tests, [*tests[1:], None], strict=True):
            used.clear()
            start = time.process_time()
            if not self._fails(test, following):
                found[test] = time.process_time() - start, set(used)
        return found

    def _fails(self, test: str, following: str | None) -> bool:
        self.failed, item = False, self.tests[test]
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=self.tests[following] if following else None)
        return self.failed

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed

    def of(self, place: Place, names: set[str]) -> list[str]:
        """The tests that use a function; first those that speak of one of the names, and the quick ones."""
        speaks = re.compile("|".join(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])" for name in sorted(names)) or "$^")
        return sorted(self.by_place.get(place, []), key=lambda test: (not speaks.search(self._text(test)), self.seconds[test]))

    def _text(self, test: str) -> str:
        function = getattr(self.tests[test], "function", None)
        return test + (_source(function) if function is not None else "")

    def first_to_fail(self, tests: list[str], seconds: float) -> tuple[str, int]:
        """The first test that fails, or an empty text, and how many were run: until it is late, in seconds of work."""
        for k, test in enumerate(tests):
            if time.process_time() > seconds:
                return "", k
            if self._fails(test, None):
                return test, k + 1
        return "", len(tests)


@functools.cache
def _source(function: types.FunctionType) -> str:
    return inspect.getsource(function)


def with_tests(folders: Iterable[str], then: Callable[[TestsByUse], None]) -> None:
    """Collect the tests of some folders, and call `then` with them while pytest is ready to run them."""

    class Plugin:
        raised: BaseException | None = None

        def pytest_runtestloop(self, session: pytest.Session) -> bool:
            try:
                tests = TestsByUse.collected(session.items)
                session.config.pluginmanager.register(tests)
                then(tests)
            except BaseException as error:
                self.raised = error
            return True

    plugin = Plugin()
    options = ["-p", "no:cacheprovider", "-p", "no:terminal", "-s"]
    code = pytest.main([*options, *(str(ROOT / folder) for folder in folders)], plugins=[plugin])
    if plugin.raised is not None:
        raise plugin.raised
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise RuntimeError(f"pytest did not collect: {code}")
