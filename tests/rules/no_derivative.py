"""Public names of NumPy that have no rule, with the reason; whoever adds a rule takes the name out."""

from __future__ import annotations

REASONS = {
    "a type or a class of objects, no function of numbers":
        "__array_namespace_info__ broadcast busdaycalendar bytes_ character complexfloating datetime64 errstate flatiter "
        "flexible floating generic inexact integer longlong memmap ndarray number object_ recarray record signedinteger "
        "str_ timedelta64 ufunc ulonglong unsignedinteger void",
    "matrices whose `*` is a product, which NumPy advises against":
        "matrix",
    "extended precision: differences between platforms, and nothing in a rule depends on it":
        "clongdouble complex256 clongfloat",
    "written in Python, and followed like a user's own":
        "poly1d bartlett blackman hamming hanning intersect1d ix_",
    "reads or writes files, text or bytes":
        "fromfile fromregex fromstring genfromtxt load loadtxt save savetxt savez savez_compressed packbits "
        "unpackbits",
    "a setting of NumPy, or a report on it":
        "get_include get_printoptions getbufsize geterr geterrcall info printoptions set_printoptions setbufsize seterr "
        "seterrcall show_config show_runtime test",
    "of dates, which are no numbers":
        "busday_count busday_offset datetime_as_string datetime_data is_busday",
    "an iterator over buffers":
        "nested_iters",
}
"""Names of `numpy`, `numpy.linalg` and `numpy.fft`, the latter two with their module."""

ARRAY_REASONS = {
    "says how the memory lies, not what is in it":
        "base byteswap ctypes data device dtype flags itemsize nbytes strides",
    "reads or writes files or bytes":
        "dump dumps tobytes tofile getfield setfield",
    "done by the engine":
        "flat",
}
"""Attributes and methods of arrays."""


def table(reasons: dict[str, str]) -> dict[str, str]:
    """The reason by name."""
    return {name: reason for reason, names in reasons.items() for name in names.split()}
