"""What importing the package loads, and what its names are before and after."""

from __future__ import annotations

import subprocess
import sys

import pytest

import tangentish


def loaded(code: str) -> set[str]:
    done = subprocess.run([sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules)"], capture_output=True, text=True,
                          check=True)
    return set(done.stdout.split())


def test_nothing_is_loaded_before_it_is_asked_for() -> None:
    assert not loaded("import tangentish") & {"numpy", "gast", "astor", "tangentish.rules", "tangentish.pipeline"}


def test_what_is_asked_for_is_loaded() -> None:
    assert {"tangentish.rules.linalg", "tangentish.pipeline"} <= loaded("import tangentish; tangentish.grad")
    assert "tangentish.testing" in loaded("import tangentish; tangentish.testing")
    assert "tangentish.rules" in loaded("from tangentish import *; assert vjp and UnsupportedError")


def test_every_public_name_is_there() -> None:
    for name in tangentish.__all__:
        assert getattr(tangentish, name) is getattr(tangentish, name)
        assert name in dir(tangentish)


def test_other_names_are_not() -> None:
    with pytest.raises(AttributeError, match="no attribute 'gradient'"):
        _ = tangentish.gradient
    assert not hasattr(tangentish, "_grad")
