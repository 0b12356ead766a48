"""Functions of NumPy that call functions of the user's, and functions that it makes of these."""

from __future__ import annotations

# mypy: allow-untyped-defs
import numpy as np

from tests.rules.lines import X, check_lines, check_refused, each


def square(a, b=2.0):
    return a**b


def twice_and_square(a):
    return a * 2, a**2


def positive(a):
    if a > 0:
        return a * a
    return -a


def cumulative(v):
    return np.cumsum(v) * v


NAMES = {
    "sq": square, "two": twice_and_square, "pos": positive, "cumul": cumulative, "vf": np.vectorize(positive),
    "vs": np.vectorize(twice_and_square, signature="(n)->(n),(n)"),
    "dot": np.vectorize(lambda a, b: np.sum(a * b), signature="(n),(n)->()"),
    "ve": np.vectorize(square, excluded=[1]), "vk": np.vectorize(square, excluded={"b"}, otypes=[float]),
    "uf": np.frompyfunc(positive, 1, 1)}

LINES = [
    "np.apply_along_axis(np.sum,0,x)",
    "np.apply_along_axis(cumul,1,x)",
    "np.apply_along_axis(cumul,0,x)",
    "np.apply_along_axis(lambda v,p: v[0]*v*p,0,x,x[0,0])",
    "np.apply_along_axis(lambda v,p=1.: np.outer(v,v)*p,-1,x,p=3.)",
    "np.apply_along_axis(lambda v: v[0]*x[0],1,x)",
    "np.apply_along_axis(np.var,1,x,ddof=1)",
    "np.apply_along_axis(np.sort,0,x)",
    "np.apply_along_axis(arr=x,axis=0,func1d=np.prod)",
    "np.apply_over_axes(np.sum,x,[0,1])",
    "np.apply_over_axes(np.prod,x,0)",
    "np.apply_over_axes(lambda a,k: np.max(a,axis=k,keepdims=True),x,(1,))",
    "np.fromfunction(lambda i,j: i*x[0,0]+j*x[1,1]**2,(3,2))",
    "np.fromfunction(lambda i,j: x[i,j]**2,(3,2),dtype=int)",
    "np.fromfunction(lambda i,a=1.: i*a,(3,),a=x[0,0])",
    "np.fromiter((x[0,k]**2 for k in range(4)),float)",
    "np.fromiter([x[0,0],x[1,1]],dtype=float,count=2)",
    "np.fromiter((v*v for v in x[0]),float,3)",
    "np.fromiter(x[0],np.float64)",
    "np.fromiter(map(lambda v:v*v,x[0]),float)",
    "np.piecewise(x,[x<0,x>=0],[lambda v: -v*v, lambda v: v**3])",
    "np.piecewise(x,[x<0],[lambda v: -v*v, x[0,0]])",
    "np.piecewise(x,[x<0,x>.5],[-1.,lambda v: v**2,lambda v: v])",
    "np.piecewise(x,[x>0],[np.sin,np.cos])",
    "np.piecewise(x[0,0],[x[0,0]>0,x[0,0]<=0],[lambda v: v*v, lambda v:-v])",
    "np.piecewise(x,[x>0],[lambda v,k=1.: v*k, 0.],k=x[0,0])",
    "vf(x)",
    "vf(x[0,0])",
    "vs(x)[1]",
    "dot(x,x[0])",
    "ve(x,3.)",
    "vk(x,b=2.)",
    "vk(x)",
    "np.vectorize(pos)(x)",
    "np.vectorize(lambda v: v*x[0,0])(x)",
    "np.vectorize(pos,otypes=[float])(x)",
    "np.vectorize(lambda v,w: v*w)(x,x[0])",
    "np.vectorize(lambda v,w: (v*w,v+w))(x,x[0])[0]",
    "np.vectorize(lambda m,v: m@v,signature='(m,n),(n)->(m)')(x[None],x)",
    "np.vectorize(lambda p,v: np.polyval(p,v),excluded=[0])(x[0],x)",
    "np.vectorize(lambda p,v: np.polyval(p,v),excluded=['p'])(p=x[0],v=x)",
    "np.vectorize(pos,otypes='d')(x)",
    "f=np.vectorize(pos,cache=True)\nf(x)",
    "f=np.vectorize(lambda v: v*x[0,0])\nf(x)+f(x[0])",
    "np.vectorize(lambda v: int(v*10),otypes=[int])(x)*x",
    "@np.vectorize\ndef h(v):\n    return v*v*x[0,0]\nh(x)",
    "@np.vectorize(otypes=[float])\ndef h(v):\n    return v*v*2\nh(x)",
    "np.frompyfunc(pos,1,1)(x).astype(float)",
    "np.frompyfunc(lambda a,b:a*b,2,1)(x,x[0]).astype(float)",
    "np.frompyfunc(lambda a:a*x[0,0],1,1)(x).astype(float)",
    "np.array(np.frompyfunc(two,1,2)(x)[1],dtype=float)",
    "np.select([x<0,x>1],[x*x,np.sin(x)],x[0,0])",
    "np.select([x<0],[vf(x)],default=2.)",
    "import functools\n@functools.lru_cache\ndef h(v):\n    return v*v*x[0,0]\nh(x[1,1])",
]


@each(LINES)
def test_user_functions(text: str) -> None:
    check_lines(text, X, **NAMES)


def test_a_ufunc_that_does_not_tell_its_function_is_refused() -> None:
    check_refused("uf(x).astype(float)", X, **NAMES)
