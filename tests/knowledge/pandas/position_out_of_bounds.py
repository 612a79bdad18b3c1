import pandas as pd

from tests.knowledge.form import Prose

ID = "561f783b28910802"
PROSE = Prose(
    documentation=(
        "`iloc` counts rows (or columns) from zero, and there are not that many. Very often the frame is empty, since a filter before it matched nothing."
    ),
    trigger="`df.iloc[i]`, `series.iloc[i]` or `df.iloc[i, j]` with a number that is not below the length of that axis.",
    situations=(
        "`df[df['id'] == wanted].iloc[0]` where nothing matches; a loop to `len(df)` that reads the next row too; labels after a filter used as positions."
    ),
    solutions=(
        "Print `df.shape`. No rows: the filter before matched nothing; compare its value and type with the column (`'7'` is not `7`).",
        "There may be no match: ask first, `if matches.empty: ...`, or `next(iter(matches), None)` for a Series.",
        "A loop reads past the end: stop at `len(df) - 1`, or use `df['x'].shift(-1)` for the next row.",
        "The number is a label, not a position: `df.loc[label]`.",
    ),
    tags=("pandas", "iloc", "indexerror", "empty"),
    strategy="validation",
    background="out-of-range",
)


def before():
    users = pd.DataFrame({"id": ["7", "8"], "name": ["Ada", "Bob"]})
    name = users[users["id"] == 7]["name"].iloc[0]


def after():
    users = pd.DataFrame({"id": ["7", "8"], "name": ["Ada", "Bob"]})
    name = users[users["id"] == "7"]["name"].iloc[0]


def before_nothing_found():
    users = pd.DataFrame({"id": [7, 8], "name": ["Ada", "Bob"]})
    name = users[users["id"] == 9]["name"].iloc[0]


def after_nothing_found():
    users = pd.DataFrame({"id": [7, 8], "name": ["Ada", "Bob"]})
    found = users[users["id"] == 9]["name"]
    name = None if found.empty else found.iloc[0]
