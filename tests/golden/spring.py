class Spring:
    """A damped spring: what is differentiated is a method, and it reads attributes."""

    def __init__(self, stiffness, damping):
        self.stiffness = stiffness
        self.damping = damping

    def force(self, x, v):
        return -self.stiffness * x - self.damping * v

    def final_energy(self, x, v, dt, steps):
        for _ in range(steps):
            v = v + dt * self.force(x, v)
            x = x + dt * v
        return 0.5 * v ** 2 + 0.5 * self.stiffness * x ** 2


spring = Spring(4.0, 0.3).final_energy
ARGNUMS = ("x", "v")


def example_args():
    return 1.0, 0.0, 0.01, 10
