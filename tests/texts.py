"""Functions from text, whose source `inspect` and tracebacks find as they find that of any other."""

from __future__ import annotations

import linecache
import types
from typing import Any


def compiled(text: str, filename: str) -> types.CodeType:
    """The code of a text that stands alone, kept for `inspect` under the name of a file that is not there."""
    linecache.cache[filename] = len(text), None, text.splitlines(keepends=True), filename
    return compile(text, filename, "exec", dont_inherit=True)


def executed(text: str, filename: str, /, **names: Any) -> dict[str, Any]:
    """What a text defines, among these names."""
    exec(compiled(text, filename), names)
    return names
