"""Functions that write into their first argument, with every documented form."""

from __future__ import annotations

from tests.rules.lines import X, check_lines, each

LINES = [
    "y=x+np.array([np.nan,0.,np.inf,0.])\nnp.nan_to_num(y,copy=False,posinf=2.)\ny*y+x",
    "y=x*np.array([np.nan,1.,np.inf,1.])\nnp.nan_to_num(y,False,1.,2.,3.)\ny*y+y+x",
    "y=x+np.array([np.nan,0.,1.,0.])\nz=np.nan_to_num(y,copy=False)\nz[0]=x[1]**2\ny*y+z",
    "y=x+np.array([np.nan,0.,1.,0.])\nnp.nan_to_num(x=y[:2],copy=False,nan=2.)\nnp.nan_to_num(y)",
    "y=x+np.array([np.nan,0.,1.,0.])\nnp.nan_to_num(y.T,copy=len(x)<0)\ny*y+y",
    "np.copyto(x,x*2)\nx",
    "o=np.zeros((3,4))\nnp.copyto(o,x[0])\no*o",
    "o=np.zeros((3,4))\nnp.copyto(o,x,where=x>0)\no*o",
    "o=np.zeros((3,4))\nnp.copyto(o,x,'same_kind',x>0)\no*o",
    "o=np.zeros((3,4))\nnp.copyto(dst=o,src=x,casting='unsafe')\no*o",
    "o=np.zeros((3,4))\nnp.copyto(o,x[0,0],where=[True,False,True,False])\no*x",
    "o=np.zeros((3,4))\nnp.copyto(o,[x[0,0],1.,2.,x[1,1]])\no*x",
    "np.put(x,[0,5],x[1,:2]*3)\nx*x",
    "np.put(x,[0,5,7],x[1,:2]*3)\nx*x",
    "np.put(x,[0,25],x[1,:2],mode='clip')\nx*x",
    "np.put(x,[0,25],x[1,:2],'wrap')\nx*x",
    "np.put(a=x,ind=3,v=x[0,0]**2)\nx*x",
    "x.put([0,0],[x[1,1],2.])\nx*x",
    "x.put(indices=[1],values=x[0,0],mode='raise')\nx*x",
    "np.put(x,[],[])\nx*x",
    "np.place(x,x>0,x[0]*2)\nx*x",
    "np.place(x,x>0,[x[0,0],x[0,1]])\nx*x",
    "np.place(arr=x,mask=x<0,vals=[1.,2.])\nx*x",
    "np.place(x,x>99,x[0])\nx*x",
    "np.putmask(x,x>0,x*x)\nx*x",
    "np.putmask(x,x>0,x[0])\nx*x",
    "np.putmask(x,x>.5,.5)\nx*x",
    "np.putmask(x.T,x.T>0,x.T*x.T)\nx*x",
    "np.put_along_axis(x,np.array([[0],[1],[2]]),x[:,:1]*2,axis=1)\nx*x",
    "np.put_along_axis(x,np.argmax(x,0)[None],9.*x[0,0],0)\nx*x",
    "np.put_along_axis(x,[3,5] if 0 else np.array([3,5]),x[0,:2],None)\nx*x",
    "np.put_along_axis(arr=x,indices=np.array([[0,1]]),values=x[:,:1],axis=-1)\nx*x",
    "np.fill_diagonal(x,x[0,1]**2)\nx*x",
    "np.fill_diagonal(x[:,:3],x[2,1:])\nx*x",
    "np.fill_diagonal(a=x,val=[x[0,1],2.],wrap=True)\nx*x",
    "y=np.zeros((7,3))\nnp.fill_diagonal(y,x[0],True)\ny*y",
]


@each(LINES)
def test_in_place(text: str) -> None:
    check_lines(text, X)
