"""Texts that show active values: no derivative flows through them, so a number that is made of one is refused."""
