def huber(r, delta):
    if abs(r) <= delta:
        return 0.5 * r ** 2
    return delta * (abs(r) - 0.5 * delta)


ARGNUMS = (0, 1)


def example_args():
    return -2.0, 1.5
