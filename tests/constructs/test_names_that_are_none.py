"""Functions that are called what no code can say: their derivatives have names that are near."""

import numpy as np
import pytest

import tangentish

X, V = np.array([0.4, 1.1, -0.3]), np.array([0.3, -0.5, 0.7])


def named(text):
    def loss(x):
        return np.sum(x**3)
    loss.__name__ = text
    return loss


@pytest.mark.parametrize("text", ["loss [J]", "class", "", "1st", "a-b", "loss"])
def test_differentiated_and_called(text):
    inner = named(text)

    def outer(x):
        return inner(x * 2.0)

    for fun, want in ((inner, 3.0 * X**2 @ V), (outer, 24.0 * X**2 @ V)):
        assert tangentish.grad(fun)(X) @ V == pytest.approx(want)
        assert tangentish.jvp(fun, (X,), (V,))[1] == pytest.approx(want)


def test_the_name_is_kept():
    derivative = tangentish.grad(named("loss [J]"))
    assert derivative.__name__ == "loss [J]"
    assert "def loss__J__grad(" in derivative.source_for(X)
