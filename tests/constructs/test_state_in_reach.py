"""State around a function that it makes active, read by methods, closures, partials, properties, far below: right, or refused."""

from __future__ import annotations

import types

import pytest

from tests.constructs.right_or_refused import function_of_x, is_right, operators
from tests.texts import compiled, executed

OTHER_MODULE = '''
def first_of_buffer(): return BUFFER[0]
def rate(): return MODEL.rate
def one(): return 1.0
'''
AROUND = '''
import functools
import types
import numpy as np
class Model:
    def __init__(self): self.rate, self.log, self.size = 1.0, [], 3.0
    def set(self, rate): self.rate = rate
    def note(self, v): self.log.append(v)
    def __getitem__(self, k): return self.log[k]
    def __call__(self): return self.rate
    def __len__(self): return len(self.log)
    def get(self): return self.rate
    def sized(self): return self.size
MODEL, BUFFER = Model(), np.zeros(2)
other.MODEL, other.BUFFER = MODEL, BUFFER
STORE = types.SimpleNamespace(table={"T": 0.5})
class Reader:
    scale = 2.0
    def rate_of(self): return MODEL.rate
    def rate_times(self, y): return MODEL.rate * y
    def first(self): return BUFFER[0]
    def constant(self): return 3.0
    @property
    def shown(self): return MODEL.rate
    def __call__(self): return MODEL.rate
class Rates(list):
    def rate_of(self): return MODEL.rate
class Solver:
    def __init__(self, model): self.model, self.steps = model, 3.0
    def rate_of(self): return self.model.rate
    def step(self, y): return self.rate_of() * y
    def count(self): return self.steps
class Holder:
    def __init__(self, reader): self.reader = reader
other.Reader = Reader
READER, SOLVER, RATES = Reader(), Solver(MODEL), Rates()
HOLDER = Holder(READER)
def times(k): return MODEL.rate * k
of_one, shown_by, in_a_dict, in_a_list = functools.partial(times, 1.0), READER.rate_of, {"a": times}, [times]
def by_new(): return Reader().rate_of()
def by_new_times(y): return Reader().rate_of() * y
def by_method(): return READER.rate_of()
def by_method_times(y): return READER.rate_of() * y
def by_partial(): return of_one()
def by_property(): return READER.shown
def by_call(): return READER()
def by_dict(): return in_a_dict["a"](1.0)
def by_module(): return other.rate()
def by_argument(o): return o.rate_of()
@functools.lru_cache(None)
def with_a_cache(): return MODEL.rate
def made():
    model, buffer = MODEL, BUFFER
    def rate(): return model.rate
    def first(): return buffer[0]
    def item(): return STORE.table["T"]
    return (lambda: rate()), (lambda: first()), (lambda: item())
by_closure, first_by_closure, item_by_closure = made()
def first_of_default(buffer=BUFFER): return buffer[0]
class Base:
    def value(self): return self.inner() * 2.0
class Derived(Base):
    def inner(self): return MODEL.rate
class Special:
    __slots__ = ("model",)
    def __init__(self, model): self.model = model
    def items(self): yield self.model.rate
    def __iter__(self): return iter([MODEL.rate])
    def __enter__(self): return MODEL.rate
    def __exit__(self, *error): pass
    def __float__(self): return float(MODEL.rate)
    def __add__(self, other): return MODEL.rate + other
    def __getattr__(self, name):
        if name != "answer": raise AttributeError(name)
        return MODEL.rate
    def rate_of(self): return self.model.rate
class Narrow(Special):
    __slots__ = ("model",)  # that of its base stays empty
class Descriptor:
    def __get__(self, owner, cls): return MODEL.rate
class Meta(type):
    def rate_of(cls): return MODEL.rate
class Described(metaclass=Meta):
    rate = Descriptor()
    @functools.cached_property
    def kept(self): return MODEL.rate
    @classmethod
    def of_class(cls): return cls().inner()
    def inner(self): return MODEL.rate
class Named:
    def __init__(self): self.names = ["a", "b"]
    def rates(self):
        for name in self.names: yield MODEL.rate
NAMED = Named()
DERIVED, SPECIAL, NARROW, DESCRIBED = Derived(), Special(MODEL), Narrow(MODEL), Described()
def with_attributes(): return with_attributes.rate()
with_attributes.rate = lambda: MODEL.rate
@functools.singledispatch
def of_kind(v): return 0.0
@of_kind.register
def _(v: float): return MODEL.rate
def by_kind(): return of_kind(1.0)
def by_text(): return getattr(READER, "rate" + "_of")()
def given_object(o, y): return o.rate_of() * y
def given_function(f, y): return f(1.0) * y
class Table:
    def item(self): return STORE.table["T"]
    def __iter__(self): return iter([STORE.table["T"]])
    def __enter__(self): return STORE.table["T"]
    def __exit__(self, *error): pass
    def __float__(self): return float(STORE.table["T"])
    @functools.cached_property
    def kept(self): return STORE.table["T"]
TABLE = Table()
def item_of(k): return STORE.table["T"] * k
def constant(): return READER.constant()
def sized(): return MODEL.sized()
def size(): return MODEL.size
def length(): return len(MODEL) + 1.0
def count(): return SOLVER.count()
def applied(f, y): return f(y)
def of_kept(v=None, box=[]):
    if v is not None: box.append(v)
    return box
class Keeper:
    def last(self): return of_kept()[-1]
    def last_of(self, k): return of_kept()[k]
KEEPER = Keeper()
def kept_of(k): return of_kept()[-1] * k
def given_keeper(o, y): return o.last() * y
def kept_by_new(): return Keeper().last()
def kept_by_method(): return KEEPER.last()
def deep_0(): return MODEL.rate
def kept_0(): return of_kept()[-1]
def set_0(v): MODEL.set(v)
''' + "".join(f"def {name}_{k + 1}({given}): return {name}_{k}({given})\n"
              for name, given in (("deep", ""), ("kept", ""), ("set", "v")) for k in range(5))
