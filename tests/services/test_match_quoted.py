"""Errors that a title names, that a sentence quotes, or that a line only announces, through the match service."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.config import Settings
from app.domain.answer import Tier
from app.services.wiring import Services, build
from tests.services.ingesting import a_file, an_envelope, kite_services

LONG = "No wind is left for the kites of this valley. Wait for the evening, or carry them to the shore."
RECORDS = [
    (LONG, "WindError"),
    ("Found kites with inconsistent numbers of lines: {counts}", "LineError"),
    ("This {name} kite is not built yet. Call 'build' with a frame before using this kite.", "NotBuiltError"),
    ("The kite master died: {traceback}", None),
    ("the string is torn", "TornError"),
]
TRACE = 'Traceback (most recent call last):\n  File "/v/site-packages/kite/wind.py", line {line}, in {function}\n    {source}\n'


@pytest.fixture
def services(settings: Settings) -> Iterator[Services]:
    """Services with records of a made-up package."""
    with kite_services(settings, *RECORDS) as built:
        yield built


@pytest.mark.parametrize(
    ("paste", "number", "tier"),
    [
        ("# 报错：No wind is left for the kites of this valley\n\nwhat now?\n\nthanks", 1, Tier.TRUNCATED),
        (
            "# chapter 2 Found kites with inconsistent numbers of lines:\n\nwhile flying\n\nit fell",
            2,
            Tier.TRUNCATED,
        ),
        (
            '# [CI] the test fails due to "No wind is left for the kites of this valley" in our valley\n\nsee there',
            1,
            Tier.TRUNCATED,
        ),
        (
            "I fly it\n\nand get `No wind is left for the kites of this valley` all day\n\nwhy?",
            1,
            Tier.TRUNCATED,
        ),
        (
            "I fly it\n\nand it says `This red kite is not built yet. Call 'build' with a frame before using this toy.` again\n\nwhy?",
            3,
            Tier.FUZZY,
        ),
    ],
)
def test_a_title_or_a_quotation_is_the_beginning_of_a_message(
    services: Services, paste: str, number: int, tier: Tier
) -> None:
    """Without a class and without frames: what somebody asks about."""
    best = services.match.match(paste).best_match()
    assert best is not None and (best.id, best.tier) == (f"{number:016x}", tier)


@pytest.mark.parametrize(
    "paste",
    [
        "# How do I fly the kites of this valley\n\nplease tell",
        "I click on `Call the shore of this valley` and\n\nit works",
        '# "No wind is left"\n\nhm',
        'I fly it\n\nand it says "No wind is" again\n\nwhy?',
        # A guide that says how messages should read.
        (
            'Write like this:\n\n- "No wind is left for the kites."\n- "The line is torn."\n- "Wait for the tide."\n\n'
            'and never:\n\n- "Something was not right"\n- "Please try again later"'
        ),
    ],
)
def test_other_titles_and_quotations_are_no_errors(services: Services, paste: str) -> None:
    """A word or two in common say nothing."""
    assert services.match.match(paste).best is None


def test_a_traceback_comes_before_what_a_title_quotes(services: Services) -> None:
    """Where the paste has the error itself, nobody needs what is said about it."""
    paste = (
        '# it fails with "No wind is left for the kites of this valley"\n\n'
        + TRACE.format(line=50, function="pull", source="raise TornError(text)")
        + "TornError: the string is torn"
    )
    best = services.match.match(paste).best_match()
    assert best is not None and best.id == f"{5:016x}"


@pytest.mark.parametrize("dress", ["", ">[12:00:01] ", "kite 3 | "])
def test_a_line_that_announces_a_traceback_is_no_answer(services: Services, dress: str) -> None:
    """The traceback is what it speaks of, also where the paste ends in it."""
    cut = f'# [Bug] LineError: nobody knows this\n\n{dress}The kite master died: Traceback (most recent call last):\n  File "/r'
    assert services.match.match(cut).best is None


def test_a_message_of_a_class_above_a_cut_traceback_is_an_answer(services: Services) -> None:
    """It is what was raised, and announces nothing."""
    cut = LONG + '\nTraceback (most recent call last):\n  File "/srv/fly.py", line 3, in main\n    fly()'
    best = services.match.match(cut).best_match()
    assert best is not None and best.id == f"{1:016x}"


def test_a_paste_that_ends_with_the_raising_line_has_the_sites_of_its_function(settings: Settings) -> None:
    """However many other sites of the file are nearer to a line of another release."""
    built = build(settings)
    places = [(number, "turn", "TurnError") for number in range(1, 9)] + [(9, "Kite.pull", "TornError")]
    envelopes = [
        an_envelope(
            number,
            errdex={"function": function},
            repo="acme/kite",
            slug="",
            filePath="src/kite/wind.py",
            lineNumber=10 * number,
            errorMessage=f"it is the {number}th error",
            messagePattern=f"it is the {number}th error",
            errorClass=name,
        )
        for number, function, name in places
    ]
    assert not built.ingest.ingest([a_file(*envelopes)]).faults
    cut = TRACE.format(line=12, function="pull", source="raise TornError(text)")
    best = built.match.match(cut).best_match()
    assert best is not None and best.id == f"{9:016x}"
    built.close()
