"""From a Python function to its tree and to the objects its names mean."""
