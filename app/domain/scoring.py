"""From signals to a score: a logistic model with a written table of weights.

A signal is one thing that was seen of an event and a record, as a number; the score is
`1 / (1 + exp(-sum(weight * signal)))`, the probability that the record's cluster is the error.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from types import MappingProxyType

__all__ = ["WEIGHTS", "log_odds", "probability"]

_LEAST, _MOST = 0.001, 0.999

WEIGHTS: Mapping[str, float] = MappingProxyType(
    {
        # How the message agrees: where a match of this tier begins from, before anything is known of it.
        "exact": -2.5,
        "contained": -3.5,
        "truncated": -4.1,
        "fuzzy": -10.4,
        "site": -2.6,
        # What the agreed words say, in nats: the first 12, those from 12 to 30, those from 30 to 90.
        "information": 0.30,
        "more information": 0.14,
        "much information": 0.04,
        # The text ends where a wildcard stands, so that nothing shows that it was cut.
        "open end": -0.6,
        # No other pattern agrees with a text that is cut.
        "the only one": 1.0,
        # The pattern stands on ordinary lines, or is what an interpreter says of anybody's mistake.
        "everyday": -1.0,
        # Upper and lower case are not the record's.
        "other case": -0.3,
        # The message is all of the paste, with no class; it ends the text that it stands in, right behind its class.
        "alone": 0.7,
        "to the end": 0.8,
        "announced": 0.5,
        # Share of the matched text that is wildcards, from a half on (0 to 1).
        "stretched": -1.6,
        # Similarity: ratio (0 to 1), and the part of the words' information that both sides have.
        "ratio": 4.2,
        "overlap": 3.2,
        # What the words say that only the record has, and that only the message has, in eights of nats.
        "missing words": -0.25,
        "further words": 0.4,
        # By how much less than 16 nats a similar text shares, in eights of nats.
        "little shared": -0.6,
        # A similar text leaves out a part of the record's, as one does that ends early.
        "cut short": -1.2,
        # The class agrees with that of a similar text (1), or there is another one (-1).
        "similar class": 0.6,
        # Neither class nor frames stand with a text that is similar: people ask, and describe.
        "similar alone": -1.2,
        # The site tier: the record's text is all variable; part of its words that the message has.
        "variable text": 1.0,
        "worded": -1.8,
        "reworded": 3.6,
        "silent": -3.0,
        # The message is not there, and class, function and the line that is shown agree.
        "said by the place": 2.0,
        # What the words say that the message and a record of its place share, in eights of nats.
        "shared words": 0.5,
        # The paste ends with the frames: it says nothing of class and message.
        "cut away": 0.0,
        # The line that is shown there raises the record's class.
        "class shown": 0.7,
        # It begins to say what the record says (0 to 1); it says something else.
        "says so": 3.0,
        "says otherwise": -2.5,
        # Neither has a message; the record has none, the event has one.
        "wordless": 0.5,
        "talkative": -2.0,
        # The class: agrees, and what its name says in nats; is a base of the other; differs.
        "class": 0.7,
        "class rarity": 0.16,
        "class of its package": 0.4,
        "class of another package": -0.9,
        "class kin": 0.1,
        "class differs": -1.3,
        "class differs inside": -0.5,
        "class missing": -0.2,
        # The record is a logged line, the text an error that was raised.
        "logged": -0.5,
        # The frames.
        "raised here": 2.2,
        "raised in its function": 1.1,
        "raised in another function": -1.9,
        "passed here": 0.4,
        "package raised": -0.8,
        "package around": -1.0,
        # The base knows other errors of the file that raised.
        "not in the known file": -1.2,
        "raised elsewhere": -1.2,
        "raised in own code": -2.0,
        "raised in another package": -3.7,
        "elsewhere inside": 1.2,
        "same line": 1.2,
        "near line": 0.25,
        "far line": -0.5,
        "statement raises": 0.6,
        "same statement": 2.0,
        "statement calls": -1.0,
        "nothing raised": -2.5,
        # What else the paste says.
        "package named": 0.5,
        "version": 0.4,
    }
)


def log_odds(signals: Mapping[str, float]) -> float:
    """Add up the signals by their weights."""
    return sum(WEIGHTS[name] * value for name, value in sorted(signals.items()))


def probability(odds: float) -> float:
    """Turn log-odds into a score; nothing is certain, and nothing is out of the question."""
    return min(max(round(1 / (1 + exp(-min(max(odds, -30.0), 30.0))), 3), _LEAST), _MOST)
