import pandas as pd

from tests.knowledge.form import Prose

ID = "c5544e843fbe8f44"
PROSE = Prose(
    documentation=(
        "A frame was to be made of a dictionary that holds single values only. pandas takes each value for a column and does not know how many rows there should be."
    ),
    trigger="`pd.DataFrame({...})` in which no value is a list, array or Series, and no index is given.",
    situations="One record of a JSON answer, a row of settings, the sums of a report.",
    solutions=(
        "It is one row: put it in a list, `pd.DataFrame([record])`.",
        "Names in one column and values in another: `pd.Series(record)`, or `pd.DataFrame(record.items(), columns=['name', 'value'])`.",
        "All rows should have these values: give the rows, `pd.DataFrame(record, index=range(3))`.",
        "Nested JSON: `pd.json_normalize(record)`.",
    ),
    tags=("pandas", "dataframe", "dictionary", "json"),
    strategy="validation",
    background="missing-argument",
)


def before():
    user = {"name": "Ada", "age": 36}
    users = pd.DataFrame(user)


def after():
    user = {"name": "Ada", "age": 36}
    users = pd.DataFrame([user])
