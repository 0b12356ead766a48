"""From a primal program to its derivative."""
