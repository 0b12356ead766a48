"""Objects that calls give, written into by their methods and read by another name."""

import functools

import numpy as np
import pytest

import tangentish
from tests.oracle import directional

X = np.arange(3.0)


class Model:
    def __init__(self):
        self.a, self.x = 1.0, X

    def fit(self, x):
        self.x = x
        return self

    def put(self, t):
        self.a = t
        return self

    def value(self, scale=1.0):
        return scale * np.sum(self.x * self.a**2)

    def put_and_value(self, t):
        self.a = t
        return self.value()


class Holder:
    def __init__(self, model):
        self.model = model

    def get(self):
        return self.model


HOLDER = Holder(Model())


def model_of():
    return HOLDER.model


class Getter:
    def get(self):
        return HOLDER.model

    def fit(self, x):
        return HOLDER.model

    @property
    def model(self):
        return HOLDER.model

    @classmethod
    def of_class(cls):
        return HOLDER.model

    def __getitem__(self, key):
        return HOLDER.model

    def __call__(self):
        return HOLDER.model


GETTER = Getter()


class Registry:
    table = {"a": Holder(Model())}

    def get(self, key):
        return self.table[key].model


def by_a_method(t):
    Getter().get().put(t)
    return HOLDER.model.value()


def by_a_method_under_a_name(t):
    model = Getter().get()
    model.put(t)
    return HOLDER.model.value()


def with_an_argument(t):
    a = Getter().fit(X).put(t).value()
    return a * HOLDER.model.value()


def of_a_global_object(t):
    model = GETTER.get()
    model.put(t)
    return HOLDER.model.value()


def by_a_property(t):
    model = GETTER.model
    model.put(t)
    return HOLDER.model.value()


def by_a_class_method(t):
    model = Getter.of_class()
    model.put(t)
    return HOLDER.model.value()


def by_an_item(t):
    getter = Getter()
    model = getter["a"]
    model.put(t)
    return HOLDER.model.value()


def by_a_call(t):
    model = GETTER()
    model.put(t)
    return HOLDER.model.value()


def by_next(t):
    model = next(iter([HOLDER.model]))
    model.put(t)
    return HOLDER.model.value()


def by_a_lambda(t):
    model = (lambda: HOLDER.model)()
    model.put(t)
    return HOLDER.model.value()


def by_a_partial(t):
    model = functools.partial(model_of)()
    model.put(t)
    return HOLDER.model.value()


def read_by_a_function(t):
    model = HOLDER.get()
    model.put(t)
    return model_of().value()


def put_model(model, t):
    model.put(t)


def put_given(t, model=None):
    model = model or Getter().get()
    model.put(t)


def put_and_give(t):
    model = Getter().get()
    model.put(t)
    return model


def given_to_a_function(t):
    put_model(Getter().get(), t)
    return HOLDER.model.value()


def inside_a_function(t):
    put_given(t)
    return HOLDER.model.value()


def inside_a_function_that_gives_it(t):
    put_and_give(t)
    return HOLDER.model.value()


def of_a_table_of_a_class(t):
    model = Registry().get("a")
    model.put(t)
    return Registry().get("a").value()


def attribute_read(t):
    model = Getter().get()
    model.put(t)
    return HOLDER.model.a * t


def far_away(t):
    return first(t) * HOLDER.model.value()


def first(t):
    return second(t)


def second(t):
    return third(t)


def third(t):
    return GETTER.get().put(t).value()


def made_and_fitted(t):
    return Model().fit(X).put_and_value(t)


def out_of_a_list(t):
    return [Model()][0].put(t).value(t)


def by_its_attributes(t):
    model = Getter().get()
    vars(model)["a"] = t
    return HOLDER.model.value()


def by_a_function_inside(t):
    def put(model):
        model.put(t)

    put(Getter().get())
    return HOLDER.model.value()


def by_its_method(t):
    put = Getter().get().put
    put(t)
    return HOLDER.model.value()


FUNCTIONS = [
    by_a_method, by_a_method_under_a_name, with_an_argument, of_a_global_object, by_a_property, by_a_class_method, by_an_item,
    by_a_call, by_next, by_a_lambda, by_a_partial, by_its_attributes, by_a_function_inside, by_its_method, read_by_a_function,
    given_to_a_function, inside_a_function, inside_a_function_that_gives_it, of_a_table_of_a_class, attribute_read, far_away,
    made_and_fitted, out_of_a_list]


@pytest.mark.parametrize("fun", FUNCTIONS)
def test_both_modes(fun):
    want = directional(fun, (1.3,), (0,), (1.0,), 1e-3)
    for derivative in (lambda: tangentish.grad(fun)(1.3), lambda: tangentish.jvp(fun, (1.3,), (1.0,))[1]):
        HOLDER.model.put(1.0)
        assert derivative() == pytest.approx(want, rel=1e-8)
        assert derivative() == pytest.approx(want, rel=1e-8)  # now with what the first one left


def test_what_a_function_gives_of_a_global_object_is_refused():
    def fun(t):
        model_of().put(t)
        return Getter().get().value()

    with pytest.raises(tangentish.TangentishError, match="stored into what a function gives"):
        tangentish.grad(fun)(1.3)


class Store:
    def __init__(self):
        self.rows, self.table, self.array = [1.0], {"a": 1.0}, np.ones(2)


STORE = Store()


class Reader:
    def rows(self):
        return STORE.rows

    def table(self):
        return STORE.table

    def array(self):
        return STORE.array


def into_a_list(t):
    rows = Reader().rows()
    rows.append(t)
    return STORE.rows[-1] ** 2


def into_a_dict(t):
    table = Reader().table()
    table["a"] = t
    return STORE.table["a"] ** 2


def into_an_array(t):
    reader = Reader()
    reader.array()[:] = t
    return STORE.array.sum() ** 2


def by_copyto(t):
    np.copyto(Reader().array(), t)
    return STORE.array.sum() ** 2


@pytest.mark.parametrize("fun", [into_a_list, into_a_dict, into_an_array, by_copyto])
def test_what_objects_have_is_refused(fun):
    for derivative in (tangentish.grad(fun), lambda x, fun=fun: tangentish.jvp(fun, (x,), (1.0,))):
        with pytest.raises(tangentish.TangentishError, match="kept around the function"):
            derivative(1.3)


def into_its_own(t):
    row = np.array(STORE.rows)
    row[:] = t
    return row.sum() ** 2 + STORE.rows[0]


def test_what_is_new_is_not():
    assert tangentish.grad(into_its_own)(1.3) == pytest.approx(2.0 * 1.3 * len(STORE.rows) ** 2)
