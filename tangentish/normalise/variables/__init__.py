"""Variables that are more than a name for a value: captured and rebound by inner functions, deleted, looped over in place."""
