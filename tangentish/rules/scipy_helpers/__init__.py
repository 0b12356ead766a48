"""What the rules for SciPy need, and may import SciPy for: each file the part that its rules are for, and no more of it.

`scipy.signal` takes three times as long to import as `scipy.linalg`, so the rules of one do not ask for the helpers of the other.
"""
