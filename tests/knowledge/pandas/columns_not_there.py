import pandas as pd

from tests.knowledge.form import Prose

ID = "d18581f42706e25a"
PROSE = Prose(
    documentation=(
        "A list of labels was looked up, and some of them are not there; the message lists those. (Where none of them is there "
        'the message begins with "None of".)'
    ),
    trigger="`df[[…]]` or `df.loc[[…]]` with a list, Series or index in which at least one label is missing.",
    situations=(
        "Columns that `get_dummies` or a pivot made for one data set and not for another; a file that lacks a column this month; names with "
        "spaces or capitals; ids of one table looked up in another."
    ),
    solutions=(
        "Compare with `list(df.columns)`: a space, capital or `_` too many is the usual reason; correct the name.",
        "Missing ones may be left empty: `df.reindex(columns=names)` (or `index=ids`) makes them with NaN, or with `fill_value=0`.",
        "Missing ones do not matter: `df[df.columns.intersection(names)]`, for rows `df.loc[df.index.intersection(ids)]`.",
        "The columns come from `get_dummies`: give the column fixed categories first, `pd.CategoricalDtype([...])`, or use scikit-learn's OneHotEncoder.",
    ),
    prevention=("Say which columns a step needs, and check them where data comes in.",),
    tags=("pandas", "keyerror", "columns", "reindex"),
    strategy="validation",
    background="unknown-name",
)


def before():
    sales = pd.DataFrame({"month": ["may"], "north": [10], "south": [20]})
    report = sales[["north", "south", "west"]]


def after():
    sales = pd.DataFrame({"month": ["may"], "north": [10], "south": [20]})
    report = sales.reindex(columns=["north", "south", "west"], fill_value=0)
