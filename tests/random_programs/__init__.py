"""Random programs: a seeded generator, a judge of `tangentish.grad` on what it writes, and a minimiser of failures."""
