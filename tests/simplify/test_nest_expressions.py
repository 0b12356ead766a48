"""What may be put back into the expression that reads it."""

from __future__ import annotations

from tangentish.simplify.nest_expressions import nest_expressions
from tests.simplify.lines import plain, simplified


def check(before: str, after: str, user: str = "") -> None:
    assert simplified(nest_expressions, *before.strip("\n").split("\n"), user=user) == plain(after)


def stays(text: str, user: str = "") -> None:
    check(text, text, user)


def test_chains() -> None:
    check(
        """
t = x * x
t_2 = np.sin(t)
t_3 = t_2 + y
x_bar = np.cos(t_3)
return x_bar
""",
        """
x_bar = np.cos(np.sin(x * x) + y)
return x_bar
""",
    )


def test_read_twice() -> None:
    stays("""
t = x * x
x_bar = t + np.sin(t)
return x_bar
""")


def test_names_of_the_user_stay() -> None:
    stays(
        """
z = x * x
x_bar = z + 1.0
return x_bar
""",
        "z = x * x\n    return z",
    )


def test_written_between() -> None:
    stays("""
t = x * 2.0
x[0] = 1.0
return t + 1.0
""")


def test_written_through_a_view_between() -> None:
    stays(
        """
row = np.zeros_like(x)
view = row[1:]
t = row * 2.0
view += 1.0
return t + 1.0, view, row
""",
        "row = x\n    view = row\n    return view",
    )


def test_written_into_something_else_between() -> None:
    check(
        """
z_bar = np.zeros_like(x)
t = x * 2.0
z_bar[1:] += 1.0
x_bar = t + z_bar
return x_bar, z_bar
""",
        """
z_bar = np.zeros_like(x)
z_bar[1:] += 1.0
x_bar = x * 2.0 + z_bar
return x_bar, z_bar
""",
        "z = x\n    return z",
    )


def test_arguments_may_share_memory_with_each_other() -> None:
    stays("""
t = x * 2.0
y[0] = 1.0
return t + 1.0
""")


def test_rebound_between() -> None:
    stays("""
t = s * 2.0
s = 1.0
x_bar = t + s
return x_bar
""")


def test_unknown_code_runs_between() -> None:
    stays("""
t = x * 2.0
compute(y)
return t + 1.0
""")


def test_numbers_pass_unknown_code() -> None:
    check(
        """
t = s * 2.0
compute(y)
x_bar = t + 1.0
return x_bar
""",
        """
compute(y)
x_bar = s * 2.0 + 1.0
return x_bar
""",
    )


def test_unknown_code_runs_before_in_the_same_statement() -> None:
    stays("""
t = x * 2.0
x_bar = compute(x) + t
return x_bar
""")


def test_not_into_loops_functions_or_comprehensions() -> None:
    stays("""
t = x * 2.0
for k in range(n):
    x_bar = t + k
return x_bar
""")
    stays("""
t = x * 2.0
z = lambda: t
return z
""")
    stays("""
t = x * 2.0
z = [t for _ in range(3)]
return z
""")
    stays("""
t = s * 2.0
while t < s:
    s = s * 2.0
return s
""")


def test_into_the_headers_of_branches_and_loops() -> None:
    check(
        """
cond = s > 1
if cond:
    x_bar = y * 1.0
t = n + 1
for k in range(t):
    x_bar = y * 2.0
return x_bar
""",
        """
if s > 1:
    x_bar = y * 1.0
for k in range(n + 1):
    x_bar = y * 2.0
return x_bar
""",
    )


def test_carried_around_a_loop() -> None:
    stays("""
t = 0.0 * s
for k in range(n):
    x_bar = t + 1.0
    t = s * 2.0
return x_bar
""")


def test_unknown_values_that_may_be_lists() -> None:
    stays("""
t = [x] + [y]
x[0] = 3.0
x_bar = compute(t)
return x_bar
""")


def test_target_of_a_store() -> None:
    stays("""
t = x * 2.0
t[0] = 1.0
return y
""")


def test_lines_stay_short() -> None:
    wide = " + ".join(["np.sin(x)"] * 8)
    stays(f"""
t = {wide}
x_bar = t * (y + y + y + y + y + y)
return x_bar
""")


def test_identity_matters_to_the_table() -> None:
    stays("""
shadows = compute()
t = x * 2.0
t_bar = shadows.start(t)
return t_bar
""")


def test_the_reader_comes_first_where_the_value_cannot_come_later() -> None:
    check(
        """
t = 0.25 * x[n]
x[n] = 0.0
x_bar = t + s
return x_bar
""",
        """
x_bar = 0.25 * x[n] + s
x[n] = 0.0
return x_bar
""",
    )


def test_the_reader_sees_the_write() -> None:
    stays("""
t = x[1:]
x[0] = 0.0
x_bar = t * 2.0
return x_bar
""")
