"""Text for people: nothing unsafe reaches a terminal, nothing is lost in a pipe."""

from __future__ import annotations

import io
import json
import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.commands.terminal import NARROWEST, Output, json_text, one_line, visible, wants_colour

ANY_TEXT = st.text(st.characters(), max_size=200)  # surrogates included
UNSAFE_CATEGORIES = {"Cc", "Cs", "Zl", "Zp"}
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
BIDI = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class Screen(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """It is."""
        return True


@pytest.fixture(autouse=True)
def _a_terminal_of_80_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Colours and width are those of the test, not of whoever runs it."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "xterm-256color")
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain ü 漢 👩‍👧\n\tx", "plain ü 漢 👩‍👧\n\tx"),
        ("a\r\nb", "a\nb"),
        ("a\rb", "a\\x0db"),
        ("\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m"),
        ("\x1b]8;;http://evil\x07click", "\\x1b]8;;http://evil\\x07click"),
        ("\x9b31m\x9d0;title\x9c", "\\x9b31m\\x9d0;title\\x9c"),
        ("user\u202egnp.exe", "user\\u202egnp.exe"),
        ("a\u2066b\u2069\u200f\ufeff\u200b", "a\\u2066b\\u2069\\u200f\\ufeff\\u200b"),
        ("\ud800", "\\ud800"),
        ("\U000e0041", "\\U000e0041"),
        ("\x00\x7f", "\\x00\\x7f"),
    ],
)
def test_unsafe_characters_are_made_visible(text: str, shown: str) -> None:
    """Each control, escape and bidi character is written as its escape."""
    assert visible(text) == shown


@given(ANY_TEXT)
def test_visible_text_is_safe(text: str) -> None:
    """Whatever the text, the result has no control, surrogate or bidi character but line feed and tab."""
    for char in visible(text):
        assert char in "\n\t" or (unicodedata.category(char) not in UNSAFE_CATEGORIES and char not in BIDI)


@given(st.recursive(ANY_TEXT, lambda inner: st.lists(inner) | st.dictionaries(ANY_TEXT, inner), max_leaves=5))
def test_json_is_safe_and_reads_back(value: object) -> None:
    """JSON for stdout holds nothing unsafe and reads back as the same value."""
    text = json_text(value)
    assert json.loads(text) == value
    assert visible(text) == text
    assert "\t" not in text


def test_one_line_cuts_and_joins() -> None:
    """White space becomes one blank, and a long line ends in an ellipsis at the limit."""
    assert one_line(" a\n\n b\tc ") == "a b c"
    assert one_line("abcdef", 4) == "abc…"
    assert one_line("abcd", 4) == "abcd"


def drawn(screen: bool, width: int = 80) -> tuple[Output, io.StringIO]:
    """An output and what it wrote."""
    stream = Screen() if screen else io.StringIO()
    return Output(stream, width=width), stream


def test_prose_wraps_between_words_on_a_terminal() -> None:
    """Words keep within the width, further lines stand under the text after the bullet."""
    out, stream = drawn(screen=True, width=30)
    out.prose("one two three four five six seven eight", indent=2, first="1. ")
    lines = [
        line.rstrip() for line in stream.getvalue().replace("\x1b[2m", "").replace("\x1b[0m", "").splitlines()
    ]
    assert lines == ["  1. one two three four five", "     six seven eight"]


def test_long_words_are_never_broken() -> None:
    """A path or address that is wider than the terminal stays whole, so that it can be copied."""
    out, stream = drawn(screen=True, width=NARROWEST)
    address = "https://example.org/" + "a" * 90
    out.prose("see", address, indent=2)
    out.code(address)
    assert stream.getvalue().count(address) == 2


def test_a_pipe_gets_one_line_a_paragraph() -> None:
    """Nothing is wrapped, coloured or cut in a pipe, however long it is."""
    out, stream = drawn(screen=False, width=30)
    words = "word " * 200
    out.prose((words, "bold red"), indent=2)
    out.code("x = 1  # " + "y" * 300 + "\n\n\tz", path="a.py")
    assert stream.getvalue() == f"  {words.rstrip()}\n  x = 1  # {'y' * 300}\n\n      z\n"


def test_code_keeps_its_lines_on_a_terminal() -> None:
    """Code is coloured but neither wrapped nor cut, and markup in it means nothing."""
    out, stream = drawn(screen=True, width=30)
    code = "def f():\n    return '[bold]" + "x" * 100 + ":smile:'\n"
    out.code(code, path="a.py")
    text = stream.getvalue()
    assert "\x1b[" in text
    assert COLOUR.sub("", text) == "".join(f"  {line}\n" for line in code.rstrip("\n").split("\n"))


@pytest.mark.parametrize(
    ("variables", "screen", "coloured"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"TERM": "dumb"}, True, False),
        ({"FORCE_COLOR": "1"}, False, False),
    ],
)
def test_colour_is_for_willing_terminals(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], screen: bool, coloured: bool
) -> None:
    """Escape sequences are written to a terminal only, and neither to a dumb one nor against NO_COLOR."""
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    out, stream = drawn(screen=screen)
    out.heading("Title")
    out.prose(("x", "red"), "y")
    out.code("z = 1", path="a.py")
    assert wants_colour(stream) is coloured
    assert ("\x1b" in stream.getvalue()) is coloured


@given(ANY_TEXT)
def test_a_terminal_gets_our_escapes_only(text: str) -> None:
    """Of a hostile text no escape sequence survives; those written are colours that we chose."""
    stream = Screen()
    out = Output(stream, width=40)
    out.prose((text, "bold"), text, indent=2, first="• ")
    out.code(text, path="a.py")
    without_colours = COLOUR.sub("", stream.getvalue())
    assert visible(without_colours) == without_colours
