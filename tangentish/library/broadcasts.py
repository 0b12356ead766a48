"""`numpy.broadcast` of active arrays, of which only the shape is asked for.

    angle = np.broadcast_to(angle, np.broadcast(angle, axis).shape)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError


class Broadcast:
    """The shape that arrays are broadcast to, which has no derivative.

    >>> b = Broadcast((3, 4), 2)
    >>> b.shape, b.ndim, b.nd, b.size, b.numiter
    ((3, 4), 2, 2, 12, 2)
    """

    def __init__(self, shape: tuple[int, ...], numiter: int) -> None:
        self.shape, self.numiter = shape, numiter
        self.ndim = self.nd = len(shape)
        self.size = int(np.prod(shape))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or not hasattr(np.broadcast, name):
            raise AttributeError(f"'numpy.broadcast' object has no attribute {name!r}")
        raise UnsupportedError(f"`.{name}` of a numpy.broadcast of active arrays has no derivative.\n"
                               "Use np.broadcast_arrays, whose arrays carry derivatives.")

    def __iter__(self) -> Any:
        raise UnsupportedError("the items of a numpy.broadcast of active arrays have no derivative.\n"
                               "Use zip of the arrays that np.broadcast_arrays gives, each flattened.")


def broadcast(*arrays: Any) -> Any:
    """What stands for `np.broadcast`.

    >>> broadcast(np.zeros(3), np.zeros((2, 1))).shape
    (2, 3)
    """
    return Broadcast(np.broadcast_shapes(*map(np.shape, arrays)), len(arrays))