SET, WRITE, KEEP, STORE = "MODEL.set(x * x)", "BUFFER[:] = x * x", "of_kept(x * x)", "STORE.table['T'] = x * x"
READ = {
    SET: ["by_new()", "by_new_times(x)", "Reader().rate_of()", "by_method()", "by_method_times(x)", "READER.rate_of()",
          "by_partial()", "of_one()", "shown_by()", "in_a_dict['a'](1.0)", "in_a_list[0](1.0)", "by_dict()", "by_property()",
          "READER.shown", "HOLDER.reader.rate_times(x)", "HOLDER.reader.rate_of()", "by_argument(HOLDER.reader)",
          "other.Reader().rate_times(x)", "other.Reader().rate_of()",
          "by_call()", "READER()", "with_a_cache()", "by_module()", "by_closure()", "deep_5()", "by_argument(READER)",
          "DERIVED.value()", "(SPECIAL + 1.0)", "sum(v for v in SPECIAL)", "sum(SPECIAL.items())", "float(SPECIAL)",
          "SPECIAL.answer", "SPECIAL.rate_of()", "NARROW.rate_of()", "sum(NAMED.rates())", "[*NAMED.rates()][1]",
          "SPECIAL.model.rate",
          "DESCRIBED.rate", "DESCRIBED.kept", "Described.rate_of()",
          "Described.of_class()", "with_attributes()", "with_attributes.rate()", "by_kind()", "by_text()",
          "getattr(READER, 'rate' + '_of')()", "given_object(READER, x)", "given_object(Reader(), x)", "given_function(times, x)",
          "given_function(in_a_dict['a'], x)", "given_function(lambda k: READER.rate_of(), x)", "[READER][0].rate_of()",
          "[f() for f in (by_new,)][0]", "(by_new if x > 0 else by_method)()", "(lambda y: READER.rate_of() * y)(x)",
          "RATES.rate_of()", "SOLVER.rate_of()", "SOLVER.model.rate", "sum(map(times, [1.0, 2.0]))", "applied(times, x)"],
    WRITE: ["READER.first()", "Reader().first()", "first_by_closure()", "first_of_default()", "other.BUFFER[0]",
            "other.first_of_buffer()", "sum(map(lambda k: first_by_closure(), [1]))"],
    KEEP: ["given_function(kept_of, x)", "given_keeper(Keeper(), x)", "given_keeper(KEEPER, x)",
           "list(map(KEEPER.last_of, [-1]))[0]", "[KEEPER][0].last()",
           "kept_5()", "kept_by_new()", "kept_by_method()", "KEEPER.last()", "Keeper().last()"],
    STORE: ["TABLE.item()", "sum(v for v in TABLE)", "float(TABLE)", "TABLE.kept", "given_function(item_of, x)",
            "sum(map(Table.item, [TABLE]))", "[TABLE][0].item()",
            "item_by_closure()", "list(map(lambda k: item_by_closure(), [1]))[0]"],
}
NOT_READ = {
    SET: ["MODEL.get()", "constant() * MODEL.get()", "READER.constant() * MODEL.get()", "READER.scale * MODEL.get()",
          "SOLVER.step(x)", "sized() * MODEL.get()", "size() * MODEL.get()", "length() * MODEL.get()", "count() * MODEL.get()",
          "SOLVER.count() * MODEL.get()", "other.one()", "applied(SOLVER.step, x)", "Reader().constant() * MODEL.get()"],
    WRITE: ["BUFFER[0]", "size() * BUFFER[0]", "READER.scale * BUFFER[0]"],
    KEEP: ["of_kept()[-1]", "constant() * x"],
    STORE: ["STORE.table['T']", "constant() * STORE.table['T']"],
    "set_5(x * x)": ["MODEL.get()"],
}
LINES = ["r = READER; y = r.rate_of() * x", "f = by_new; y = f() * x", "t = [READER]; y = t[0].rate_of() * x",
         "with SPECIAL as r: y = r * x", "y = 0.0\nfor v in SPECIAL: y += v * x", "def f(): return READER.rate_of()\ny = f() * x",
         "def f(y): return READER.rate_of() * y\ny = f(x)",
         "for o in (READER, DERIVED): y = o.rate_of() * x if o is READER else 0.0"]


def made(setter, expression):
    other = types.ModuleType("another_module")
    exec(compiled(OTHER_MODULE, "<another module>"), vars(other))
    lines = expression if expression in LINES else f"y = {expression} * x"
    text = AROUND + function_of_x(f"{setter}\n{lines}")
    return executed(text, "<state in reach>", __name__="state_in_reach", other=other)["fun"]


def cases(programs):
    return pytest.mark.parametrize("setter,expression", [(setter, one) for setter, every in programs.items() for one in every])


@operators
@cases(READ)
def test_state_that_is_read_elsewhere(setter, expression, operator):
    is_right(operator, lambda: made(setter, expression), 0.8, "<state in reach>")


@operators
@cases({SET: LINES})
def test_state_that_is_read_under_other_names(setter, expression, operator):
    is_right(operator, lambda: made(setter, expression), 0.8, "<state in reach>")


@operators
@cases(NOT_READ)
def test_state_that_is_not_read_elsewhere(setter, expression, operator):
    assert is_right(operator, lambda: made(setter, expression), 0.8, "<state in reach>")
