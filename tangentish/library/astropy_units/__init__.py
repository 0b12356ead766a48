"""What NumPy does with quantities of astropy, in terms of their numbers.

Astropy computes the answer, with its unit; beside it the same is computed with plain arrays, and derivatives flow through these:
what a quantity has a derivative with respect to are its numbers, in its own unit.  Which unit the numbers have to be in before
NumPy is given them astropy says for ufuncs; for other functions it is found by trying what gives the numbers that astropy gave.
"""
