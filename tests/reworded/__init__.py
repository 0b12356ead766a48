"""The programs of the tests in other words: what was right stays right, or is refused."""
