import pandas as pd

from tests.knowledge.form import Prose

ID = "e5c9c67b6395b4d8"
PROSE = Prose(
    documentation=(
        "`.str` works on text, and this column holds none: numbers, dates, or something else. The message names what it does hold where that helps."
    ),
    trigger="`.str` on a Series or Index whose dtype is neither text nor `object` with text in it.",
    situations=(
        "Postcodes or ids that were read as numbers; a column in which every value is missing (it is then `float64`); column names of a file "
        "without a header, which are numbers; a column that was cleaned before and is numeric by now."
    ),
    solutions=(
        "Print `df['x'].dtype`. Ids that are numbers: read them as text, `pd.read_csv(path, dtype={'zip': str})`, which also keeps leading zeros.",
        "Turn it into text here: `df['x'].astype('str').str.zfill(5)`.",
        "It is a date: use `.dt`, for instance `df['x'].dt.strftime('%Y')`.",
        "Every value is missing: `df['x'].astype('str')` first, or give the dtype when reading.",
        "It is already a number and needs no cleaning: drop the `.str` step.",
    ),
    prevention=(
        "Give `dtype` when reading files: what a column is should not depend on this month's values.",
    ),
    tags=("pandas", "str-accessor", "dtype", "attributeerror"),
    strategy="type-guard",
    background="wrong-type",
)


def before():
    from io import StringIO

    users = pd.read_csv(StringIO("name,zip\nAda,01234\n"))
    users["zip"].str.zfill(5)


def after():
    from io import StringIO

    users = pd.read_csv(StringIO("name,zip\nAda,01234\n"), dtype={"zip": str})
    users["zip"].str.zfill(5)


def before_dates():
    orders = pd.DataFrame({"day": pd.to_datetime(["2026-05-01", "2026-06-01"])})
    years = orders["day"].str[:4]


def after_dates():
    orders = pd.DataFrame({"day": pd.to_datetime(["2026-05-01", "2026-06-01"])})
    years = orders["day"].dt.year


def is_text(column: pd.Series) -> bool:
    return pd.api.types.is_string_dtype(column)


GUARD = is_text


def good():
    return (pd.Series(["01234"]),)


def bad():
    return (pd.Series([1234]),)
