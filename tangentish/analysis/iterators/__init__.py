"""Where a list may stand for an iterator: what makes iterators, and what functions do with those that they are given."""
