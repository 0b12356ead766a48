"""Activity: what depends on the arguments that are differentiated, by name, through bindings, calls and what these write into."""
