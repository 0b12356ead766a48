"""Which names may share memory, and so must have adjoints that share memory too."""
