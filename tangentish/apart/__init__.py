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

Functions defined inside another are taken out of it in the same way: they take what they captured.  So a right-hand side that
is passed to a solver, and captures its parameters, costs no more than one that is called by its name.

Objects that a function makes itself are taken apart where they are made, if nobody but their methods sees them.

    layout.py         what an attribute is, for code that reads it
    around.py         the variables around a function
    rewriter.py       what is done to the tree of a function
    rewrite.py        the function that takes what is read
    plans.py          which function that is for a call, kept for the next one
    uses.py           where a function calls another, or passes it on
    closures.py       functions defined inside, taken out
    with_function.py  the copy of a function that calls the function it was given by name
    methods_given.py  methods that are passed, as functions defined inside
    objects_made.py   objects that a function makes, taken out
    parts_made.py     what an `__init__` keeps, as a function that gives it
    call_arguments.py the arguments of a call as they are written
"""

from __future__ import annotations

from tangentish.apart.plans import Again, Apart, taken_apart

__all__ = ["Again", "Apart", "taken_apart"]
