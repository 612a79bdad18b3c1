import pandas as pd

from tests.knowledge.form import Prose

ID = "2a87bc750142ad44"
PROSE = Prose(
    documentation=(
        "Groups were to be averaged (or another calculation made), and one of the columns holds something that it cannot be made of, such as text. The "
        "message names the kind of column first and the calculation last, but not the column."
    ),
    trigger="`groupby(...).mean()`, `.median()`, `.std()` and the like, or `.agg('mean')`, over all columns while one of them is not numeric.",
    situations=(
        "Code from before pandas 2, which left such columns out by itself (pandas 2 says `agg function failed` for it); a number column that became text since one cell holds `-` or `n/a`; "
        "`pivot_table` without `values`."
    ),
    solutions=(
        "Find the column with `df.dtypes`, and name those to calculate with: `df.groupby('user')['price'].mean()`.",
        "Leave out all that are not numbers, as older releases did: `.mean(numeric_only=True)`.",
        "The column should be numeric: look at `df.dtypes`, then `df['price'] = pd.to_numeric(df['price'], errors='coerce')`; what was no number is NaN.",
        "In `pivot_table`: name `values=['price']`.",
    ),
    prevention=(
        "Look at `df.dtypes` after reading; `pd.read_csv(..., na_values=['-', 'n/a'])` keeps numbers numbers.",
    ),
    tags=("pandas", "groupby", "aggregation", "dtype"),
    strategy="validation",
    background="wrong-type",
)


def before():
    orders = pd.DataFrame({"user": ["ada", "bob"], "city": ["Rome", "Oslo"], "price": [10, 20]})
    orders.groupby("user").mean()


def after():
    orders = pd.DataFrame({"user": ["ada", "bob"], "city": ["Rome", "Oslo"], "price": [10, 20]})
    orders.groupby("user")["price"].mean()
