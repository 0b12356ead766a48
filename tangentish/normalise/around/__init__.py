"""State around a function that its derivative follows: refused where other code may read it, as if it were constant."""
