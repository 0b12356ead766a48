"""Histograms by weights, by density and by the edges that come from the data."""

from __future__ import annotations

import numpy as np

from tests.rules.lines import check_lines, check_refused, each

DATA = np.array([0.31, -1.42, 0.87, 1.21, -0.56, -0.93, 1.64, 0.48])
WEIGHTS = np.array([0.52, 1.31, 0.77, 1.58, 0.94, 0.36, 1.12, 0.68])

LINES = [
    "np.histogram(x,3,weights=y)[0]",
    "np.histogram(x,3,(-1.,1.),weights=y)[0]",
    "np.histogram(x,[-2.,-.5,.5,2.],weights=y,density=True)[0]",
    "np.histogram(x,4,density=True,weights=y)[0]",
    "np.histogram(x,4)[1]",
    "np.histogram(x,4,density=True)[0]",
    "np.histogram(x,'auto',weights=None)[1]",
    "n,e=np.histogram(x,bins=3,weights=y)\nn*e[1:]",
    "np.histogram(x,3)[0]*x[:3]",
    "np.histogram(x,np.sort(y[:4])*2-1,density=True)[0]",
    "np.histogram(x,3,range=(y[0]-2,y[1]+2),density=True)[0]",
    "np.histogram(x,3,weights=y+1j*y**2)[0].imag",
    "np.histogram2d(x,x*y,3,weights=y)[0]",
    "np.histogram2d(x,y,[2,3],[[-2,2],[0,2]],True,y)[0]",
    "np.histogram2d(x,y,[np.array([-2.,0.,2.]),np.array([0.,1.,2.])],weights=y**2)[0]",
    "np.histogram2d(x,y,2,density=True)[0]",
    "np.histogram2d(x,y,([-2.,0.,1.,2.],[0.,1.,2.]),weights=y**2)[0]",
    "a,b,c=np.histogram2d(x,y,2)\nb*c",
    "np.histogram2d(x,y,[-2.,-1.,0.,1.,2.],weights=y)[0]",
    "np.histogramdd(np.stack([x,y],1),2,weights=y)[0]",
    "np.histogramdd((x,y),(2,3),density=True,weights=y)[0]",
    "np.histogramdd(np.stack([x,y],1),bins=[2,3],range=[(-2,2),(0,2)],weights=y)[1][0]*y[:3]",
    "np.histogramdd(np.stack([x,y],1),2,density=True)[0]",
    "np.histogramdd(np.stack([x,y,x*y],1),2,weights=y)[0]",
    "np.histogram_bin_edges(x,5)",
    "np.histogram_bin_edges(x,'sturges')",
    "np.bincount([0,1,1,2,0,1,1,2],y,5)",
    "np.bincount([0,1,1,2,0,1,1,2],weights=y,minlength=5)",
    "np.digitize(x,[0.])*x",
]


@each(LINES)
def test_histograms(text: str) -> None:
    check_lines(text, DATA, WEIGHTS)


@each(["np.histogram(x,3,weights=np.array([1]*8,object))[1]", "np.histogram2d(x,x,2,weights=np.ones(8,np.longdouble))[1]"])
def test_weights_of_another_kind_are_refused(text: str) -> None:
    check_refused(text, DATA)
