"""Rewrites that leave fewer forms of Python to differentiate; one rewrite per file.

    to_simple_form.py   the order of them all
    one_form.py         control flow of one form, from `flow/`, whose effects come in the order of the statements, from `effects/`
    lowering.py         one active operation a statement, by `lower/`, `calls/` and `stores/`
    variables/          names that inner functions rebind, that are deleted, that nothing else leads to
    iterators/          iterators and generators, followed as the lists of what they give
    around/             what a program writes into, or reads, of what it finds around it
    memories/           what earlier calls have kept, which is no constant where it belongs to equal arguments
"""
