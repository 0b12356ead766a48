"""Calls that may write, wherever they stand: found, and given statements of their own in the order in which Python makes them."""
