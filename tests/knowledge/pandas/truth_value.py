import pandas as pd

from tests.knowledge.form import Prose

ID = "18d5f1cb85c7962c"
PROSE = Prose(
    documentation=(
        "A whole Series or DataFrame was used where Python needs a single yes or no. It holds many values, so pandas does not "
        'choose between "all of them", "any of them" and "is there anything".'
    ),
    trigger="`if`, `while`, `and`, `or`, `not`, a chained comparison or `bool()` on a Series or DataFrame, whatever its length.",
    situations=(
        "A filter joined with `and` or `or`; `if df:` after reading a file; `if df['x'] > 3` in a function that was written for single "
        "values; `a < df['x'] < b`; `max(a, b)` or `value in list_of_series`."
    ),
    solutions=(
        "It is a filter of rows: join with `&`, `|` and `~`, and put each comparison in brackets: `df[(df['a'] > 1) & (df['b'] < 5)]`.",
        "You ask whether there is anything: `if not df.empty`, or `if df is not None` where it may be None.",
        "You ask about all rows or any row: `(df['a'] > 1).all()` or `.any()`.",
        "A function with `if` inside is given a column: apply it value by value, `df['a'].map(function)`, or rewrite it with `Series.where` or `numpy.where`.",
        "A range: `df['a'].between(low, high)` in place of `low < df['a'] < high`.",
    ),
    prevention=("Give masks a name, `is_late = df['days'] > 30`, and join them on a line of their own.",),
    tags=("pandas", "boolean", "filter", "series", "dataframe"),
    strategy="type-guard",
    background="wrong-type",
)


def before():
    orders = pd.DataFrame({"price": [10, 25, 40], "paid": [True, False, True]})
    due = orders[(orders["price"] > 20) and ~orders["paid"]]


def after():
    orders = pd.DataFrame({"price": [10, 25, 40], "paid": [True, False, True]})
    due = orders[(orders["price"] > 20) & ~orders["paid"]]


def before_empty():
    orders = pd.DataFrame({"price": [10, 25, 40]})
    if orders:
        print(orders["price"].sum())


def after_empty():
    orders = pd.DataFrame({"price": [10, 25, 40]})
    if not orders.empty:
        print(orders["price"].sum())


def before_function():
    def level(price):
        return "high" if price > 20 else "low"

    orders = pd.DataFrame({"price": [10, 25, 40]})
    orders["level"] = level(orders["price"])


def after_function():
    def level(price):
        return "high" if price > 20 else "low"

    orders = pd.DataFrame({"price": [10, 25, 40]})
    orders["level"] = orders["price"].map(level)
