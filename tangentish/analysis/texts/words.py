"""What is said of texts by the names of functions: which write them, which make numbers of them, and which only look at them."""

from __future__ import annotations

from collections.abc import Collection

import gast

from tangentish.syntax import COMPREHENSIONS, Block, Node, walk

READERS = frozenset("float complex float64 float32 longdouble complex128 fromstring loads literal_eval Decimal Fraction "
                    "fromhex atof genfromtxt loadtxt fromregex to_numeric read_csv read_json safe_load load".split())
METHODS_THAT_READ = frozenset(("getfloat", "getint"))
"""What makes numbers of the texts in its object, that of `configparser`."""
WRITERS = frozenset(
    "getvalue __str__ __repr__ __format__ ascii str repr format format_map join dumps pformat substitute "
    "safe_substitute vformat array2string array_str array_repr format_float_positional format_float_scientific".split())
LOOKING = frozenset(
    "len ord hash id isinstance issubclass callable type bool int any all hasattr print count index find rfind rindex startswith "
    "endswith isdigit isnumeric isdecimal isalpha isalnum isspace isupper islower isidentifier range argsort lexsort "
    "searchsorted argmin argmax str_len crc32 adler32".split())
"""Functions and methods whose results have no derivative, whatever text they are given, or are none of it."""

ARRAYS = frozenset("array asarray asanyarray".split())
HOLDERS = ARRAYS | {"list", "tuple"}
OF_NUMBERS = frozenset("zeros ones empty zeros_like ones_like empty_like linspace".split())
"""Functions that make arrays of numbers, unless they are told another dtype."""

GOING_THROUGH = frozenset("list tuple set frozenset sorted max min iter next reversed map filter join keys popitem dict deque "
                          "chain fromkeys copy".split())
"""What gives the keys of a dict that it is given, or that it is a method of."""


CONTAINERS = frozenset("dict copy items keys sorted list tuple reversed enumerate OrderedDict deepcopy".split())
"""What makes a dict of one, or gives its items."""


def label_of(node: Node) -> str:
    """How a function is called where it is named."""
    return str(node.attr if node.__class__ is gast.Attribute else getattr(node, "id", ""))


def dtype_of(node: Node, place: int = 0) -> Node | None:
    """The dtype that a call is given, at some place or by its name."""
    named = [keyword.value for keyword in node.keywords if keyword.arg == "dtype"]
    return named[0] if named else node.args[place] if len(node.args) > place else None


def is_of_texts(dtype: Node | None) -> bool:
    """Whether an expression is seen to be the dtype of texts."""
    label = str(getattr(dtype, "value", "")) if dtype.__class__ is gast.Constant else ""
    return getattr(dtype, "id", getattr(dtype, "attr", "")) in ("str", "bytes", "str_", "bytes_", "StringDType") or (
        label.lstrip("<>=|").startswith(("U", "S", "str", "bytes")))


def is_cast(node: Node) -> bool:
    """Whether a call makes an array of another dtype of one, but for one of texts."""
    return node.func.__class__ is gast.Attribute and node.func.attr == "astype" and dtype_of(node) is not None and not is_of_texts(
        dtype_of(node))


def is_blank(node: Node) -> bool:
    """Whether an expression makes an array for texts that are stored later."""
    return node.__class__ is gast.Call and label_of(node.func) in ("empty", "zeros") and is_of_texts(dtype_of(node, 1))


def is_of_numbers(node: Node) -> bool:
    """Whether an expression is seen to make an array of numbers: a text that is stored into it becomes one."""
    if node.__class__ is not gast.Call or label_of(node.func) not in OF_NUMBERS or node.func.__class__ is gast.Name:
        return False
    dtype = dtype_of(node, 1)
    return dtype is None or label_of(dtype) in READERS


def strings(node: Node | Block) -> list[str]:
    """The texts that stand in an expression."""
    return [part.value for part in walk(node) if part.__class__ is gast.Constant and isinstance(part.value, str)]


def given(node: Node) -> Block:
    """What a call is given."""
    return [*node.args, *(keyword.value for keyword in node.keywords)]


def place_of(place: int) -> str:
    """The mark of a place in tuples, beside the names of attributes and keys."""
    return f"[{place}]"


def key_of(node: Node) -> str | None:
    """The text or place by which an item is taken, as it is marked, if it stands there."""
    return part_of(node.slice)


def part_of(key: Node | None) -> str | None:
    """How a key or place is marked, if it stands there."""
    value = key.value if key is not None and key.__class__ is gast.Constant else None
    return value if isinstance(value, str) else place_of(value) if isinstance(value, int) and value >= 0 else None


def stands_for(node: Node, words: Collection[str], names: Collection[str]) -> bool:
    """Whether an expression may be one of some functions: by its name, as a method of it, in a container, in a `partial`.

    >>> from tangentish.syntax import expression
    >>> [stands_for(expression(text), READERS, ["g"]) for text in ("np.float64", "g", "{'a': float}['a']", "vectorize(float)")]
    [True, True, True, True]
    >>> [stands_for(expression(text), READERS, []) for text in ("f", "float(x)", "lambda s: 2 * float(s)", "float.__call__")]
    [False, False, True, True]
    """
    cls = node.__class__
    if cls is gast.Name:
        return node.id in words or node.id in names
    if cls is gast.Attribute:
        return node.attr in words or node.attr in names or (node.attr[:2] == "__" and stands_for(node.value, words, names))
    if cls is gast.Subscript:
        return stands_for(node.value, words, names)
    if cls in (gast.List, gast.Tuple):
        return any(stands_for(part, words, names) for part in node.elts)
    if cls is gast.Dict:
        return any(stands_for(part, words, names) for part in node.values)
    if cls is gast.IfExp:
        return stands_for(node.body, words, names) or stands_for(node.orelse, words, names)
    if cls is gast.Lambda:
        return any(part.__class__ is gast.Call and stands_for(part.func, words, names) for part in walk(node.body))
    if cls is gast.Call and not stands_for(node.func, words, names):
        return any(part.__class__ not in COMPREHENSIONS and stands_for(part, words, names) for part in node.args)
    return False


def written_out(node: Node, method: Node) -> Node:
    """A call of a bound method that has a name, as if it had none."""
    return gast.copy_location(gast.Call(method, node.args, node.keywords), node)
