"""What happens to a text on its way into a paste: it is cut, wrapped, and retyped."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

__all__ = ["cut", "logged", "two_words_changed", "wrapped"]

_WORD = re.compile(r"[^\W\d_]{3,}")
_FEWEST_WORDS = 6


def cut(text: str, width: int) -> str | None:
    """Return the first `width` characters, None where nothing would be cut off."""
    return text[:width].rstrip() if len(text) > width else None


def wrapped(text: str, width: int) -> str | None:
    """Break every line at `width` characters, in the middle of words too; None where no line is longer."""
    lines = [line[at : at + width] for line in text.split("\n") for at in range(0, max(1, len(line)), width)]
    folded = "\n".join(lines)
    return folded if folded != text else None


def two_words_changed(text: str, vocabulary: Sequence[str], chooser: random.Random) -> str | None:
    """Change two words of the text: each by another word, by a slip of the hand, or to nothing.

    None where the text has fewer than six words, since little would be left of it.
    """
    words = list(_WORD.finditer(text))
    if len(words) < _FEWEST_WORDS:
        return None
    for word in sorted(chooser.sample(words, 2), key=lambda one: -one.start()):
        text = text[: word.start()] + _changed(word[0], vocabulary, chooser) + text[word.end() :]
    return text


def _changed(word: str, vocabulary: Sequence[str], chooser: random.Random) -> str:
    how = chooser.random()
    if how < 0.4:
        return chooser.choice(vocabulary)
    if how < 0.8:
        at = chooser.randrange(len(word) - 1)
        slip = chooser.randrange(3)
        if slip == 0 and word[at] != word[at + 1]:
            return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        return word[:at] + word[at + 1 :] if slip == 1 else word[: at + 1] + word[at:]
    return ""


def logged(text: str, name: str, chooser: random.Random) -> str:
    """Write the text as a line of a log."""
    clock = f"{chooser.randrange(24):02}:{chooser.randrange(60):02}:{chooser.randrange(60):02}"
    date = f"2025-{chooser.randint(1, 12):02}-{chooser.randint(1, 28):02}"
    logger = name.removesuffix(".py").replace("/", ".")
    level = chooser.choice(("ERROR", "ERROR", "WARNING"))
    forms = (
        f"{date} {clock},{chooser.randrange(1000):03} - {logger} - {level} - {text}",
        f"{date} {clock},{chooser.randrange(1000):03} {level} [{logger}] {text}",
        f"{level}:{logger}:{text}",
        f"[{date} {clock}] {level} in {logger.rpartition('.')[2]}: {text}",
        f"[{date} {clock} TP{chooser.randrange(8)}] {text}",
        f"{level} {date[5:]} {clock} {name.rpartition('/')[2]}:{chooser.randint(20, 900)}] {text}",
        f"{date}T{clock}.{chooser.randrange(1000):03}Z {level.lower()} {text}",
        f"worker-{chooser.randrange(9)}  | {date} {clock} | {level} | {text}",
    )
    return chooser.choice(forms)
