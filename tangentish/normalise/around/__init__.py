"""State around a function that its derivative follows: refused where other code may read it, as if it were constant.

What is seen in the text is known beforehand; what is not is looked at when the program runs, so that nothing is refused which only
might have happened:

    globals.py, copied_globals.py    what a function writes into by its name: its derivative works on copies
    arrays_around.py                 what it may write into unseen: views that refuse, and whether content was changed
    given_parts.py                   what functions give of their module: active there, and where they give it
    arrays_given.py, stores_given.py where that is not seen: whether what was written into is one of those that others find
    objects_read.py, parts_read.py, classes_read.py, captured_written.py, object_tables.py    objects, classes, captured variables
    read_below.py, methods_read.py, shared_parts.py, cached_results.py    who may read the same
"""
