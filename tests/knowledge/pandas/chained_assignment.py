import pandas as pd

from tests.knowledge.form import Prose

ID = "845c3169aaef48ac"
PROSE = Prose(
    documentation=(
        "`df[...][...] = value` first makes a new object and then changes that one. Since pandas 3 the new object is always a copy, so the frame stays as "
        "it was: the assignment has no effect. It is a warning only, so a program goes on with unchanged data."
    ),
    trigger="Setting values through two pairs of brackets, or through `.loc[...]` of a column that was picked first.",
    situations=(
        "Code written for pandas 1 or 2, where it often worked and gave SettingWithCopyWarning at times; `df['x'][mask] = 0` after an upgrade."
    ),
    solutions=(
        "Write it in one step: `df.loc[mask, 'column'] = value`.",
        "A single cell: `df.loc[row, 'column'] = value`, or `df.at[row, 'column'] = value`.",
        "You want to change a part and leave the frame alone: take it as a variable first, `part = df[mask]`, then `part['x'] = value`.",
        "It replaces values by a rule: `df['x'] = df['x'].mask(df['x'] < 0, 0)`.",
    ),
    prevention=(
        "Turn it into an error in tests: `warnings.filterwarnings('error', category=pd.errors.ChainedAssignmentError)`.",
    ),
    tags=("pandas", "copy-on-write", "assignment", "upgrade", "loc"),
    strategy="configuration",
    background="invalid-state",
    site="pandas/core/series.py Series.__setitem__",
)


def before():
    orders = pd.DataFrame({"price": [10, -5, 40]})
    orders["price"][orders["price"] < 0] = 0


def after():
    orders = pd.DataFrame({"price": [10, -5, 40]})
    orders.loc[orders["price"] < 0, "price"] = 0
