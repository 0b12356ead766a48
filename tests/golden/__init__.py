"""Programs and the derivatives written for them; see test_golden.py."""
