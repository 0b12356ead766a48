"""What earlier calls have kept, to give it again for equal arguments: it is no constant, whatever it looks like.

    if np.array_equal(x, self.x):
        return self.y

When a derivative is asked for at a point at which the function was called before, `self.y` is a number that was computed without
anybody watching: its derivative would be taken for zero.  So what is from before the run is computed again where that comes to the
same, and compared with what was kept; else it is refused.  Where a program keeps such results, and how it tells equal points:

    forgotten.py     all of these, in order

    same_points.py    what a test says of points that are kept: that they are what is given, or that they are not
    own_by_now.py     which attributes hold what the call itself has put there, statement by statement
    stores.py         the attributes that statements store something in
    items.py          the items with constant keys that statements store, read and name
    tables_around.py  what a program calls the containers that it finds around it
    parts.py          expressions that are put in another form

    attributes.py     a branch gives what is kept in attributes, or computes it
    flags.py          a branch marks as out of date what was kept for another point
    choices.py        a conditional expression does either
    loops.py          a loop brings up to date what is kept
    points.py         dicts and lists keep the last point, under constant keys
    tables.py         dicts keep results by the values of arguments
    lookups.py        dicts that another function fills
    lists.py          lists of points and results
    compared.py       any other comparison of attributes: asked when the program runs
    items_compared.py any other comparison of items
    keepers.py        the arrays and other containers around a function that it writes active values into
    brought_up.py     branches that do no more than to bring these up to date
    surely_bound.py   which variables have a value for sure, statement by statement
    isolated.py       any test that may be a comparison: asked beside the point, too
"""
