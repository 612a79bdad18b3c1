"""Messages of several paragraphs: what is surely a message's own, and what may be."""

from __future__ import annotations

import pytest

from app.domain.answer import Tier
from app.domain.events import ending_at, read
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
        "a warning without its source, and an error with it",
        f"{KEPT}no wind\n\nit says ValueError: no sky\n  fly(kite)",
        [
            Error("UserWarning", "no wind", (("/opt/kite/fields.py", 160, None),)),
            Error("ValueError", "no sky\n  fly(kite)"),
        ],
    ),
    (
        "copies, and more below one of them",
        "ValueError: no wind\nup\ngone\n\nValueError: no wind\nup\n\nValueError: no wind\nup\nagain",
        [Error("ValueError", "no wind\nup", count=3, lines=((1, 3), (5, 7), (8, 10)))],
    ),
    (
        "copies, and more below the second one",
        "ValueError: no wind\n\nValueError: no wind\nup\n",
        [Error("ValueError", "no wind", count=2, lines=((1, 2), (3, 4)))],
    ),
    (
        "copies with other blanks, and something below each",
        "ValueError: no  wind\nup\n\nValueError: no wind\ndown\n",
        [Error("ValueError", "no  wind", count=2, lines=((1, 2), (4, 5)))],
    ),
    (
        "copies of a traceback, one of them wrapped",
        (
            'Traceback (most recent call last):\n  File "fly.py", line 3, in fly\nValueError: no wind\nis up\n\n'
            'Traceback (most recent call last):\n  File "fly.py", line 3, in fly\nValueError: no wind is up'
        ),
        [
            Error(
                "ValueError",
                "no wind\nis up",
                (("fly.py", 3, "fly"),),
                count=2,
                lines=((1, 5), (6, 9)),
            )
        ],
    ),
    (
        "a summary that repeats an error up to an ellipsis",
        "ValueError: no wind in the whole sky\nthe kite is down\nFAILED t.py::fly - ValueError: no wind in the who...",
        [
            Error(
                "ValueError",
                "no wind in the whole sky\nthe kite is down",
                count=2,
                lines=((1, 3), (3, 4)),
            )
        ],
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
    (
        "another error in its line",
        "kite.TornError: line 3 is torn. ValueError: no wind\n\nDo not tear it.",
        None,
    ),
    ("a log that goes on", f"{TORN}\n\n2031-02-03 04:05:06 INFO up", None),
]


@pytest.mark.parametrize(("text", "beyond"), [row[1:] for row in BEYOND], ids=[row[0] for row in BEYOND])
def test_paragraphs_below_a_message_are_kept_beside_it(text: str, beyond: str | None) -> None:
    """The message ends at its first blank line; what may go on is there for a pattern that knows better."""
    event = read(text).events[0]
    assert event.message is not None
    assert event.message.text == "line 3 is torn."
    assert (event.beyond.text if event.beyond else None) == beyond


WRAPPED = "ValueError: the line of the kite is torn at 7 of 9 me"


@pytest.mark.parametrize(
    ("text", "beyond"),
    [
        (f"[rank0]: {WRAPPED}\ntres up", "tres up"),
        (
            f"[rank0]: {WRAPPED}\ntres above the whole ground at sea\nlevel",
            "tres above the whole ground at sea",
        ),
        (f"[rank0]: {WRAPPED}\n[rank1]: ValueError: no\ntres", None),
        (f"[rank0]: {WRAPPED}\n  tres up", None),
        ("[rank0]: ValueError: no wind\ntres up", None),
        (f"{WRAPPED}\n\ntres up", "\ntres up"),
    ],
    ids=[
        "one line",
        "only below a long one",
        "of another process",
        "indented",
        "below a short one",
        "a paragraph",
    ],
)
def test_what_a_terminal_may_have_wrapped_is_kept_beside_a_process_s_message(
    text: str, beyond: str | None
) -> None:
    """The line below lacks the process's mark: another program's, or the rest of a long one."""
    event = read(text).events[0]
    assert event.message is not None
    own = event.message.text
    assert own == WRAPPED.removeprefix("ValueError: ") or own == "no wind"
    assert (event.beyond.text if event.beyond else None) == (f"{own}\n{beyond}" if beyond else None)


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


@pytest.mark.parametrize(
    ("text", "message", "places"),
    [
        ("ValueError: no wind\nup\ngone", "no wind", [(1, 2)]),
        ("ValueError: no wind\n\nDo not.\n", "no wind\n\nDo not.", [(1, 4)]),
        ("ValueError: no wind\n\nDo not.\n\nValueError: no wind", "no wind\n\nDo not.", [(1, 4), (5, 6)]),
        (
            "ValueError: no wind in it\nup\nFAILED t.py::a - ValueError: no wind i...",
            "no wind in it",
            [(1, 2), (3, 4)],
        ),
        ("TypeError: no wind\nup\n    at f (/a/b.js:3:4)", "no wind", [(1, 4)]),
        ("ValueError: no wind", "no wind", [(1, 2)]),
    ],
    ids=["sooner", "further down", "one copy is the end", "a copy of one line", "frames below", "as it was"],
)
def test_an_event_ends_where_its_message_does(text: str, message: str, places: list[tuple[int, int]]) -> None:
    """Its lines go with it, within the paste, and never above where it begins."""
    paste = read(text)
    ended = ending_at(paste.events[0], len(message), paste.source)
    assert ended.message is not None
    assert ended.message.text == message
    assert list(ended.places) == places
