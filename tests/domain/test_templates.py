"""Templates: which parts are interpolations, and the pattern they give."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.patterns import own_message_matches
from app.domain.templates import Interpolation, escape, interpolations, parse_template, pattern_of_template

ROOT = Path(__file__).parents[2]
CASES = [
    ("got {ragged_mode.value!r}).", r"got (.*?)\)\.", ["ragged_mode.value!r"]),
    ("T={T}, N={N}", "T=(.*?), N=(.*)", ["T", "N"]),
    ("{x}", "(.*)", ["x"]),
    ("{a}{b}!", "(.*?)(.*?)!", ["a", "b"]),
    ("{}: {0} {name} {x:d} {x!r:^10}", "(.*?): (.*?) (.*?) (.*?) (.*)", ["", "0", "name", "x:d", "x!r:^10"]),
    ("{:d} {!r}", "(.*?) (.*)", ["", ""]),
    ("""{d['a}']["b"]:>{w}} end""", "(.*?) end", ["""d['a}']["b"]:>{w}"""]),
    ("{', '.join(names)}.", r"(.*?)\.", ["', '.join(names)"]),
    ("{f({'a': 1}, [x])}.", r"(.*?)\.", ["f({'a': 1}, [x])"]),
    ("{x:'>10} b", "(.*?) b", ["x:'>10"]),
    ("{a!=b} c", "(.*?) c", ["a!=b"]),
    ("{\n  value\n}.", r"(.*?)\.", ["\n  value\n"]),
    ("{größe} zu groß", "(.*?) zu groß", ["größe"]),
    # Braces that are text.
    ("", "", []),
    ("{ } {", r"\{ \} \{", []),
    ("use {x", r"use \{x", []),
    ("x} {", r"x\} \{", []),
    ("{x)} y", r"\{x\)\} y", []),
    ('{"a": 1}', r'\{"a": 1\}', []),
    ("{'x', 'y'}", r"\{'x', 'y'\}", []),
    ("[a-z]{2,10}", r"\[a-z\]\{2,10\}", []),
    ("{{literal}}", r"\{\{literal\}\}", []),
    ("{{literal}} {x}.", r"\{literal\} (.*?)\.", ["x"]),
    ("{{{x}}}", r"\{(.*?)\}", ["x"]),
    # Percent formatting.
    ("%s is %d", "(.*?) is (.*)", ["", ""]),
    ("%(name)s is %(size)5.1f!", "(.*?) is (.*?)!", ["name", "size"]),
    ("%r %.2f %-10s %+d %#x %08.3f %*d %i.", r"(.*?) (.*?) (.*?) (.*?) (.*?) (.*?) (.*?) (.*?)\.", [""] * 8),
    ("%ds and %sx", "(.*?)s and (.*?)x", ["", ""]),
    ("%.1f%% full", "(.*?)% full", [""]),
    ('{"a": %s}', r'\{"a": (.*?)\}', [""]),
    # Percent signs that are text.
    ("100% of", "100% of", []),
    ("50 % done", "50 % done", []),
    ("100% sure", "100% sure", []),
    ("50%off", "50%off", []),
    ("100%% sure", "100%% sure", []),
    ("a%2Fb", "a%2Fb", []),
    ("100%", "100%", []),
    ("% %", "% %", []),
    ("{n}% of {m}.", r"(.*?)% of (.*?)\.", ["n", "m"]),
    # Escapes.
    (r". * + ? ^ $ ( ) | [ ] \ - /", r"\. \* \+ \? \^ \$ \( \) \| \[ \] \\ - /", []),
]


@pytest.mark.parametrize(
    ("template", "pattern", "names"), CASES, ids=[case[0][:30] or "empty" for case in CASES]
)
def test_pattern_and_names(template: str, pattern: str, names: list[str]) -> None:
    """Each interpolation is a wildcard, the last at the end a greedy one; all other text is escaped."""
    assert pattern_of_template(template) == pattern
    assert interpolations(template) == names


PRINTS_BRACES = "c66bb5bf34cc5fd0"
"""The record of `(chose from { {…} })`: its pattern is of the site, where the outer braces are text."""


@pytest.mark.parametrize(
    "path", sorted(ROOT.joinpath("data/records").rglob("*.json")), ids=lambda path: path.stem[-16:]
)
def test_pattern_of_each_bundled_record(path: Path) -> None:
    """The rule gives exactly the messagePattern of every bundled record but one, whose message prints braces."""
    record = json.loads(path.read_text(encoding="utf-8"))["record"]
    if record["id"] == PRINTS_BRACES:
        assert own_message_matches(record["messagePattern"], record["errorMessage"])
        return
    assert pattern_of_template(record["errorMessage"]) == record["messagePattern"]


def test_parts_of_a_template() -> None:
    """Texts are as the program prints them, and interpolations keep their source."""
    assert parse_template("{{a}} {b!r}%") == ["{a} ", Interpolation("{b!r}", "b!r"), "%"]


@given(st.lists(st.text(st.sampled_from("{}%()sd'\" ax0.!:[]"), max_size=6), max_size=8).map("".join))
def test_pattern_matches_what_the_program_prints(template: str) -> None:
    """For any template, the message with any values in it matches the pattern, in whole."""
    parts = parse_template(template)
    message = "".join(part if isinstance(part, str) else "VALUE" for part in parts)
    assert re.fullmatch(pattern_of_template(template), message) is not None
    assert len(interpolations(template)) == sum(not isinstance(part, str) for part in parts)


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
def test_escaped_text_matches_itself(text: str) -> None:
    """An escaped text is a pattern of that text and nothing else."""
    assert re.fullmatch(escape(text), text) is not None
    assert re.fullmatch(escape(text), text + "x") is None


@pytest.mark.parametrize("piece", ["{a", "%(", "%0", "{'", "{([", "%" + "0" * 50, "{", "}"])
def test_hostile_templates_are_read_in_linear_time(piece: str) -> None:
    """A template of nothing but openings is text or wildcards, and takes a bounded number of steps."""
    assert pattern_of_template(piece * 20_000)
