"""An object of the module, or a captured one, that is changed under other names, and then read: right, or refused."""

from __future__ import annotations

import textwrap

import pytest

from tests.constructs.right_or_refused import function_of_x, is_right, operators
from tests.texts import executed

CLASSES = '''
from functools import partial
from io import StringIO
nowhere = StringIO()

class Acc:
    def __init__(self):
        self.total = 0.0
    def add(self, v):
        self.total = v * v
    def get(self):
        return self.total
    scale = 2.0
    def times(self, v):
        return self.scale * v

class Holder:
    def __init__(self):
        self.acc = Acc()

def use(method, v):
    method(v)
'''
AROUND = '''
registry = {"a": acc}
table = {"m": acc.add}
def helper(v):
    acc.add(v)
def helper_of_helper(v):
    helper(v)
def reader():
    return acc.total
def pick():
    return acc
def with_default(v, owner=acc):
    owner.add(v)
def label():
    return acc.scale
def scaled(v):
    return acc.times(v)
def report():
    print(acc.total, file=nowhere)
'''
RIGHT = {
    "by_itself": "acc.add(x); y = acc.get()",
    "method_under_a_name": "m = acc.add; m(x); y = acc.get()",
    "attribute_read": "m = acc.add; m(x); y = acc.total",
    "object_under_a_name": "a = acc; a.add(x); y = acc.get()",
    "stored_under_a_name": "a = acc; a.total = x * x; y = acc.get()",
    "object_in_a_list": "a = [acc]; a[0].add(x); y = acc.get()",
    "method_in_a_loop": "for m in (acc.add,): m(x)\ny = acc.get()",
    "method_in_a_comprehension": "[m(x) for m in (acc.add,)]; y = acc.get()",
    "method_passed_on": "use(acc.add, x); y = acc.get()",
    "object_in_a_dict": "m = registry['a'].add; m(x); y = registry['a'].get()",
    "method_in_a_dict": "m = table['m']; m(x); y = acc.get()",
    "part_of_an_object": "a = holder.acc; a.add(x); y = holder.acc.total",
    "method_of_a_part": "m = holder.acc.add; m(x); y = holder.acc.get()",
    "part_stored": "a = holder.acc; b = a; b.total = x * x; y = holder.acc.total",
    "partial_of_a_method": "p = partial(acc.add); p(x); y = acc.get()",
    "partial_with_the_object": "p = partial(Acc.add, acc); p(x); y = acc.get()",
    "function_of_the_class": "Acc.add(acc, x); y = acc.get()",
    "function_of_the_class_under_a_name": "f = Acc.add; f(acc, x); y = acc.get()",
    "getattr": "m = getattr(acc, 'add'); m(x); y = acc.get()",
    "helper": "helper(x); y = acc.get()",
    "helper_and_attribute": "helper(x); y = acc.total",
    "helper_of_a_helper": "helper_of_helper(x); y = acc.get()",
    "helper_that_reads_what_is_not_stored": "acc.add(x); y = acc.get() * label()",
    "helper_with_a_method_that_reads_what_is_not_stored": "acc.add(x); y = acc.get() * scaled(x)",
    "report_of_what_is_stored": "acc.add(x); report(); y = acc.get()",
    "default_of_a_helper": "with_default(x); y = acc.get()",
}
EITHER = {
    "read_by_a_function": "acc.add(x); y = reader()",
    "written_and_read_by_functions": "helper(x); y = reader()",
    "read_by_a_function_in_a_list": "helper(x); y = sum(r() for r in (reader,))",
    "direct_and_attribute": "acc.add(x); y = acc.total",
    "mapped": "list(map(acc.add, [x])); y = acc.get()",
    "method_in_a_comprehension_by_name": "[acc.add(v) for v in (x,)]; y = acc.get()",
    "picked": "a = pick(); a.add(x); y = acc.get()",
    "picked_at_once": "pick().add(x); y = acc.get()",
    "lambda": "m = lambda v: acc.add(v)\nm(x); y = acc.get()",
    "lambda_and_attribute": "m = lambda v: acc.add(v)\nm(x); y = acc.total",
    "function_inside": "def m(v): acc.add(v)\nm(x); y = acc.get()",
    "functions_inside": "def m(v):\n    def n(w): acc.add(w)\n    n(v)\nm(x); y = acc.get()",
    "part_by_itself": "holder.acc.add(x); y = holder.acc.get()",
    "stored_and_read_by_a_function": "acc.total = x * x; y = reader()",
}
CASES = [(name, captured) for name in RIGHT | EITHER for captured in (False, True)]


def made(name, captured):
    """A function of `x`, with an object around it."""
    program = function_of_x((RIGHT | EITHER)[name])
    text = CLASSES + "acc, holder = Acc(), Holder()\n"
    if captured:
        inside = textwrap.indent(AROUND + program, "    ")
        text += f"def around(acc, holder):\n{inside}\n    return fun\nfun = around(acc, holder)\n"
    else:
        text += AROUND + program
    return executed(text, f"<{name} with an object around it, captured {captured}>", __name__="objects_around")["fun"]


@operators
@pytest.mark.parametrize("name,captured", CASES, ids=[f"{name}{'-captured' * captured}" for name, captured in CASES])
def test_right_or_refused(name, captured, operator):
    assert is_right(operator, lambda: made(name, captured), 0.3, f"<{name}") or name in EITHER
