"""Calls of functions of installed packages, a file for each area, each compared with central differences in both modes.

`python -m tests.surveys` runs them all.  What a case keeps is what it was when it was last looked at: one that was right and is
no longer is a regression, which the rest of the suite may not show.
"""
