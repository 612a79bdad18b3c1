import pandas as pd
from sklearn.preprocessing import OneHotEncoder

from tests.knowledge.form import Prose

ID = "1d454b10a5a98083"
PROSE = Prose(
    documentation=(
        "The encoder met values that it did not see when it was fitted, so it has no column or number for them. The message lists them and tells which column they stand in."
    ),
    trigger="`transform` (or `predict` of a pipeline) with `OneHotEncoder` or `OrdinalEncoder` on a value that was not in the data given to `fit`.",
    situations="A city or product that is new; rare values of which none fell into the training part; the same value in other letters or with a space.",
    solutions=(
        "New values are to be expected: `OneHotEncoder(handle_unknown='ignore')` gives them zeros in all columns; `'infrequent_if_exist'` counts them among rare ones.",
        "With `OrdinalEncoder`: `handle_unknown='use_encoded_value', unknown_value=-1`.",
        "The value is an old one in other letters: clean before encoding, `.str.strip().str.lower()`.",
        "All values are known beforehand: `OneHotEncoder(categories=[cities])`.",
    ),
    prevention=("Decide about unknown values when the model is made: data in use always has some.",),
    tags=("scikit-learn", "one-hot-encoding", "categories", "preprocessing"),
    strategy="configuration",
    background="unknown-name",
)


def before():
    train = pd.DataFrame({"city": ["Rome", "Oslo"]})
    new = pd.DataFrame({"city": ["Lima"]})
    OneHotEncoder().fit(train).transform(new)


def after():
    train = pd.DataFrame({"city": ["Rome", "Oslo"]})
    new = pd.DataFrame({"city": ["Lima"]})
    OneHotEncoder(handle_unknown="ignore").fit(train).transform(new)
