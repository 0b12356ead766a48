"""Rewrites that leave fewer forms of Python to differentiate; one rewrite per file."""
