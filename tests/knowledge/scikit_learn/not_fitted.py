import numpy as np
from sklearn.preprocessing import StandardScaler

from tests.knowledge.form import Prose

ID = "9c8d5e8ba8b98931"
PROSE = Prose(
    documentation=(
        "An estimator was asked for something that it learns in `fit`, and this object was never fitted. Often another object was: a copy, or a new one with the same name."
    ),
    trigger="`predict`, `transform`, `score` or a learned attribute of an estimator before its own `fit` has run.",
    situations=(
        "`cross_val_score` and `GridSearchCV` fit copies and leave the given model alone; a scaler made anew in the web service; a cell of a notebook that "
        "was not run; a model saved before it was trained."
    ),
    solutions=(
        "Call `fit` on this very object first, with training data; for a scaler `fit_transform` on train, `transform` on test.",
        "You used `cross_val_score`: it only measures; call `model.fit(X, y)` afterwards. After a search use `search.best_estimator_`, or `search.predict`.",
        "The object is made anew where it is used (`StandardScaler()` in the service): save the fitted one with `joblib.dump` and load it, best the whole pipeline.",
        "A step inside a pipeline is asked: fit the pipeline, and reach it as `pipeline.named_steps['scaler']`.",
    ),
    prevention=(
        "Keep preprocessing and model in one pipeline, so that there is one object to fit, save and load.",
    ),
    tags=("scikit-learn", "fit", "pipeline", "cross-validation"),
    strategy="type-guard",
    background="invalid-state",
)


def before():
    train, test = np.array([[1.0], [3.0]]), np.array([[2.0]])
    scaled_train = StandardScaler().fit_transform(train)
    scaled_test = StandardScaler().transform(test)


def after():
    train, test = np.array([[1.0], [3.0]]), np.array([[2.0]])
    scaler = StandardScaler()
    scaled_train = scaler.fit_transform(train)
    scaled_test = scaler.transform(test)


def before_cross_validation():
    from sklearn.linear_model import LinearRegression
    from sklearn.model_selection import cross_val_score

    ages, prices = np.arange(20.0).reshape(-1, 1), np.arange(20.0)
    model = LinearRegression()
    cross_val_score(model, ages, prices)
    model.predict([[30.0]])


def after_cross_validation():
    from sklearn.linear_model import LinearRegression
    from sklearn.model_selection import cross_val_score

    ages, prices = np.arange(20.0).reshape(-1, 1), np.arange(20.0)
    model = LinearRegression()
    cross_val_score(model, ages, prices)
    model.fit(ages, prices).predict([[30.0]])


def is_fitted(model) -> bool:
    from sklearn.exceptions import NotFittedError
    from sklearn.utils.validation import check_is_fitted

    try:
        check_is_fitted(model)
    except NotFittedError:
        return False
    return True


GUARD = is_fitted


def good():
    return (StandardScaler().fit([[1.0], [2.0]]),)


def bad():
    return (StandardScaler(),)
