"""The index against a full scan over real patterns: those of the packages that the tests themselves need."""

from __future__ import annotations

import random
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from app.domain.keys import choose, text_keys, words_of
from app.domain.matching import Candidate, find_all
from app.domain.patterns import analyse, compile_pattern
from app.domain.templates import Interpolation, parse_template, pattern_of_template
from app.extract.model import SourceFile
from app.extract.sites import read_sites
from tests.domain.reference import candidate
from tests.domain.test_ordered import by_engine

PACKAGES = (
    "sqlalchemy",
    "pydantic",
    "hypothesis",
    "alembic",
    "werkzeug",
    "jsonschema",
    "starlette",
    "click",
    "_pytest",
)
VALUES = ("", "17", "'a b'", "(3, 4)", "<object at 0x7f>", "no such key", "x\ny")
# Real lines of logs have words of errors in them.
NOISE = (
    "INFO: connection to the server was closed, expected 3 arguments, got 4",
    "  warning: invalid value for option of type 'str' is not a valid argument",
    "test_model.py::test_config PASSED [ 12%]",
)


@pytest.fixture(scope="module")
def templates() -> list[str]:
    """The templates of all raise sites of these packages."""
    found: dict[str, None] = {}
    for path in _files():
        for site in read_sites(SourceFile(path.name, path.read_bytes())).sites:
            if site.template and site.template.strip():
                found[site.template] = None
    assert len(found) > 1500
    return list(found)


def _files() -> Iterator[Path]:
    for name in PACKAGES:
        spec = find_spec(name)
        assert spec is not None and spec.origin is not None
        yield from sorted(Path(spec.origin).parent.rglob("*.py"))


@pytest.fixture(scope="module")
def texts(templates: list[str]) -> list[str]:
    """Messages as these packages print them: whole, within a line, wrapped, cut; and lines that are none."""
    chooser = random.Random(7)
    made = list(NOISE)
    for template in chooser.sample(templates, 150):
        message = "".join(
            chooser.choice(VALUES) if isinstance(part, Interpolation) else part
            for part in parse_template(template)
        )
        made.append(
            chooser.choice(
                [
                    message,
                    f"boot failed: {message}!",
                    message.replace(" ", "\n  ", 2),
                    message[: len(message) // 2],
                ]
            )
        )
    return made


def test_the_index_is_a_full_scan(templates: list[str], texts: list[str]) -> None:
    """Keys chosen as ingest chooses them, by the words that came before, bring every hit; exact, contained and repeated."""
    counts: dict[str, int] = {}
    by_key: dict[str, list[Candidate]] = {}
    everything: list[Candidate] = []
    for index, pattern in enumerate(dict.fromkeys(map(pattern_of_template, templates))):
        facts = analyse(pattern)
        assert facts.problem is None
        for word in facts.vocabulary:
            counts[word] = counts.get(word, 0) + 1
        if facts.anchors:
            one = candidate(index, pattern)
            everything.append(one)
            for anchor in facts.anchors:
                by_key.setdefault(choose(anchor, counts), []).append(one)
    brought = 0
    for text in texts:
        near = {one.pattern_id: one for key in text_keys(words_of(text)) for one in by_key.get(key, ())}
        brought += len(near)
        for repeats in (False, True):
            scanned = {hit.candidate.pattern_id for hit in find_all(text, everything, repeats=repeats)}
            found = {hit.candidate.pattern_id for hit in find_all(text, near.values(), repeats=repeats)}
            assert found == scanned, text
    assert brought < len(texts) * len(everything) / 50


def test_ordered_search_agrees_with_the_engine(templates: list[str], texts: list[str]) -> None:
    """Each real pattern against a few real messages, its own kind among them: RE2's places and captures."""
    chooser = random.Random(11)
    for template in chooser.sample(templates, 400):
        pattern = pattern_of_template(template)
        compiled = compile_pattern(pattern)
        message = "".join(
            chooser.choice(VALUES) if isinstance(part, Interpolation) else part
            for part in parse_template(template)
        )
        for text in (f"x {message}", chooser.choice(texts)):
            found = compiled.find(text)
            wanted = by_engine(pattern, text, 0, whole=True) or by_engine(pattern, text, 0, whole=False)
            assert (found and (found.start, found.end, found.groups)) == (
                wanted and (wanted.start, wanted.end, wanted.groups)
            ), pattern
