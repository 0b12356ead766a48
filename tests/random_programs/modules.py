"""Source text made a real module, so that `inspect.getsource`, tracebacks and pickle see it as any other."""

from __future__ import annotations

import contextlib
import itertools
import linecache
import sys
import types
import warnings
from collections.abc import Iterator

from tests.texts import compiled

_numbers = itertools.count()


@contextlib.contextmanager
def loaded(text: str, label: str = "program") -> Iterator[types.ModuleType]:
    """The module with this source, in `sys.modules` and `linecache` under a name of its own until the block ends."""
    name = f"tangentish_random_{label}_{next(_numbers)}"
    filename = f"<{name}>"
    module = types.ModuleType(name)
    module.__file__ = filename
    sys.modules[name] = module
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            code = compiled(text, filename)
        exec(code, module.__dict__)
        yield module
    finally:
        sys.modules.pop(name, None)
        linecache.cache.pop(filename, None)
