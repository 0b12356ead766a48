"""Control flow: branches and loops of one form, one way out of a function, no way that is hidden in an expression."""
