def program(t, n):
    for t in range(n):
        pass
    return t


ARGS = (0.357, 4)
ARGNUMS = (0,)
