"""Constants in tables of pandas: what is asked of them is right, and an active value that would go into one is refused."""

from __future__ import annotations

import functools
from types import SimpleNamespace

import numpy as np
import pytest

from tangentish import grad, jacfwd, jacrev, jvp
from tangentish.errors import UnsupportedError
from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

pd = pytest.importorskip("pandas")
X = np.array([1.3, 0.7])
TABLE = pd.DataFrame({"kind": ["p", "q"], "a": [1.5, 2.5], "b": [0.3, 0.4], "n": [3, 1]}, index=["u", "v"])
COUNTS = pd.Series([1, 0], index=[0, 1])
TIMES = pd.DatetimeIndex(["2021-06-01 09:00", "2021-06-01 10:30"], tz="UTC")
case = Cases()


def of_metal(name):
    return float(TABLE.loc[name].values[1])


def mixture(x, names):
    rows = []
    for name in names:
        row = TABLE.loc[name].values
        rows.append(float(row[1]) * float(row[2]))
    return x * sum(rows)


@case(X)
def rows_and_cells(x):
    return x[0] * TABLE.loc["u"]["a"] + x[1] ** 2 * TABLE.at["v", "b"] + of_metal("v") * x[1]


@case(X)
def columns(x):
    return np.sum(x * TABLE["a"].to_numpy()) + x[0] * TABLE["b"].mean() * TABLE.a.sum()


@case(X)
def places(x):
    return x[0] * TABLE.iloc[0, 1] + x[1] * TABLE["a"].iloc[-1] + np.sum(x * TABLE.loc[:, ["a", "b"]].values[0])


@case(X)
def by_mask(x):
    heavy = TABLE[TABLE["a"] > 2.0]
    return x[0] * heavy["b"].iloc[0] + x[1] * len(heavy) * TABLE.shape[1]


@case(X)
def by_an_active_limit(x):
    return x[1] * TABLE.loc[TABLE["a"] > x[0], "b"].sum()


@case(X)
def by_helpers(x):
    return mixture(x[0], ["u", "v"]) + mixture(x[1] ** 2, ["v"])


@case(X, TABLE)
def as_an_argument(x, table):
    return np.sum(np.sin(x) * table["a"].values) + x[0] * table.loc["u", "b"]


@case(X)
def row_by_row(x):
    total = 0.0
    for _, row in TABLE.iterrows():
        total = total + x[0] * row["a"] ** 2
    for row in TABLE.itertuples(index=False):
        total = total + x[1] * row.a * row.b
    return total


@case(X)
def items_of_columns(x):
    total = 0.0
    for k, v in COUNTS.items():  # the values are labels too
        total = total + (k + 1.0) * v * x[0]
    for _, column in TABLE[["a", "b"]].items():
        total = total + x[1] * column.sum()
    return total + sum(a * y for a, y in zip(TABLE["a"], x, strict=True)) + sum(v * x[0] for v in TABLE["b"])


@case(X)
def by_labels(x):
    total = 0.0
    for label in TABLE.index:
        total = total + x[0] * TABLE.loc[label, "a"]
    for label in TABLE.columns[1:]:
        total = total + x[1] * TABLE[label].max()
    return total


@case(X)
def groups(x):
    total = 0.0
    for key, part in TABLE.groupby("kind"):
        total = total + x[0] * part["a"].sum() * len(key)
    return total + x[1] * TABLE.groupby("kind")["b"].sum()["q"]


@case(X)
def functions_of_numpy(x):
    masses, places = TABLE["a"].to_numpy(), TABLE["b"].to_numpy()
    total = np.sum(np.outer(x, np.log(masses))) + np.interp(x[0], masses, places)
    return total + np.where(TABLE["a"] > 2.0, x, 0.5).sum() + places[np.searchsorted(TABLE["a"], x[0])] * x[1]


@case(X)
def made_here(x):
    table = pd.DataFrame({"a": [1.0, 2.0]})
    table["twice"] = table["a"] * 2.0
    merged = pd.concat([table["a"], pd.Series([5.0])])
    return x[0] * table["twice"].sum() + x[1] * merged.sum()


@case(X)
def copies_of_numbers(x):
    numbers = TABLE[["a", "b"]].to_numpy().copy()
    numbers[0, 0] = x[0]
    own = TABLE["a"].to_numpy(copy=True)
    own[1] *= x[1]
    return np.sum(numbers**2) + own.sum() + TABLE["a"].sum() * x[0]


@case(X)
def beside_active_values(x):
    model = SimpleNamespace(table=TABLE, scale=x[0])
    held = {"t": TABLE, "x": x[1]}
    return model.table["a"].sum() * model.scale + held["t"].loc["u", "a"] * held["x"] ** 2


@case(X)
def functions_of_constants(x):
    doubled = TABLE["a"].apply(lambda q: 2.0 * q)
    return x[0] * doubled.sum() + x[1] * TABLE.query("a > 2")["b"].sum()


def doubled_or(given):
    column = TABLE["a"] * 2.0 if given is None else given
    return np.array(column)


def hours_of(times):
    midnight = times.tz_localize(None).normalize().tz_localize(times.tz)
    return np.array((times - midnight) / pd.Timedelta("1h"))


def angles(times, x):
    return hours_of(times) * x


@case(X)
def times_in_zones(x):
    return np.sum(angles(TIMES, x))


