import numpy as np

from tests.knowledge.form import Prose

ID = "0567643450f300c7"
PROSE = Prose(
    documentation=(
        "The file holds Python objects rather than plain numbers, and these are stored as pickles. Loading a pickle can run any code that its maker put in, so NumPy wants "
        "to be told that you trust it."
    ),
    trigger="`np.load` of a `.npy`, or reading an array out of a `.npz`, whose dtype is `object`, without `allow_pickle=True`.",
    situations=(
        "Lists of different length, dictionaries or None were saved with `np.save`; data sets of old tutorials; a file of text with mixed columns."
    ),
    solutions=(
        "The file is yours or from somebody you trust: `np.load(path, allow_pickle=True)`; a dictionary then comes out with `.item()`.",
        "You write the file: save plain arrays, `np.savez(path, prices=prices, names=names)` with one array for each part, and a `str` or number dtype.",
        "It is no table of numbers: save dictionaries as JSON, tables as Parquet.",
        "You do not know where it comes from: do not load it; ask for it in another format.",
    ),
    prevention=(
        "Look at `array.dtype` before saving: `object` means that a pickle would be written; `np.save(path, a, allow_pickle=False)` refuses it.",
    ),
    tags=("numpy", "npy", "pickle", "load", "security"),
    strategy="configuration",
    background="permission-denied",
)


def before():
    users = {"ada": 36, "bob": 41}
    np.save("users.npy", users)
    np.load("users.npy")


def after():
    users = {"ada": 36, "bob": 41}
    np.savez("users.npz", names=np.array(list(users)), ages=np.array(list(users.values())))
    np.load("users.npz")["ages"]


def before_trusted():
    np.save("rows.npy", np.array([[1, 2], [3]], dtype=object))
    np.load("rows.npy")


def after_trusted():
    np.save("rows.npy", np.array([[1, 2], [3]], dtype=object))
    np.load("rows.npy", allow_pickle=True)
