"""Lists and tuples of active values where NumPy takes an array."""

from __future__ import annotations

import numpy as np

from tangentish.testing import variant_grad
from tests.oracle import check_gradient
from tests.rules.lines import X, check_lines, each, program

LINES = [
    "np.broadcast_to([x[0,0],x[0,1]],(3,2))",
    "np.broadcast_to(((x[0,0],x[0,1]),(x[1,0],1.)),(2,2))",
    "c=((x[0,0],x[0,1]),(x[1,0],1.))\nnp.broadcast_to(c,(2,2))",
    "c=((x[0,0],x[0,1]),(x[1,0],1.))\nnp.array(c)",
    "c=((x[0,0],x[0,1]),(x[1,0],1.))\nnp.sum(c,axis=0)",
    "c=[x[0],x[1]*2]\nnp.sum(c,axis=0)",
    "def g(c):\n    return np.broadcast_to(c,(2,2))\nc=((x[0,0],x[0,1]),(x[1,0],1.))\ng(c)",
    "def g(c):\n    return np.sum(c,axis=0)\nc=[[x[0,0],x[0,1]],[x[1,0],1.]]\ng(c)",
    "np.sum([[x[0,0],x[0,1]],[x[1,0],1.]],axis=0)",
    "np.abs(x)*0+[[1],[2],[1]]",
    "x+[1,2,3,4]",
    "[1,2,3,4]+x",
    "x-[[1],[2],[1]]",
    "np.multiply([x[0,0],x[0,1]],x[:,:2])",
    "np.add([x[0,0],x[0,1]],[[1.],[2.]])",
    "np.add([x[0,0],x[0,1]],x[:,:2])",
    "np.add((x[0],x[1]),x[2])",
    "np.add((x[0],x[1]),x[2,0])",
    "np.where([[True],[False]],[x[0,0],x[0,1]],1.)",
    "np.where([[True],[False]],x[0,0],[x[0,0],x[0,1]])",
    "np.sin([x[0,0],x[0,1]])",
    "np.maximum([x[0,0],x[0,1]],x[1,1])",
    "np.power([x[0,0]**2,x[0,1]**2],[[2.],[3.]])",
    "np.arctan2([x[0,0],x[0,1]],x[:,:2])",
    "c=[x[0,0],x[0,1]]\nnp.multiply(c,x[:,:2])",
    "c=[x[0,0],x[0,1]]\nnp.multiply(c,2.)",
    "np.clip([x[0,0],x[0,1]],-.5,[[.2],[.3]])",
    "np.matmul([x[0],x[1]],x.T)",
    "np.dot([x[0,0],x[0,1]],[x[1,0],x[1,1]])",
    "np.full((3,2),[x[0,0],x[0,1]])",
    "np.full_like(x[:,:2],[x[0,0],x[0,1]])",
    "np.astype(np.array([x[0,0]]),float)",
    "np.float64([x[0,0],x[1,1]])",
    "np.linspace([x[0,0],x[0,1]],[1.,2.],3)",
    "np.mean([x[0],x[1]],0)",
    "np.max([x[0],x[1]],0)",
    "np.var([x[0,0],x[1,0]])",
    "np.concatenate([[x[0,0]],x[1]])",
    "np.stack([[x[0,0],x[0,1]],[1.,x[0,0]]])",
    "np.outer([x[0,0],x[0,1]],x[1])",
    "np.cross([x[0,0],x[0,1],1.],x[:,:3])",
    "np.tensordot([x[0],x[1]],x,axes=([1],[1]))",
    "np.sort([x[0,0],x[1,1]])",
    "np.logaddexp([x[0,0],x[0,1]],x[:,:2])",
    "np.hypot([x[0,0],x[0,1]],[[1.],[2.]])",
    "np.ldexp([x[0,0],x[0,1]],[[1],[2]])",
]


@each(LINES)
def test_displays(text: str) -> None:
    check_lines(text, X)


def test_a_list_times_an_array() -> None:
    """With no kinds known it may be a longer list."""
    function = program("x * [1, 2, 3, 4]", 1)
    np.testing.assert_allclose(variant_grad(function, (0,), kinds=False)(X)[0], check_gradient(function, X))
