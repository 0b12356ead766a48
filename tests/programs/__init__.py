"""Whole programs in the style of their fields; `catalogue.py` lists them with example inputs."""
