"""Stores into arrays: each by a statement of its own, into a part of what has a name."""
