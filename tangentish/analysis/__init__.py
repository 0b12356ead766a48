"""Facts about a program as plain data; nothing here changes a tree.

    def_use.py, versions.py, latest.py     which assignment each read sees
    kinds/       what each value is: scalar, array, container
    active/      what depends on the arguments asked for
    memory/      which names may share memory
    writes/      what functions may write into, and give back, of what they are given
    around/      what a function finds around it: variables, objects, containers, and who else has them
    code/        what compiled code says of itself: names, stores, what it may run
    objects/     what classes do where no call is seen
    iterators/   where a list may stand for an iterator
    texts/       which texts show active values
"""
