from sklearn.metrics import f1_score

from tests.knowledge.form import Prose

ID = "ba085b30bc3fde84"
PROSE = Prose(
    documentation=(
        "Precision, recall and F1 are made for yes and no; here there are more classes (or several labels per sample), and the function has to be told how to make one number of several."
    ),
    trigger="`f1_score`, `precision_score`, `recall_score` or `fbeta_score` without `average` while labels or predictions hold more than two classes.",
    situations="A data set with three or more classes; `scoring='f1'` in a search; a third class by accident, such as -1 or an empty text for missing.",
    solutions=(
        "Classes count the same, however rare: `average='macro'`. By how often they occur: `'weighted'`. One number per class: `average=None`.",
        "In `cross_val_score` or a search: `scoring='f1_macro'` in place of `'f1'`.",
        "There should be two classes: look for the third, `np.unique(y, return_counts=True)`.",
        "You want all at once: `classification_report(y_true, y_pred)`.",
    ),
    tags=("scikit-learn", "metrics", "f1-score", "multiclass"),
    strategy="configuration",
    background="missing-argument",
)


def before():
    truth = ["cat", "dog", "bird", "cat"]
    predicted = ["cat", "dog", "cat", "cat"]
    f1_score(truth, predicted)


def after():
    truth = ["cat", "dog", "bird", "cat"]
    predicted = ["cat", "dog", "cat", "cat"]
    f1_score(truth, predicted, average="macro")
