import pandas as pd
from sklearn.linear_model import LinearRegression

from tests.knowledge.form import Prose

ID = "8d6226919a91c282"
PROSE = Prose(
    documentation=(
        "The data has another number of columns than the data that the estimator was fitted with. It learned something for each column, so it needs the same ones, in the same order."
    ),
    trigger="`predict`, `transform` or `score` with a table whose number of columns is not that of the table given to `fit`.",
    situations=(
        "Dummy columns made separately for train and test, where some values do not occur; the target left in the table; an id column dropped in one place only; a raw "
        "table given to a model that was fitted on transformed data."
    ),
    solutions=(
        "Compare: `set(model.feature_names_in_) ^ set(X.columns)` shows which columns differ (where it was fitted with a DataFrame).",
        "They come from `get_dummies`: use `OneHotEncoder(handle_unknown='ignore')` in a pipeline instead; it makes the same columns every time.",
        "The target or an id is among them: `X.drop(columns=['price', 'id'])`, and keep the list of features in one place.",
        "The number is that of the raw table: apply the fitted scaler or vectorizer first, `transform` and not `fit_transform`; a pipeline does that by itself.",
    ),
    prevention=("Fit and save one pipeline that begins with the raw table.",),
    tags=("scikit-learn", "features", "one-hot-encoding", "pipeline"),
    strategy="validation",
    background="shape-mismatch",
)


def before():
    train = pd.DataFrame({"city": ["Rome", "Oslo", "Bern"], "price": [3.0, 1.0, 2.0]})
    test = pd.DataFrame({"city": ["Rome", "Oslo"]})
    model = LinearRegression().fit(pd.get_dummies(train["city"]).to_numpy(), train["price"])
    model.predict(pd.get_dummies(test["city"]).to_numpy())


def after():
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import OneHotEncoder

    train = pd.DataFrame({"city": ["Rome", "Oslo", "Bern"], "price": [3.0, 1.0, 2.0]})
    test = pd.DataFrame({"city": ["Rome", "Oslo"]})
    model = make_pipeline(OneHotEncoder(handle_unknown="ignore"), LinearRegression())
    model.fit(train[["city"]], train["price"]).predict(test[["city"]])


def validation(model, features):
    if features.shape[1] != model.n_features_in_:
        raise ValueError(f"{features.shape[1]} columns; the model knows {model.n_features_in_}")


def good():
    return LinearRegression().fit([[1.0, 2.0], [2.0, 3.0]], [1.0, 2.0]), pd.DataFrame([[1.0, 2.0]])


def bad():
    return LinearRegression().fit([[1.0, 2.0], [2.0, 3.0]], [1.0, 2.0]), pd.DataFrame([[1.0]])
