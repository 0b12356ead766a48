"""Polynomials that are fitted, roots, Kaiser windows and extremes with `initial`, through `grad`."""

from __future__ import annotations

import warnings

import numpy as np

from tests.rules.lines import X, check_lines, check_refused, each

LINES = [
    "np.polymul([0.,x[0,0],x[0,1]],[x[1,0],x[1,1]])",
    "np.polymul(x[0],[0.,0.,x[1,0],2.])",
    "np.polymul(np.array([0.,1.])*x[0,0],np.array([0.,0.,3.])*x[0,1])",
    "np.polymul([x[0,0],x[0,1]],x[1,0])",
    "np.polymul([],x[0])+x[1,0]",
    "np.polymul(x[0],x[1,:0])+x[1,0]",
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
    "np.polyfit(x[0],[.3,1.2,-.4,.8],2)",
    "np.polyfit([.1,.7,1.9],x[:,1],2)",
    "np.polyfit(x[0].tolist(),x[1].tolist(),1)",
    "np.max(x,1,initial=x[0,0]*0+.4)",
    "np.min(x,initial=x[0,0]-9.)",
    "np.max(x,axis=0,where=x>0,initial=x[1,0])",
]


@each(LINES)
def test_rules(text: str) -> None:
    check_lines(text, X)


@each(["np.polyfit(x[0],x[1],2,rcond=.5)", "np.polyfit(x[0],x[:2].T,2,.3)"])
def test_what_is_below_the_cutoff_stays_out(text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", np.exceptions.RankWarning)
        check_lines(text, X)


@each(["np.roots([1.,2.*x[0,0],x[0,0]**2])", "np.roots([1e14,2e14*x[0,0],1e14*x[0,0]**2])",
       "np.roots([1e-14,2e-14*x[0,0],1e-14*x[0,0]**2])"])
def test_roots_that_are_repeated_are_refused(text: str) -> None:
    check_refused(text, X)


@each(["np.polyfit(x[0],x[1],4)", "np.polyfit(x[0][[0,0,1,1]],x[1],2)"])
def test_too_few_points_are_refused(text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", np.exceptions.RankWarning)
        check_refused(text, X)
