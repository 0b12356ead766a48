"""Roots, characteristic polynomials, Kaiser windows and extremes with `initial`, through `grad`."""

from __future__ import annotations

from tests.rules.lines import X, check_lines, each

LINES = [
    "np.kaiser(7,x[0,0]**2*5)",
    "np.kaiser(M=8,beta=abs(x[0,0]))",
    "np.kaiser(1,x[0,0])",
    "np.kaiser(6,0.*x[0,0])",
    "np.poly(x[0])",
    "np.poly(x[:,:3])",
    "np.poly([x[0,0],x[1,1]])",
    "r=np.roots(x[0])\nr.real+r.imag",
    "np.abs(np.roots([1.,x[0,0],x[0,1]]))",
    "r=np.roots(np.concatenate([x[0],[0.]]))\nr.real",
    "np.roots([x[0,0]**2,3.,x[0,1]**2*.1])",
    "r=np.poly(np.roots(x[0]))\nr",
    "z=x[0]+1j*x[1]\nr=np.poly(z)\nr.real+r.imag",
    "z=x[0]+1j*x[1]\nr=np.roots(z)\nr.real+r.imag*2",
    "z=x[:,:3]+1j*x[:3,1:]\nr=np.poly(z)\nr.real+r.imag",
    "np.poly(np.ones(3)*x[0,0])",
    "np.max(x,1,initial=x[0,0]*0+.4)",
    "np.min(x,initial=x[0,0]-9.)",
    "np.max(x,axis=0,where=x>0,initial=x[1,0])",
]


@each(LINES)
def test_rules(text: str) -> None:
    check_lines(text, X)
