"""Which lines of a paste are shown beside its answer, and how."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import settings as trials
from hypothesis import strategies as st

from app.domain.answer import EventAnswer, Match, Span, Tier
from app.domain.redact import redact
from app.web.agreement import Piece, agreement, message_html
from app.web.paste_echo import PasteEcho
from app.web.paste_view import Gap, PasteLine, PasteView, paste_view
from tests.web.html_document import parse


def _event(start: int, end: int, span: Span | None = None, index: int = 0) -> EventAnswer:
    match = Match(
        id="0" * 16,
        title="t",
        slug="t",
        repo="a/b",
        file_path="x.py",
        line_number=1,
        url="/e",
        tier=Tier.EXACT,
        score=0.9,
        confidence="high",
        span=span,
    )
    return EventAnswer(
        index=index,
        start_line=start,
        end_line=end,
        lines=[(start, end)],
        status="known",
        matches=[match] if span else [],
    )


def _shape(view: PasteView) -> list[int | str]:
    return [
        part.number if isinstance(part, PasteLine) else f"{part.lines}{' unread' if part.unread else ''}"
        for part in view.parts
    ]


def _text(line: PasteLine) -> str:
    return parse(str(line.html)).text


@given(
    st.integers(1, 2_000),
    st.lists(st.tuples(st.integers(1, 2_000), st.integers(1, 80)), max_size=8),
    st.integers(0, 120),
)
@trials(max_examples=80, deadline=None)
def test_every_line_is_shown_or_counted(count: int, places: list[tuple[int, int]], width: int) -> None:
    """Shown lines are in order and read as pasted; with those that gaps count they are all there are."""
    text = "\n".join(f"{number} {'x' * width}" for number in range(1, count + 1))
    events = [
        _event(start, min(start + length, count + 1), index=index)
        for index, (start, length) in enumerate(places)
        if start <= count
    ]
    view = paste_view(events, PasteEcho(text))
    at = 1
    for part in view.parts:
        if isinstance(part, Gap):
            assert part.lines > 0
            at += part.lines
        else:
            assert part.number == at
            assert _text(part) == f"{at} {'x' * width}"
            at += 1
    assert at == count + 1
    assert sum(len(_text(part)) for part in view.parts if isinstance(part, PasteLine)) <= 11_200
    if events and width < 60:
        shown = {part.number for part in view.parts if isinstance(part, PasteLine)}
        assert events[0].end_line - 1 in shown


def test_lines_round_an_error_of_a_long_log() -> None:
    """The first lines of the log, some before the error, its first and last ones, and some after it."""
    text = "\n".join(f"line {number}" for number in range(1, 1001))
    span = Span(start_line=599, start_column=6, end_line=599, end_column=9)
    view = paste_view([_event(500, 600, span)], PasteEcho(text))
    assert _shape(view) == [1, 2, 3, "493", *range(497, 502), "82", *range(584, 603), "398"]
    hit = next(part for part in view.parts if isinstance(part, PasteLine) and part.kind == "hit")
    assert hit.number == 599
    assert str(hit.html) == 'line <mark class="hit">599</mark>'


@pytest.mark.parametrize(
    ("error_class", "lines", "marked"),
    [
        ("ValueError", ["Traceback:", "  raise ValueError(", "ValueError: one", "  two", "  three"], 3),
        ("ValueError", ["[rank0]:   raise ValueError(x)", "[rank0]: ValueError: one", "[rank0]: two"], 2),
        ("ValueError", ["E   except ValueError:", "E   pkg.deep.ValueError: one", "E   two"], 2),
        ("pkg.deep.Odd", ["INFO Odd: one", "Odd: one", "two"], 2),
        ("Odd", ["x", "\x1b[1;31mOdd\x1b[0m: one", "two"], 2),
        ("Odd", ["  File x, line 1", "pkg.Odd  ", ""], 2),
        ("Odd", ["VeryOdd: one", "OddError: two", "three"], 3),
        (None, ["one", "two"], 2),
    ],
)
def test_the_line_with_the_class_is_marked(error_class: str | None, lines: list[str], marked: int) -> None:
    """Of an error that nothing matched: where its message begins, however many lines that has; else its last line."""
    event = _event(1, len(lines) + 1).model_copy(update={"error_class": error_class})
    view = paste_view([event], PasteEcho("\n".join(lines) + "\n"))
    assert [part.number for part in view.parts if isinstance(part, PasteLine) and part.kind == "hit"] == [
        marked
    ]


def test_the_beginning_of_a_long_message_is_shown() -> None:
    """It stands neither at the head nor at the tail of its event, and is marked in each place where that stands."""
    one = ["Traceback:", *["  frame"] * 40, "Odd: it", *["  goes on"] * 60]
    text = "\n".join(["log", *one, *["noise"] * 200, *one, "end"])
    event = _event(2, 104).model_copy(update={"error_class": "Odd", "lines": [(2, 104), (304, 406)]})
    shown = [part for part in paste_view([event], PasteEcho(text)).parts if isinstance(part, PasteLine)]
    assert [(part.number, part.kind) for part in shown if part.kind == "hit"] == [(43, "hit")]
    assert {2, 3, 43, 103} <= {part.number for part in shown}


def test_what_was_not_looked_at_is_told_apart() -> None:
    """Where the middle of a paste was cut out, its gap says so, between those that were only left out here."""
    text = "a\n" * 300 + "\n" * 5_000 + "b\n" * 200 + "E: x\n"
    view = paste_view([_event(5_501, 5_502)], PasteEcho(text), clipped=True)
    assert _shape(view) == [1, 2, 3, "297", "5000 unread", "197", 5498, 5499, 5500, 5501]


@pytest.mark.parametrize(
    ("line", "start", "end", "shown"),
    [
        ("x" * 3_000, 0, 0, "x" * 400 + " … 2,600 more characters"),
        (
            "x" * 1_000 + "HERE" + "x" * 1_000,
            1_001,
            1_005,
            "… " + "x" * 80 + "[HERE]" + "x" * 316 + " … 684 more characters",
        ),
        ("E: \x1b[31mred\x1b[0m \x1b]8;;x\x07y", 4, 12, "E: [red]⟨U+001B⟩[0m y"),
        ("E: a\rb \u202e<b>", 4, 5, "E: [a]␍b ⟨U+202E⟩<b>"),
    ],
)
def test_lines_are_cut_and_cleaned(line: str, start: int, end: int, shown: str) -> None:
    """Of a very long line the part round the match is shown; colours go, other unseen characters are drawn."""
    span = Span(start_line=1, start_column=start, end_line=1, end_column=end) if end else None
    part = paste_view([_event(1, 2, span)], PasteEcho(line)).parts[0]
    assert isinstance(part, PasteLine)
    drawn = re.sub(r"<mark[^>]*>(.*?)</mark>", r"[\1]", str(part.html))
    if "\x1b" not in line:
        assert parse(drawn).text == shown
    assert "\x1b" not in _text(part)
    assert "\u202e" not in _text(part)


def test_a_redacted_line_is_marked_whole() -> None:
    """Where redaction changed a line its columns no longer count, so no words of it are marked as matching."""
    text = "E: password=hunter2hunter2 is wrong"
    span = Span(start_line=1, start_column=4, end_line=1, end_column=20)
    view = paste_view([_event(1, 2, span)], PasteEcho(text))
    (line,) = view.parts
    assert isinstance(line, PasteLine)
    assert "<mark" not in line.html
    assert '<span class="redacted">[redacted:' in line.html
    assert "hunter2" not in line.html
    assert view.hidden == [(redact(text).found[0].rule, 1)]


@pytest.mark.parametrize(
    ("template", "message", "captures", "pieces"),
    [
        (
            "got T={T}, N={N}",
            "got T=17, N=4",
            {"T": "17", "N": "4"},
            ["same:got T=", "value:17", "same:, N=", "value:4"],
        ),
        (
            "does not support dp attention.",
            "cannot support DP attention mode.",
            {},
            ["other:cannot ", "same:support DP attention", "other: mode", "other:."],
        ),
        ("no {name!r} here", "job: no 'x' here (again)", {"name!r": "'x'"}, None),
        (None, "anything", {}, ["other:anything"]),
        ("words", "", {}, []),
        ("x {a} y", "x  y", {"a": ""}, ["same:x", "other:  ", "same:y"]),
    ],
)
def test_agreement(
    template: str | None, message: str, captures: dict[str, str], pieces: list[str] | None
) -> None:
    """Words that both messages have are the same, what was captured is a value with its name, the rest is neither."""
    found = agreement(template, message, captures)
    if pieces is not None:
        assert [f"{piece.kind}:{piece.text}" for piece in found] == pieces
    else:
        assert Piece("'x'", "value", "name!r") in found
        assert found[0] == Piece("job: ", "other")


@given(
    st.text(max_size=200), st.text(max_size=200), st.dictionaries(st.text(max_size=5), st.text(max_size=5))
)
@trials(max_examples=200, deadline=None)
def test_agreement_keeps_the_message(template: str, message: str, captures: dict[str, str]) -> None:
    """The pieces joined are the message, and no markup of it gets through."""
    found = agreement(template, message, captures)
    assert "".join(piece.text for piece in found) == message
    assert len(parse(str(message_html(found))).all("script")) == 0


def test_a_long_message_is_shown_without_marks() -> None:
    """Past some hundred words a message is not aligned, which would take long."""
    message = "word " * 10_000
    assert agreement("word " * 10, message, {}) == [Piece(message, "other")]
