"""Iterators and generators: they are followed as the lists of what they give.

That is what Python does where an iterator is gone through once, right away, and nothing that it reads is written meanwhile.

    used_up.py            refuses those of which it is not so, by what the other files know: `held.py`, `known.py`, `used.py` ...
    running.py            those that write when they are asked: each item is asked for by a statement
    generator_calls.py    generators of the user's: the function that gives a list of all items is called instead
    watched_loops.py      what may turn out to be a generator when the program runs
    next_items.py         items asked for one by one
    whole_batches.py, groups.py, nditer_loops.py, first_found.py    idioms
"""
