import numpy as np
from sklearn.linear_model import LinearRegression

from tests.knowledge.form import Prose

ID = "5a41d991192d4d80"
PROSE = Prose(
    documentation=(
        "Estimators take a table: one row for each sample, one column for each feature, also where there is only one of either. A plain list of numbers does not say whether it is "
        "one row or one column."
    ),
    trigger="`fit`, `predict`, `transform` or `score` whose first argument is a list or array with one dimension.",
    situations="One feature taken as `df['age'].values`; a single new sample given to `predict`; a scaler applied to the target.",
    solutions=(
        "One feature, many samples: `df[['age']]` with two brackets, or `ages.reshape(-1, 1)`.",
        "One sample, several features: `model.predict([[36, 1.7, 60]])`, or `sample.reshape(1, -1)`.",
        "A target that you scale: `scaler.fit_transform(y.reshape(-1, 1)).ravel()`, or `TransformedTargetRegressor`, which does it for you.",
        "`X` and `y` may be swapped: `fit(X, y)`, features first.",
    ),
    tags=("scikit-learn", "shape", "reshape", "predict"),
    strategy="validation",
    background="shape-mismatch",
)


def before():
    ages, prices = np.array([20.0, 30.0, 40.0]), np.array([1.0, 2.0, 3.0])
    LinearRegression().fit(ages, prices)


def after():
    ages, prices = np.array([20.0, 30.0, 40.0]), np.array([1.0, 2.0, 3.0])
    LinearRegression().fit(ages.reshape(-1, 1), prices)


def before_one_sample():
    model = LinearRegression().fit([[20.0, 1.6], [30.0, 1.7]], [1.0, 2.0])
    model.predict([36.0, 1.7])


def after_one_sample():
    model = LinearRegression().fit([[20.0, 1.6], [30.0, 1.7]], [1.0, 2.0])
    model.predict([[36.0, 1.7]])