@case(X, None)
def of_a_class_not_known_before(x, given):
    column = TABLE["a"] * 2.0 if given is None else given
    return np.sum(np.array(column) * x) + np.sum(doubled_or(given) * x**2)


def flat(x):
    """What may be given a table, an array or numbers."""
    if isinstance(x, pd.Series | pd.DataFrame):
        return x.to_numpy().ravel()
    given = np.asarray(x)
    if sum([length > 1 for length in given.shape]) > 1:
        raise ValueError("too many dimensions")
    return given.ravel()


class Model:
    def values(self, parts):
        return flat(parts)


@case(X)
def shape_of_what_may_be_a_table(x):
    models = [Model()]
    return np.sum(models[0].values([x[0], x[1] ** 2]) * TABLE["a"].to_numpy()) + TABLE.shape[0] * x[0]


def without_missing(values):
    return sum([value**2 for value in values if not pd.isna(value)])


@case(X)
def questions_about_missing_values(x):
    kept = np.where(pd.isnull(x), 0.0, x)
    known = x[pd.notna(x)] if pd.api.types.is_list_like(x) else x
    return np.sum(kept * known) + without_missing(x) + TABLE["a"].sum() * float(pd.isna(TABLE).to_numpy().any())


@pytest.mark.parametrize("fun,args,options", case)
def test_constants(fun, args, options):
    check_all_ways(fun, *args, **options)


def column_stored(x):
    table = TABLE.copy()
    table["c"] = x
    return table["c"].sum()


def cell_stored(x):
    table = TABLE.copy()
    table.loc["u", "a"] = x[0]
    return table["a"].sum()


def attribute_stored(x):
    table = TABLE.copy()
    table.a = x
    return table["a"].sum()


def kept_beside(x):
    table = TABLE.copy()
    table.attrs["scale"] = x[0]
    return table.copy().attrs["scale"] * 2.0


def scaled_in_place(x):
    column = TABLE["a"].copy()
    column *= x[0]
    return column.sum()


def named_in_a_text(x):
    table = TABLE.copy()
    table.eval("c = a * @x[0]", inplace=True)
    return table["c"].sum()


def limit_named_in_a_text(x):
    limit = 2.0
    return x[0] * TABLE.query("a > @limit")["a"].sum()


def memory_shared(x):
    numbers = np.zeros(2)
    column = pd.Series(numbers, copy=False)
    numbers[:] = x
    return column.sum()


REFUSED = [
    column_stored, cell_stored, attribute_stored, kept_beside, scaled_in_place, named_in_a_text,
    limit_named_in_a_text, memory_shared,
    lambda x: (TABLE["a"] * x).sum(),
    lambda x: (x * TABLE["a"]).sum(),
    lambda x: pd.Series(x).sum(),
    lambda x: pd.DataFrame({"a": [x[0], x[1]]})["a"].sum(),
    lambda x: TABLE.assign(c=x)["c"].sum(),
    lambda x: TABLE["a"].apply(lambda q: q * x[0]).sum(),
    lambda x: TABLE["a"].apply(functools.partial(np.multiply, x[0])).sum(),
    lambda x: TABLE.groupby("kind")["a"].apply(lambda s: s.sum() * x[0]).sum(),
    lambda x: TABLE["a"].map({1.5: x[0], 2.5: x[1]}).sum(),
    lambda x: TABLE["a"].clip(x[1], x[0]).sum(),
]


@pytest.mark.parametrize("fun", REFUSED)
def test_active_values_are_refused(fun):
    for derivative in (lambda: grad(fun)(X.copy()), lambda: jvp(fun, (X.copy(),), (np.ones(2),))):
        with pytest.raises(UnsupportedError, match=r"pandas|table|named in a text|objects"):
            derivative()


def test_the_refusal_says_what_to_do():
    with pytest.raises(UnsupportedError, match=r"`mul` with a Series: (?s:.)*to_numpy\(\)"):
        grad(lambda x: (x * TABLE["a"]).sum())(X)


def test_numbers_in_the_memory_of_a_table_are_read_only():
    def written(x):
        column = TABLE["a"].copy()
        numbers = column.to_numpy()
        numbers[0] = x[0]
        return column.sum()

    with pytest.raises(ValueError, match="read-only"):
        grad(written)(X)
    assert TABLE["a"].to_list() == [1.5, 2.5]


@pytest.mark.parametrize("second", [lambda f: jacfwd(grad(f)), lambda f: jacrev(grad(f)), lambda f: jacrev(jacfwd(f)),
                                    lambda f: jacfwd(jacfwd(f))])
def test_second_derivatives(second):
    def energy(x):
        total = x[0] ** 2 * TABLE["a"].sum() + x[1] ** 3 * x[0] * TABLE.loc["u", "b"]
        for _, row in TABLE.iterrows():
            total = total + np.sin(x[0]) * row["a"] * x[1]
        return total

    step, shifts = 1e-4, np.eye(2)
    found = second(energy)(X.copy())
    for row, up in zip(found, shifts, strict=True):
        differences = [(energy(X + step * (up + other)) - energy(X + step * (up - other)) - energy(X - step * (up - other))
                        + energy(X - step * (up + other))) / (4 * step**2) for other in shifts]
        assert np.allclose(row, differences, atol=1e-5)
