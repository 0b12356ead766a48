"""`docs/coverage.md` says what the table of rules says."""

from __future__ import annotations

import re

import numpy as np
import pytest
import scipy

from docs import coverage
from tangentish.rules.registry import RULES


def test_document_is_current() -> None:
    written = coverage.TARGET.read_text()
    found = re.search(r"With NumPy (\S+) and SciPy (\S+):", written)
    assert found is not None
    if found.groups() != (coverage.version(np), coverage.version(scipy)):
        pytest.skip("written with other releases, which may have other functions")
    assert written == coverage.text(), "write it anew: python -m docs.coverage"


def test_document_names_what_it_should() -> None:
    written = coverage.text()
    for line in (r"\| `np.multiply`, `operator.mul` \| \*\*x1\*\*, \*\*x2\*\* \| R F \|", r"`np.acos`", r"`np.linalg.svd`",
                 r"`scipy.special.erf`", r"`np.argmax`"):
        assert re.search(line, written), line
    assert len(RULES) > 300 and written.count("\n| `") > 150
