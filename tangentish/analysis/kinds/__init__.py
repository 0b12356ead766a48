"""What each value is: a Python or NumPy scalar, an array with some known dimensions, a constant, or unknown.

Kinds only ever remove work: everything is right when all of them are unknown.  The kind of a call is found by calling
the function on small sample arrays of three different sizes and reading off what the results have in common; a size that
further samples do not have is not known.

    kind.py       the kinds themselves, and what two of them have in common
    values.py     the kinds of values
    samples.py    sample values of kinds, and back
    results.py    the kinds of the results of functions
"""

from tangentish.analysis.kinds.kind import (
    LEAST,
    UNKNOWN,
    Array,
    Const,
    Dim,
    Env,
    Instance,
    Kind,
    Scalar,
    Sequence,
    is_container,
    is_not_one,
    is_object,
    is_text,
    join,
    same_shape,
    scalar_type,
    spans,
    store_raises,
)
from tangentish.analysis.kinds.results import elementwise_kind, sampled
from tangentish.analysis.kinds.values import defines, has_operators, is_named_function, kinds_of, unknown_of

__all__ = [
    "LEAST",
    "UNKNOWN",
    "Array",
    "Const",
    "Dim",
    "Env",
    "Instance",
    "Kind",
    "Scalar",
    "Sequence",
    "defines",
    "elementwise_kind",
    "has_operators",
    "is_container",
    "is_named_function",
    "is_not_one",
    "is_object",
    "is_text",
    "join",
    "kinds_of",
    "same_shape",
    "sampled",
    "scalar_type",
    "spans",
    "store_raises",
    "unknown_of",
]
