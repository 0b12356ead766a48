"""Functions taken apart: what their code reads of objects, and of the variables around it, becomes parameters of its own.

Of an object nothing is known when a program is made: each attribute may be of any kind and may be active, and what its
methods are is looked up when they are called.  But the code of most methods only reads numbers and arrays, and calls
methods that do so too.  Such a function

    def rhs(self, u):
        return self.nu * self.laplacian(u) * self.mask

is the same as one of what it reads, and is differentiated as that: with kinds for all parameters, and calls of functions
that are known.

    def rhs(u, *, self_nu, self_mask, self_dx):
        return self_nu * laplacian(u, self_dx=self_dx) * self_mask

So is data that a function finds by name around it, in its module or in the function that it was made in.

    layout.py    what an attribute is, for code that reads it
    around.py    the variables around a function
    rewriter.py  what is done to the tree of a function
    rewrite.py   the function that takes what is read
    plans.py     which function that is for a call, kept for the next one
"""

from __future__ import annotations

from tangentish.apart.plans import Again, Apart, taken_apart

__all__ = ["Again", "Apart", "taken_apart"]
