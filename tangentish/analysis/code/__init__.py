"""What compiled code says of itself, without a source: what it names, binds, writes into, and may run."""
