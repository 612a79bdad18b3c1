import pandas as pd

from tests.knowledge.form import Prose

ID = "dfcaa00b2ae6e413"
PROSE = Prose(
    documentation=(
        "pandas had to line two objects up by their labels, and the index of one has the same label more than once, so it cannot tell which row is "
        "meant. Often nobody asked for lining up: assigning a Series as a column does it."
    ),
    trigger="Assigning a Series, `reindex`, `concat(axis=1)` or arithmetic between objects of which one has an index (or columns) with repeated labels.",
    situations=(
        "Frames stacked with `concat` without `ignore_index=True`, so that 0, 1, 2 come several times; `explode`; a join that doubled rows; two columns of the "
        "same name in a file."
    ),
    solutions=(
        "The rows are already in the same order: leave the labels out, `df['x'] = other.to_numpy()`.",
        "The index means nothing: number it anew, `df = df.reset_index(drop=True)`, or stack with `pd.concat(frames, ignore_index=True)`.",
        "The labels mean something and should be unique: find them with `df[df.index.duplicated(keep=False)]`, keep one each with `df[~df.index.duplicated()]`.",
        "Values belong to labels that repeat: use `df['x'] = df['key'].map(lookup)` or `merge`, which allow it.",
        "Columns repeat: `df.columns[df.columns.duplicated()]` names them; rename or drop one.",
    ),
    prevention=(
        "Stack frames with `ignore_index=True`; pass `verify_integrity=True` where labels must stay unique.",
    ),
    tags=("pandas", "index", "duplicates", "reindex", "concat"),
    strategy="validation",
    background="duplicate-name",
)


def before():
    may = pd.Series([10, 20])
    june = pd.Series([30, 40])
    orders = pd.DataFrame({"user": ["ada", "bob", "eve", "kim"]})
    orders["price"] = pd.concat([may, june])


def after():
    may = pd.Series([10, 20])
    june = pd.Series([30, 40])
    orders = pd.DataFrame({"user": ["ada", "bob", "eve", "kim"]})
    orders["price"] = pd.concat([may, june], ignore_index=True)


def before_reindex():
    sales = pd.DataFrame({"month": ["may", "may", "june"], "price": [10, 20, 30]}).set_index("month")
    sales.reindex(["may", "june", "july"])


def after_reindex():
    sales = pd.DataFrame({"month": ["may", "may", "june"], "price": [10, 20, 30]}).set_index("month")
    sales.groupby("month").sum().reindex(["may", "june", "july"])


def validation(frame):
    if not frame.index.is_unique:
        raise ValueError(f"these labels repeat: {list(frame.index[frame.index.duplicated()].unique()[:5])}")


def good():
    return (pd.Series([10, 20]),)


def bad():
    return (pd.Series([10, 20], index=[0, 0]),)
