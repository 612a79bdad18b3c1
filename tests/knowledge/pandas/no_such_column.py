import pandas as pd

from tests.knowledge.form import Prose

ID = "b08eca5c8fe0eb28"
PROSE = Prose(
    documentation=(
        "The frame or Series has no label that is exactly this one. The last line shows what was looked for; two errors above it, from the "
        "index, belong to the same look-up."
    ),
    trigger="`df[name]`, `df.loc[label]`, `series[label]` and all methods that look a label up in an index that does not have it.",
    situations=(
        "Column names with spaces, capitals or `ï»¿` in front of the first; a separator that is not a comma, so that all names became "
        "one; a column that is now the index (`set_index`, `groupby`); rows dropped by a filter, whose labels are gone; an integer "
        "that was meant as a position."
    ),
    solutions=(
        "Print `list(df.columns)`. A name with a space or in other letters: `df.columns = df.columns.str.strip().str.lower()`.",
        "It prints one long name: the separator is wrong, `pd.read_csv(path, sep=';')`. It begins with `ï»¿`: `encoding='utf-8-sig'`.",
        "The name is in `df.index.names` instead: `df = df.reset_index()`, or `as_index=False` in the groupby.",
        "You look for a row by its number: `df.iloc[0]`; after a filter the labels have gaps, `df.reset_index(drop=True)` numbers them anew.",
        "The label may be missing: `df.get(name)`, or `if name in df.columns`; for a Series `name in series.index`.",
    ),
    prevention=("Check the columns right after reading a file: `missing = needed - set(df.columns)`.",),
    tags=("pandas", "keyerror", "columns", "index", "read-csv"),
    strategy="validation",
    background="unknown-name",
)


def before():
    from io import StringIO

    orders = pd.read_csv(StringIO("id, price\n1, 10\n"))
    orders["price"]


def after():
    from io import StringIO

    orders = pd.read_csv(StringIO("id, price\n1, 10\n"), skipinitialspace=True)
    orders["price"]


def before_index():
    orders = pd.DataFrame({"user": ["ada", "bob", "ada"], "price": [10, 20, 30]})
    totals = orders.groupby("user").sum()
    totals["user"]


def after_index():
    orders = pd.DataFrame({"user": ["ada", "bob", "ada"], "price": [10, 20, 30]})
    totals = orders.groupby("user", as_index=False).sum()
    totals["user"]


def before_row():
    orders = pd.DataFrame({"price": [10, 25, 40, 5, 30]})
    dear = orders[orders["price"] > 20]
    dear["price"][0]


def after_row():
    orders = pd.DataFrame({"price": [10, 25, 40, 5, 30]})
    dear = orders[orders["price"] > 20]
    dear["price"].iloc[0]


def validation(orders, needed: set[str]):
    missing = needed - set(orders.columns)
    if missing:
        raise ValueError(f"no columns {sorted(missing)}; there are {list(orders.columns)}")


def good():
    return pd.DataFrame({"id": [1], "price": [10]}), {"id", "price"}


def bad():
    return pd.DataFrame({"id": [1], " price": [10]}), {"id", "price"}
