"""Messages of several paragraphs: what is surely a message's own, and what may be."""

from __future__ import annotations

import pytest

from app.domain.answer import Tier
from app.domain.events import read
from app.domain.heads import settled
from app.domain.matching import Candidate
from tests.domain.pastes import Error, Row, check

KEPT = "/opt/kite/fields.py:160: UserWarning: "

ROWS: list[Row] = [
    (
        "a warning of two paragraphs, up to the source that it quotes",
        (
            f'{KEPT}Field "wind" is kept by "sky".\n\nYou may let it go by `sky = ()`.\n  warnings.warn(\n'
            f'{KEPT}Field "line" is kept by "sky".\n\nYou may let it go by `sky = ()`.\n  warnings.warn(\n\n### Steps\n1 fly'
        ),
        [
            Error(
                "UserWarning",
                'Field "wind" is kept by "sky".\n\nYou may let it go by `sky = ()`.',
                (("/opt/kite/fields.py", 160, None),),
                lines=((1, 5),),
            ),
            Error(
                "UserWarning",
                'Field "line" is kept by "sky".\n\nYou may let it go by `sky = ()`.',
                (("/opt/kite/fields.py", 160, None),),
                lines=((5, 9),),
            ),
        ],
    ),
    (
        "a warning without its source, and prose below",
        f"{KEPT}no wind\n\nWhat can I do?",
        [Error("UserWarning", "no wind", (("/opt/kite/fields.py", 160, None),))],
    ),
    (
        "a message that begins with a line break",
        'Traceback (most recent call last):\n  File "fly.py", line 3, in fly\n    load()\nImportError: \nKite needs the wind library.',
        [Error("ImportError", "Kite needs the wind library.", (("fly.py", 3, "fly"),))],
    ),
    (
        "a message that begins with a blank line",
        'Traceback (most recent call last):\n  File "fly.py", line 3, in fly\n    load()\nImportError: \n\nKite needs the wind library.\n',
        [Error("ImportError", "Kite needs the wind library.", (("fly.py", 3, "fly"),))],
    ),
    (
        "a class alone, and another traceback below",
        (
            'Traceback (most recent call last):\n  File "fly.py", line 3, in fly\n    load()\nkite.Torn:\n\n'
            'Traceback (most recent call last):\n  File "b.py", line 4, in g\n    x()\nValueError: no wind'
        ),
        [
            Error("kite.Torn", None, (("fly.py", 3, "fly"),)),
            Error("ValueError", "no wind", (("b.py", 4, "g"),)),
        ],
    ),
]


@pytest.mark.parametrize(("text", "expected"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_reading(text: str, expected: list[Error]) -> None:
    """Each paste gives the events that a person sees in it."""
    check(text, expected)


TORN = 'Traceback (most recent call last):\n  File "fly.py", line 3, in fly\n    load()\nkite.Torn: line 3 is torn.'

BEYOND = [
    ("nothing below", TORN, None),
    (
        "two paragraphs",
        f"{TORN}\n\nDo not tear it.\n\nSee the sky.\n",
        "line 3 is torn.\n\nDo not tear it.\n\nSee the sky.",
    ),
    (
        "the end of a fence",
        f"```\n{TORN}\n\nDo not tear it.\n```\n\nWhy?",
        "line 3 is torn.\n\nDo not tear it.",
    ),
    ("an error below", f"{TORN}\n\nValueError: no wind", None),
    ("a heading below", f"{TORN}\n\n### What I tried\n\nall of it", None),
    ("a shell below", f"{TORN}\n\n$ fly --again", None),
    ("another process below", f"{TORN}\n\nweb-1  | up\nweb-1  | down", None),
    ("a log that goes on", f"{TORN}\n\n2031-02-03 04:05:06 INFO up", None),
]


@pytest.mark.parametrize(("text", "beyond"), [row[1:] for row in BEYOND], ids=[row[0] for row in BEYOND])
def test_paragraphs_below_a_message_are_kept_beside_it(text: str, beyond: str | None) -> None:
    """The message ends at its first blank line; what may go on is there for a pattern that knows better."""
    event = read(text).events[0]
    assert event.message is not None
    assert event.message.text == "line 3 is torn."
    assert (event.beyond.text if event.beyond else None) == beyond


def _candidate(pattern: str) -> Candidate:
    return Candidate(1, pattern, pattern, words=6, generic=False)


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        (r"line (.*?) is torn\.\n\nDo not tear it\.", "line 3 is torn.\n\nDo not tear it."),
        (r"line (.*?) is torn\.\n\nDo not tear (.*)", "line 3 is torn.\n\nDo not tear it."),
        (r"line (.*?) is torn\.", "line 3 is torn."),
        (r"line (.*)", "line 3 is torn."),
        (r"Do not tear (.*)", "line 3 is torn."),
    ],
)
def test_a_pattern_tells_where_a_message_of_paragraphs_ends(pattern: str, message: str) -> None:
    """Only words on both sides of the blank line join the paragraphs; a wildcard at the end does not."""
    text = "line 3 is torn.\n\nDo not tear it.\n\nSee the sky."
    hits, end = settled(text, 0, [_candidate(pattern)], in_traceback=True, own=len("line 3 is torn."))
    assert text[:end] == message
    assert [hit.tier for hit in hits] == ([] if pattern.startswith("Do") else [Tier.EXACT])
