import pandas as pd

from tests.knowledge.form import Prose

ID = "40a18ef2ad933114"
PROSE = Prose(
    documentation=(
        "The two key columns hold different kinds of values, usually numbers in one frame and text in the other. `1` and `'1'` are never "
        "equal, so the result would be empty; pandas stops instead."
    ),
    trigger="`merge` or `join` on a key that is numeric (or a date) in one frame and text in the other.",
    situations=(
        "Ids that one file has as numbers and another as text, for instance with leading zeros; a column that became text since one cell holds a "
        "dash or a blank; dates that were not parsed in one of the files."
    ),
    solutions=(
        "The keys are codes (postcodes, leading zeros): make both text, best when reading: `pd.read_csv(path, dtype={'id': str})`.",
        "They are numbers: `left['id'] = pd.to_numeric(left['id'])`; if that fails it names the value that is none.",
        "They are dates: `pd.to_datetime` on both sides.",
        "You only wanted to put the frames side by side: `pd.concat([left, right], axis=1)`.",
    ),
    prevention=("Give `dtype` for key columns wherever a file is read.",),
    tags=("pandas", "merge", "join", "dtype"),
    strategy="validation",
    background="wrong-type",
)


def before():
    orders = pd.DataFrame({"user_id": [1, 2], "price": [10, 20]})
    users = pd.DataFrame({"user_id": ["1", "2"], "name": ["Ada", "Bob"]})
    orders.merge(users, on="user_id")


def after():
    orders = pd.DataFrame({"user_id": [1, 2], "price": [10, 20]})
    users = pd.DataFrame({"user_id": ["1", "2"], "name": ["Ada", "Bob"]})
    users["user_id"] = pd.to_numeric(users["user_id"])
    orders.merge(users, on="user_id")
