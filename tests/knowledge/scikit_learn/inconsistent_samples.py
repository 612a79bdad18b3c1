import numpy as np
from sklearn.linear_model import LinearRegression
from sklearn.metrics import mean_absolute_error
from sklearn.model_selection import train_test_split

from tests.knowledge.form import Prose

ID = "64b8bca6347f74aa"
PROSE = Prose(
    documentation=(
        "Arrays that belong together, row by row, have different numbers of rows. The list in the message gives the length of each, in the order in which they were passed."
    ),
    trigger="`fit(X, y)`, a metric, `train_test_split` or a search with inputs whose first lengths differ.",
    situations=(
        "Rows dropped from `X` and not from `y`; the four results of `train_test_split` taken in the wrong order; predictions for train data compared with test data; "
        "`[x]` around a list, which makes one sample of it."
    ),
    solutions=(
        "The lengths look like parts of a split (80 and 20): the order is `X_train, X_test, y_train, y_test = train_test_split(X, y)`.",
        "They differ by a few: rows were dropped from one only; drop first and take both out of the same frame: `df = df.dropna(); X, y = df[names], df['price']`.",
        "A metric: predict the data that you compare with, `mean_absolute_error(y_test, model.predict(X_test))`.",
        "The first is 1: the list became one row; `np.array(values).reshape(-1, 1)`.",
    ),
    tags=("scikit-learn", "shape", "train-test-split", "metrics"),
    strategy="validation",
    background="shape-mismatch",
)


def before():
    ages, prices = np.arange(20.0).reshape(-1, 1), np.arange(20.0)
    ages_train, prices_train, ages_test, prices_test = train_test_split(ages, prices)
    LinearRegression().fit(ages_train, prices_train).score(ages_test, prices_test)


def after():
    ages, prices = np.arange(20.0).reshape(-1, 1), np.arange(20.0)
    ages_train, ages_test, prices_train, prices_test = train_test_split(ages, prices)
    LinearRegression().fit(ages_train, prices_train).score(ages_test, prices_test)


def before_metric():
    ages, prices = np.arange(20.0).reshape(-1, 1), np.arange(20.0)
    ages_train, _, prices_train, prices_test = train_test_split(ages, prices)
    model = LinearRegression().fit(ages_train, prices_train)
    mean_absolute_error(prices_test, model.predict(ages_train))


def after_metric():
    ages, prices = np.arange(20.0).reshape(-1, 1), np.arange(20.0)
    ages_train, ages_test, prices_train, prices_test = train_test_split(ages, prices)
    model = LinearRegression().fit(ages_train, prices_train)
    mean_absolute_error(prices_test, model.predict(ages_test))
