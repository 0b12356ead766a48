"""What is recorded is read."""

from __future__ import annotations

from tangentish.simplify.prune_records import prune_records
from tangentish.simplify.rename_temporaries import rename_temporaries
from tangentish.simplify.shared_shapes import shared_shapes
from tangentish.simplify.tidy_branches import tidy_branches
from tests.simplify.lines import simplified


def lines(text: str) -> list[str]:
    return text.strip("\n").split("\n")


def test_pruned() -> None:
    before = """
tape = []
for i in range(n):
    tape.append((i, s, t))
for i, s_old, t in reversed(tape):
    x_bar = t * i
return x_bar
"""
    after = """
tape = []
for i in range(n):
    tape.append((i, t))
for i, t in reversed(tape):
    x_bar = t * i
return x_bar
"""
    assert simplified(prune_records, *lines(before)) == after.strip("\n")


def test_not_pruned_where_the_names_are_read_after_the_loop() -> None:
    before = """
tape = []
for i in range(n):
    tape.append((i, s))
for i, s_old in reversed(tape):
    x_bar = x * i
return x_bar * s_old
"""
    assert simplified(prune_records, *lines(before)) == before.strip("\n")


def test_not_pruned_where_the_tape_goes_elsewhere() -> None:
    before = """
tape = []
for i in range(n):
    tape.append((i, s))
for i, s_old in reversed(tape):
    x_bar = x * i
return x_bar, tape
"""
    assert simplified(prune_records, *lines(before)) == before.strip("\n")


def test_scalars_stay_scalars() -> None:
    import tangentish
    from tangentish.testing import variant_grad
    from tests.golden import heat

    assert "unreduce" not in tangentish.grad(heat.heat).source_for(*heat.example_args())
    assert variant_grad(heat.heat, optimise=False)(*heat.example_args()).shape == heat.example_args()[0].shape


def test_shape_of_an_argument_of_another_shape_is_not_taken() -> None:
    text = "t_bar = np.zeros_like(x[1:] * 2.0)"
    assert simplified(shared_shapes, text) == text


def test_branches() -> None:
    before = """
if not s > 1:
    pass
else:
    x_bar = 1.0
if s > 2:
    x_bar = 2.0
else:
    pass
"""
    after = """
if s > 1:
    x_bar = 1.0
if s > 2:
    x_bar = 2.0
"""
    assert simplified(tidy_branches, *lines(before)) == after.strip("\n")


def test_new_names_collide_with_nothing() -> None:
    before = ["t_4 = x * 2.0", "t_7 = t_4 * y", "t_7_bar = t_7", "return t_4, t_7_bar"]
    after = simplified(rename_temporaries, *before, user="t = x\n    t_2_bar = x\n    return t")
    assert after.split("\n") == ["t_3 = x * 2.0", "t_4 = t_3 * y", "t_4_bar = t_4", "return t_3, t_4_bar"]
