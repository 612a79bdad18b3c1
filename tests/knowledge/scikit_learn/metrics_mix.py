import numpy as np
from sklearn.metrics import accuracy_score

from tests.knowledge.form import Prose

ID = "ca46c830beb97256"
PROSE = Prose(
    documentation=(
        "A score for classes was given true labels and predictions of different kinds. The first word in the message is the kind of the truth, the second that of the predictions."
    ),
    trigger="`accuracy_score`, `f1_score`, `confusion_matrix`, `classification_report` and the like where only one side holds classes, or one holds a row of columns per sample.",
    situations=(
        "Probabilities of a network or of `predict_proba` in place of classes; `accuracy_score` for a regression; one-hot labels beside class numbers; labels that are "
        "floats in one place and text in the other."
    ),
    solutions=(
        "`binary and continuous`: predictions are probabilities; make classes of them, `(probabilities > 0.5).astype(int)`, or use `roc_auc_score`, which takes them as they are.",
        "`multiclass and continuous-multioutput`: a column per class; `probabilities.argmax(axis=1)`.",
        "`multilabel-indicator and ...`: one side is one-hot; `y.argmax(axis=1)` there.",
        "`continuous` on both sides or as truth: it is a regression; use `r2_score` or `mean_absolute_error`.",
    ),
    tags=("scikit-learn", "metrics", "classification", "probabilities"),
    strategy="validation",
    background="wrong-type",
)


def before():
    truth = np.array([0, 1, 1])
    probabilities = np.array([0.2, 0.9, 0.7])
    accuracy_score(truth, probabilities)


def after():
    truth = np.array([0, 1, 1])
    probabilities = np.array([0.2, 0.9, 0.7])
    accuracy_score(truth, (probabilities > 0.5).astype(int))


def before_one_column_per_class():
    truth = np.array([0, 1, 2])
    probabilities = np.array([[0.8, 0.1, 0.1], [0.2, 0.5, 0.3], [0.1, 0.1, 0.8]])
    accuracy_score(truth, probabilities)


def after_one_column_per_class():
    truth = np.array([0, 1, 2])
    probabilities = np.array([[0.8, 0.1, 0.1], [0.2, 0.5, 0.3], [0.1, 0.1, 0.8]])
    accuracy_score(truth, probabilities.argmax(axis=1))
