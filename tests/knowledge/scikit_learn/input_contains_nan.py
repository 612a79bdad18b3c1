import numpy as np
from sklearn.linear_model import LinearRegression

from tests.knowledge.form import Prose

ID = "c5c9ec4d68ccdc17"
PROSE = Prose(
    documentation=(
        "A feature is missing in some row (NaN), and this estimator cannot work with that: it has to be filled in or left out before. The second line of the message names the estimator; in a "
        "pipeline that is the first step that minds."
    ),
    trigger="`fit`, `predict` or `transform` of an estimator that does not take missing values, with at least one NaN in the data.",
    situations=(
        "Empty cells of a CSV file; a merge in which some rows found no partner; `pct_change`, `shift`, a logarithm or a division that made NaN; "
        "filling train data and forgetting test data."
    ),
    solutions=(
        "Find them: `X.isna().sum()` (NumPy: `np.isnan(X).sum(axis=0)`). A whole column or many rows: look where they come from before you fill.",
        "Fill them as a part of the model, so that new data is treated the same: `make_pipeline(SimpleImputer(strategy='median'), LinearRegression())`.",
        "Few rows: drop them from both, `keep = X.notna().all(axis=1)`, then `X[keep], y[keep]`.",
        "Take an estimator that knows missing values: `HistGradientBoostingClassifier` or `HistGradientBoostingRegressor`.",
    ),
    prevention=("Put the imputer into the pipeline, not in front of it.",),
    tags=("scikit-learn", "missing-values", "nan", "imputation", "pipeline"),
    strategy="validation",
    background="invalid-argument-value",
)


def before():
    ages = np.array([[20.0], [np.nan], [40.0]])
    prices = np.array([1.0, 2.0, 3.0])
    LinearRegression().fit(ages, prices)


def after():
    from sklearn.impute import SimpleImputer
    from sklearn.pipeline import make_pipeline

    ages = np.array([[20.0], [np.nan], [40.0]])
    prices = np.array([1.0, 2.0, 3.0])
    make_pipeline(SimpleImputer(strategy="median"), LinearRegression()).fit(ages, prices)


def is_complete(features) -> bool:
    return not np.isnan(features).any()


GUARD = is_complete


def good():
    return (np.array([[1.0], [2.0]]),)


def bad():
    return (np.array([[1.0], [np.nan]]),)
