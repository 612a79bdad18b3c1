import pandas as pd

from tests.knowledge.form import Prose

ID = "82203caeefe087a5"
PROSE = Prose(
    documentation=(
        "A list or array was assigned as a column, and it has more or fewer values than the frame has rows. pandas does not "
        "guess which rows they belong to. The first number is what you gave, the second is the rows of the frame."
    ),
    trigger="`df['x'] = values` with a list, tuple or array whose length is not `len(df)`. Series are aligned by their index instead.",
    situations=(
        "Rows were dropped (`dropna`, a filter, `train_test_split`) after the values were computed; a list filled in a loop that "
        "skips some rows; the values come from another frame."
    ),
    solutions=(
        "The values were computed before rows were dropped: compute them from the frame as it is now, `df['x'] = df['a'] * 2`.",
        "They belong to some of the rows: assign to those, `df.loc[mask, 'x'] = values`.",
        "They carry labels: make them a Series with that index, `df['x'] = pd.Series(values, index=ids)`; rows without one get NaN.",
        "A loop made the list: append in every turn, `None` where there is nothing, or use `df['a'].map(function)`.",
    ),
    prevention=("Build columns out of columns of the same frame, rather than lists beside it.",),
    tags=("pandas", "dataframe", "assignment", "length"),
    strategy="validation",
)


def before():
    orders = pd.DataFrame({"price": [10, None, 30]})
    taxes = [1, 3]
    orders["tax"] = taxes


def after():
    orders = pd.DataFrame({"price": [10, None, 30]})
    known = orders["price"].notna()
    taxes = [1, 3]
    orders.loc[known, "tax"] = taxes


def before_dropped():
    orders = pd.DataFrame({"price": [10, None, 30]})
    taxes = [price * 0.1 for price in orders["price"]]
    orders = orders.dropna()
    orders["tax"] = taxes


def after_dropped():
    orders = pd.DataFrame({"price": [10, None, 30]})
    orders = orders.dropna()
    orders["tax"] = [price * 0.1 for price in orders["price"]]
