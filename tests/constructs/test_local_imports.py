"""NumPy imported as `np` inside the function, in a branch or in a loop too."""

from __future__ import annotations

import numpy
import pytest

from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(V3)
def at_the_top(x):
    import numpy as np
    return np.sum(np.sin(x) * x[0])


@case(V3)
def in_a_branch(x):
    if x[0] < 5.0:
        import numpy as np
        return np.sum(np.sin(x) * x[0])
    return x[0]


@case(V3)
def in_both_branches(x):
    if x[0] > 5.0:
        import numpy as np
    else:
        import numpy as np
    return np.sum(np.sin(x) * x[0])


@case(V3)
def in_a_loop(x):
    for _ in range(2):
        import numpy as np
        x = np.sin(x) * x[0]
    return x[1]


@case(V3)
def for_a_function_inside(x):
    import numpy as np

    def sine(y):
        return np.sin(y)
    return numpy.sum(sine(x) * x)


@case(V3)
def in_a_function_inside(x):
    def sine(y):
        if y[0] < 5.0:
            import numpy as np
        return np.sin(y)
    return numpy.sum(sine(x) * x)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
