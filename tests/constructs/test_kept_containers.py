"""Containers that functions keep: defaults of parameters, in closures, in partials, on classes; a later call that is given
nothing active meets what an earlier one wrote: right, or refused."""

from __future__ import annotations

import pytest

from tests.constructs.right_or_refused import function_beside, is_right, operators

AROUND = '''
import numpy as np
from collections import deque
from functools import partial

def note(v, log=[]):
    log.append(v)
    return log
def first(log=note.__defaults__[0]):
    return log[0]
def put(v, k, out=np.zeros(3)):
    out[k] = v
    return out
def named(key, v=None, *, table={}):
    if v is not None:
        table[key] = v
    return table
def last(k=-1, items=deque([0.0], 3)):
    return items[k]
def push(v, items=last.__defaults__[1]):
    items.append(v)
def row(v, out=np.zeros((2, 2))):
    out[0] += v
    return out[0]
def nested(v, parts={"a": []}):
    parts["a"].append(v)
    return parts["a"]
def memo(v, key, known={}):
    if key not in known:
        known[key] = v * v
    return known[key]
note_in_lambda = lambda v, log=[]: (log.append(v), log)[1]
note_in_partial = partial(lambda log, v: (log.append(v), log)[1], [])
note_in_its_own = partial(note, log=[])

class Log:
    def __init__(self, log=[]):
        self.log = log
    def add(self, v):
        self.log.append(v)
class Entry:
    def __init__(self, v, log=[]):
        self.log = log
        log.append(v)
class Base:
    def add(self, v, log=[]):
        log.append(v)
        return log
    @staticmethod
    def static(v, log=[]):
        log.append(v)
        return log
    @classmethod
    def of_class(cls, v, log=[]):
        log.append(v)
        return log
class Derived(Base):
    pass
base = Base()
class Shared:
    total = [0.0]
    def add(self, v):
        self.total[0] += v
        return self.total[0]

class Known:
    table = {}
    @classmethod
    def get(cls, key, v=None):
        if key not in cls.table:
            cls.table[key] = v * v
        return cls.table[key]
    @staticmethod
    def static(key, v=None):
        if key not in Known.table:
            Known.table[key] = v * v
        return Known.table[key]
def of_table():
    return Known.table["a"]
def of_table_times(v):
    return of_table() * v
class Reader(Known):
    def by_function(self):
        return of_table()
    def both(self):
        return self.table["a"] + of_table()
    def peek(self):
        return self.table["a"]
    def by_another(self):
        return reader.peek()
    def by_another_in_a_list(self):
        return [reader][0].peek()
reader = Reader()

class Filled:
    rows = [0.0]
class Filling(Filled):
    def fill(self, v):
        self.rows[0] = v * v
def of_filled():
    return Filled.rows[0]

class Own:
    entries = []
    def __init__(self, entries=None):
        if entries is not None:
            self.entries = entries
    def add(self, v):
        self.entries.append(v)
    def last(self):
        return self.entries[-1]
def of_own():
    return sum(Own.entries)
class Early:
    rows = []
    def __init__(self, v):
        self.rows.append(v)
        self.rows = [0.0]
def of_early():
    return Early.rows[-1]
class Other:
    lines = [0.0]
    def __init__(self, v, other):
        other.lines = [1.0]
        self.lines[0] = v
def of_other():
    return Other.lines[0]
class Held:
    parts = {}
    def keep(self, key, part):
        self.parts[key] = part
class Box:
    pass
def of_held(key, v):
    return Held.parts[key](v) if key in Held.parts else v
def of_box():
    return Held.parts["box"].value
def of_list():
    return Held.parts["list"][-1]
def squared(v):
    return v * v
def put_box(v):
    box = Box()
    box.value = v * v
    Held().keep("box", box)
def with_held(v):
    Held().keep("squared", squared)
    return of_held("squared", v)

def called(f):
    return f()
def fill_and_call(f, v):
    Known.get("a", v)
    return f()
def of_table_of(cls):
    return cls.table["a"]
def of_table_by_name(label):
    return globals()[label].table["a"]

def remembering(f):
    known = {}
    def call(key, v=0.0):
        if key not in known:
            known[key] = f(v)
        return known[key]
    return call
@remembering
def square(v):
    return v * v
def counter():
    total = [0.0]
    def up(v):
        total[0] += v
        return total[0]
    return up
up = counter()

MADE = []
class Plain:
    pass
def make_class(base):
    class Made(base):
        logged = [None, "a"]
        def add(self, v):
            self.logged[0] = v * v
    MADE.append(Made)
    return Made
def of_made():
    return MADE[-1].logged[0]
def make_filler(base):
    class Filler(base):
        def add(self, v):
            self.logged[0] = v * v
    return Filler
def make_keeper():
    class Keeper:
        logged = [None]
    MADE.append(Keeper)
    return make_filler(Keeper)
def make_and_fill(v):
    make_class(Plain)().add(v)

def noted(v):
    return note(v)[0]
def below(v):
    return noted(v) * 2.0
def kept_on(v):
    kept_on.log.append(v)
    return kept_on.log
kept_on.log = []
'''
RIGHT = {
    "list": "note(x * x); y = note(1.0)[0]",
    "list_by_another_function": "note(x * x); note(2.0); y = first()",
    "list_in_a_loop": "for k in range(4): z = note(x * k) if k % 2 else note(1.0)\ny = z[1] * z[3]",
    "function_under_a_name": "f = note; f(x * x); y = f(1.0)[0]",
    "functions_in_a_loop": "for f in (note, note): z = f(1.0 if f.__defaults__[0] else x * x)\ny = z[0]",
    "dict": "named('a', x * x); named('b', 2.0); y = sum(named('c').values())",
    "dict_under_two_names": "d = named('a', x * x); e = named('b', 2.0); e['a'] = 3.0 * x; y = d['a'] * x",
    "known_result": "memo(x, 1); y = memo(2.0, 1)",
    "deque": "push(x * x); push(1.0); y = last() + last(-2)",
    "nested_containers": "nested(x * x); y = nested(1.0)[0]",
    "array": "put(x * x, 0); z = put(3.0, 1); y = z[0] * z[1]",
    "array_that_is_overwritten": "z = put(x * x, 0); put(3.0, 0); y = z[0] * x",
    "view": "row(x * x); r = row(1.0); y = r[0] * r[1]",
    "view_of_before": "r = row(x * x); row(1.0); y = r[0] * r[1]",
    "lambda": "note_in_lambda(x * x); y = note_in_lambda(1.0)[0]",
    "partial": "note_in_partial(x * x); y = note_in_partial(1.0)[0]",
    "keyword_of_a_partial": "note_in_its_own(x * x); y = note_in_its_own(1.0)[0]",
    "objects_that_share": "a = Log(); b = Log(); a.add(x * x); y = b.log[0] * 2.0",
    "object_made_twice": "Entry(x * x); y = Entry(1.0).log[0]",
    "object_made_before": "a = Entry(1.0); Entry(x * x); y = a.log[1]",
    "item_of_an_object": "a = Entry(1.0); b = Entry(2.0); b.log[0] = x * x; y = a.log[0]",
    "method": "base.add(x * x); y = base.add(1.0)[0]",
    "method_of_new_objects": "Base().add(x * x); y = Base().add(1.0)[0]",
    "inherited_method": "a = Derived(); a.add(x * x); y = Base().add(1.0)[0]",
    "static_method": "Base.static(x * x); y = Base.static(1.0)[0]",
    "class_method": "Base().of_class(x * x); y = Base.of_class(1.0)[0]",
    "container_of_a_class": "Shared().add(x * x); y = Shared().add(1.0)",
    "container_of_a_class_read": "a, b = Shared(), Shared(); a.add(x * x); y = b.total[0]",
    "class_method_of_a_class_with_a_container": "Known.get('a', x); y = Known.get('a') * 2.0",
    "container_of_a_class_read_by_name": "Known.get('a', x); y = Known.table['a'] * 2.0",
    "class_inside": "class C:\n    log = []\n    def add(self, v): self.log.append(v * v)\n"
                    "    def last(self): return self.log[-1]\nC().add(x); y = C().last() * C.log[0]",
    "container_that_a_base_class_has": "Filling().fill(x); y = Filling().rows[0] * Filled.rows[0]",
    "containers_of_each_object": "a = Own([]); a.add(x * x); z = of_own(); y = a.last() * (z + x)",
    "registry_of_functions": "Held().keep('squared', squared); z = of_held('squared', x); y = z + of_held('other', x)",
    "registry_of_functions_in_a_loop": "y = x\nfor k in range(3): y = y + with_held(x * k)",
    "registry_of_lists": "Held().keep('names', ['a', ('b', None)]); z = of_held('other', x * x); y = of_held('another', z)",
    "closure": "up(x * x); y = up(1.0)",
    "decorated": "square(1, x); y = square(1) * 2.0",
    "written_by_a_helper": "noted(x * x); y = note(1.0)[0]",
    "written_and_read_by_a_helper": "below(x * x); y = below(2.0 * x)",
    "given_another": "note(x * x); y = note(x * x, [])[0] * x",
}
EITHER = {
    "read_by_a_helper": "note(x * x); y = noted(1.0)",
    "in_helpers": "noted(x * x); y = noted(1.0)",
    "read_by_a_helper_of_a_helper": "note(x * x); y = below(1.0)",
    "mapped": "note(x * x); y = sum(map(noted, [1.0, 2.0]))",
    "mapped_by_itself": "note(x * x); y = sum(log[0] for log in map(note, [1.0, 2.0]))",
    "static_method_of_a_class_with_a_container": "Known.static('a', x); y = Known.static('a') * 2.0",
    "container_of_a_class_read_by_a_helper": "Known.get('a', x); y = of_table()",
    "container_of_a_class_read_by_a_helper_of_a_helper": "Known.get('a', x); y = of_table_times(x)",
    "container_of_a_class_read_below_a_method": "a = Reader(); a.get('a', x); y = a.by_function()",
    "container_of_a_class_read_in_and_below_a_method": "a = Reader(); a.get('a', x); y = a.both()",
    "container_of_a_class_read_by_another_object": "a = Reader(); a.get('a', x); y = a.by_another()",
    "container_of_a_class_read_by_another_object_in_a_list": "a = Reader(); a.get('a', x); y = a.by_another_in_a_list()",
    "container_of_a_class_read_below_a_method_of_a_new_object": "Known.get('a', x); y = Reader().both()",
    "container_of_a_class_read_inside": "def inner(): return of_table()\nKnown.get('a', x); y = inner()",
    "container_of_a_class_read_in_a_lambda": "inner = lambda: of_table()\nKnown.get('a', x); y = inner()",
    "container_of_a_class_read_in_the_same_statement": "y = Known.get('a', x) * of_table()",
    "container_of_a_class_read_by_what_is_given_another": "y = of_held('b', Known.get('a', x)) * of_table_times(Known.get('a', x))",
    "container_of_a_class_read_in_a_comprehension": "y = sum([Known.get('a', x) * of_table() for k in range(2)])",
    "container_of_a_class_read_in_a_condition": "k = 0\nwhile k < 2 and Known.get('a', x) + of_table() > 0.0: k += 1\ny = x * k",
    "container_of_a_class_read_in_a_loop": "y = x\nfor k in range(2): Known.get('a', x); y = y * of_table()",
    "container_of_a_base_class": "Filling().fill(x); y = of_filled()",
    "container_of_a_class_for_lack_of_its_own": "a = Own(); a.add(x * x); y = of_own()",
    "container_of_a_class_beside_one_of_its_own": "a = Own([]); a.add(x); Own().add(x * x); y = a.last() + of_own()",
    "container_of_a_class_until_init_binds_another": "Early(x * x); y = of_early()",
    "container_of_a_class_where_init_binds_that_of_another": "Other(x * x, Box()); y = of_other()",
    "container_of_a_class_under_another_name": "rows = Own.entries; rows.append(x * x); y = of_own()",
    "object_in_a_container_of_a_class": "put_box(x); y = of_box()",
    "list_in_a_container_of_a_class": "Held().keep('list', [x * x]); y = of_list()",
    "array_in_a_container_of_a_class": "Held().keep('list', np.array([x * x])); y = of_list()",
    "function_in_a_container_of_a_class": "Held().keep('f', lambda v: v * x); y = of_held('f', 2.0)",
    "partial_in_a_container_of_a_class": "Held().keep('f', partial(max, x * x)); y = of_held('f', 0.0)",
    "container_of_a_class_read_by_a_function_passed_on": "Known.get('a', x); y = called(of_table)",
    "container_of_a_class_read_by_a_method_passed_on": "Known.get('a', x); y = called(reader.peek)",
    "container_of_a_class_read_by_a_lambda_passed_on": "Known.get('a', x); y = called(lambda: of_table())",
    "container_of_a_class_filled_before_what_is_passed_on_reads_it": "y = fill_and_call(of_table, x)",
    "container_of_a_class_passed_on": "Known.get('a', x); y = of_table_of(Known) + of_table_of(Reader())",
    "container_of_a_class_found_by_text": "Known.get('a', x); y = of_table_by_name('reader')",
    "container_of_a_class_that_is_made": "cls = make_class(Plain); cls().add(x); y = of_made()",
    "container_of_a_class_that_is_made_and_filled_by_a_helper": "make_and_fill(x); y = of_made()",
    "container_of_a_class_that_another_class_fills": "cls = make_keeper(); cls().add(x); y = of_made()",
    "attribute_of_a_function": "kept_on(x * x); y = kept_on(1.0)[0]",
}


def made(name):
    """A function of `x`, beside functions that keep nothing yet."""
    return function_beside(AROUND, (RIGHT | EITHER)[name], f"<{name} with containers that are kept>")


@operators
@pytest.mark.parametrize("name", RIGHT | EITHER)
def test_right_or_refused(name, operator):
    assert is_right(operator, lambda: made(name), 0.3, f"<{name}") or name in EITHER
