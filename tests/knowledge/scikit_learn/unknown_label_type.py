import numpy as np
from sklearn.linear_model import LinearRegression, LogisticRegression

from tests.knowledge.form import Prose

ID = "ae5a2e140d8c2275"
PROSE = Prose(
    documentation=(
        "A classifier was given a target of numbers with decimals. It predicts one class out of a few, and takes such numbers for amounts, for which there are regressors."
    ),
    trigger="`fit` of a classifier with a `y` that is continuous: floats that are not whole numbers. The word after the colon names what it was taken for.",
    situations=(
        "A price or score to be predicted with `LogisticRegression`, whose name misleads; `RandomForestClassifier` in place of the regressor; classes that were scaled together with the "
        "features; labels of dtype `object` (`unknown` in the message)."
    ),
    solutions=(
        "You predict an amount: take the regressor, `LinearRegression`, `RandomForestRegressor`, `SVR`.",
        "You predict classes such as low and high: cut the numbers into them, `pd.cut(y, bins)`.",
        "The labels were whole numbers before scaling: scale the features only, not `y`.",
        "`unknown`: the labels are of dtype object; `y.astype(int)`, or `y.astype(str)`.",
        "`continuous-multioutput`: `y` is a table; pass one column, `y['label']`.",
    ),
    tags=("scikit-learn", "classification", "regression", "labels"),
    strategy="validation",
    background="wrong-type",
)


def before():
    ages = np.array([[20.0], [30.0], [40.0]])
    prices = np.array([1.5, 2.25, 3.75])
    LogisticRegression().fit(ages, prices)


def after():
    ages = np.array([[20.0], [30.0], [40.0]])
    prices = np.array([1.5, 2.25, 3.75])
    LinearRegression().fit(ages, prices)
