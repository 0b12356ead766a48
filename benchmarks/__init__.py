"""How fast derivatives are: run by hand, see CONTRIBUTING.md."""
