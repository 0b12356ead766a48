"""Functions of pandas that say what values are: missing, a number, like a list.  Tables themselves are `pandas_tables`'s."""

from __future__ import annotations

import pandas as pd

from tangentish.rules.libraries import present
from tangentish.rules.registry import zero_derivative

zero_derivative(*present(pd, "isna", "isnull", "notna", "notnull"))
zero_derivative(*present(
    pd.api.types, "is_scalar", "is_number", "is_float", "is_integer", "is_bool", "is_complex", "is_list_like", "is_array_like",
    "is_dict_like", "is_numeric_dtype", "is_float_dtype", "is_integer_dtype", "is_bool_dtype", "is_complex_dtype"))
