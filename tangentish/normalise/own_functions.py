"""Functions that statements of the user's are rewritten with."""

from __future__ import annotations

import sys
from typing import Any

from tangentish.library import check_length, clear_items, completed
from tangentish.rules.helpers import flat_view
from tangentish.runtime import copied

OWN_FUNCTIONS: dict[str, Any] = {
    "flat_view": flat_view, "clear_items": clear_items, "completed": completed, "exc_info": sys.exc_info,
    "copied": copied, "check_length": check_length}
