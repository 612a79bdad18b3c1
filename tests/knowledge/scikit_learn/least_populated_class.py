import numpy as np
from sklearn.model_selection import train_test_split

from tests.knowledge.form import Prose

ID = "900f499d1785a885"
PROSE = Prose(
    documentation=(
        "A split was asked to keep the share of each class, and a class has a single member: it cannot be in both parts."
    ),
    trigger="`train_test_split(..., stratify=y)` or `StratifiedShuffleSplit` where one class occurs once.",
    situations="A few wrong labels; amounts passed as `stratify` by mistake; rare classes; a very small sample while trying things out.",
    solutions=(
        "Count: `pd.Series(y).value_counts()`. Odd ones that are typing errors: correct them.",
        "Rare classes: join them to one (`'other'`), or leave those samples out of the split and add them to the training part.",
        "It is a regression: `stratify` is for classes; leave it out, or stratify by bins, `pd.qcut(y, 5, labels=False)`.",
        "The shares do not matter: drop `stratify`.",
    ),
    tags=("scikit-learn", "train-test-split", "stratify", "imbalanced-classes"),
    strategy="validation",
    background="invalid-argument-value",
)


def before():
    animals = np.array(["cat", "cat", "dog", "dog", "dgo"])
    sizes = np.array([[4.0], [5.0], [20.0], [30.0], [25.0]])
    train_test_split(sizes, animals, stratify=animals, test_size=0.4)


def after():
    animals = np.array(["cat", "cat", "dog", "dog", "dog"])
    sizes = np.array([[4.0], [5.0], [20.0], [30.0], [25.0]])
    train_test_split(sizes, animals, stratify=animals, test_size=0.4)
