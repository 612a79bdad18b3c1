"""The measurement of accuracy: what it pastes, and how it judges an answer."""

from __future__ import annotations

import gzip
import json
import random
import sys
import traceback
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.answer import Answer, Best
from app.domain.events import read
from app.extract.model import Origin
from bench.accuracy.baselines import compared
from bench.accuracy.cases import Case
from bench.accuracy.damage import cut, logged, two_words_changed, wrapped
from bench.accuracy.judging import judge
from bench.accuracy.packages import Package, Reading
from bench.accuracy.sites import Site, _older, _site, words_in
from bench.accuracy.tracebacks import error_line, look, traceback_of
from bench.accuracy.values import message_of
from tests.services.answers import a_match, an_event

SITE = Site(
    id="d7326ee57f8a95e6",
    package="acme",
    error_class="CapacityError",
    template="Pool {name!r} cannot grow past {limit} slots",
    module="acme/pool.py",
    line=5,
    function="Pool.grow",
    http_status=None,
    cluster=7,
    source=(
        "    def grow(self, size):",
        "        if size > self.limit:",
        "            raise CapacityError(",
        '                f"Pool {self.name!r} cannot grow past {self.limit} slots"',
        "            )",
    ),
    source_start=3,
    defined_in="acme.errors",
)
MESSAGE = "Pool 'blue' cannot grow past 16 slots"
CASE = Case(
    "last-line",
    "acme",
    "held out",
    SITE.id,
    7,
    5,
    "CapacityError",
    MESSAGE,
    f"acme.errors.CapacityError: {MESSAGE}",
)


@pytest.mark.parametrize(
    ("text", "width", "expected"),
    [("short", 60, None), ("a" * 61, 60, "a" * 60), ("one two three", 8, "one two"), ("abcdef", 6, None)],
)
def test_a_text_is_cut_only_where_it_is_longer(text: str, width: int, expected: str | None) -> None:
    """Cutting keeps the first characters, without blanks at the end; where nothing is lost there is no case."""
    assert cut(text, width) == expected


def test_a_wrapped_text_is_the_same_without_its_breaks() -> None:
    """Wrapping adds line breaks at the width, in the middle of words too, and nothing else."""
    folded = wrapped(f"{MESSAGE}\nsecond line", 10)
    assert folded is not None
    assert folded.replace("\n", "") == f"{MESSAGE}second line"
    assert max(map(len, folded.split("\n"))) == 10
    assert wrapped("short\nlines", 10) is None


@pytest.mark.parametrize("seed", range(20))
def test_two_words_are_changed_and_no_more(seed: int) -> None:
    """Of the words of a text two at the most are no longer there."""
    text = "the quick brown fox jumps over one lazy sleeping dog"
    changed = two_words_changed(text, ["purple"], random.Random(seed))
    assert changed is not None
    assert changed != text
    assert 1 <= len(set(text.split()) - set(changed.split())) <= 2


def test_a_short_text_is_not_retyped() -> None:
    """Two changed words of three leave nothing that could be recognised."""
    assert two_words_changed("index not found", ["purple"], random.Random(1)) is None


def test_values_take_the_place_of_interpolations() -> None:
    """A message holds the template's own text, and a value that suits what stands between the braces."""
    message = message_of("expected {len(names)} names in {config_path!r}, got %d%%", random.Random(3))
    assert message.startswith("expected ")
    number, _, rest = message.removeprefix("expected ").partition(" names in ")
    assert number.isdigit()
    assert rest.startswith("'")
    assert "{" not in rest


def test_the_last_line_is_the_one_that_python_prints() -> None:
    """Class and message are printed as CPython prints them: built-in classes without a module, a KeyError's repr."""
    assert error_line(SITE, MESSAGE) == f"acme.errors.CapacityError: {MESSAGE}"
    key_error = replace(SITE, error_class="KeyError", defined_in="")
    assert (
        error_line(key_error, "no 'x'")
        == "".join(traceback.format_exception_only(KeyError("no 'x'"))).strip()
    )
    bare = replace(SITE, error_class="ValueError", defined_in="")
    assert error_line(bare, None) == "".join(traceback.format_exception_only(ValueError())).strip()


@pytest.mark.parametrize("seed", range(30))
def test_a_generated_traceback_reads_as_one(seed: int) -> None:
    """Whatever machine is drawn, the reader finds one event with the class, the message and the raising frame."""
    chooser = random.Random(seed)
    paste = traceback_of(SITE, error_line(SITE, MESSAGE), [SITE], chooser, look(chooser, "acme"), drift=2)
    (event,) = read(paste).events
    assert event.error_class == "acme.errors.CapacityError"
    assert event.message is not None
    assert event.message.text == MESSAGE
    frame = event.frames[-1]
    assert frame.file.replace("\\", "/").endswith("acme/pool.py")
    assert (frame.line, frame.function) == (7, "grow")


def test_a_logged_text_stands_in_one_line() -> None:
    """A log line holds the text as it is."""
    for seed in range(20):
        line = logged(MESSAGE, "acme/pool.py", random.Random(seed))
        assert line.endswith(MESSAGE)
        assert "\n" not in line


def test_words_of_values_do_not_count() -> None:
    """Only what the program prints whatever the values is counted."""
    assert words_in("Pool {name!r} cannot grow past {limit} slots") == 5
    assert words_in("{error}") == words_in(None) == 0


def answer(*ids: str, best: str | None, ambiguous: bool = False, scores: tuple[float, ...] = ()) -> Answer:
    """Return an answer with these matches."""
    matches = [
        a_match(id=one, score=score) for one, score in zip(ids, scores or (0.95,) * len(ids), strict=True)
    ]
    named = None if best is None else Best(event=0, id=best, ambiguous=ambiguous)
    return Answer(revision=1, events=[an_event(matches=matches)], best=named)


WANTED, OTHER = SITE.id, "0123456789abcdef"


@pytest.mark.parametrize(
    ("given", "outcome"),
    [
        (answer(WANTED, OTHER, best=WANTED), "right"),
        (answer(WANTED, OTHER, best=WANTED, ambiguous=True), "right"),
        (answer(OTHER, WANTED, best=OTHER, ambiguous=True), "ambiguous"),
        (answer(OTHER, WANTED, best=OTHER, ambiguous=True, scores=(0.95, 0.8)), "wrong"),
        (answer(OTHER, WANTED, best=OTHER), "wrong"),
        (answer(OTHER, best=OTHER), "wrong"),
        (answer(WANTED, best=None), "silent"),
        (Answer(revision=1), "silent"),
    ],
    ids=[
        "best",
        "best of equals",
        "one of equals",
        "behind equals",
        "second",
        "absent",
        "no best",
        "nothing",
    ],
)
def test_an_answer_is_judged(given: Answer, outcome: str) -> None:
    """Only the record itself is right; an ambiguous answer counts where nothing separates the record from the first."""
    assert judge(CASE, given, {WANTED: 7, OTHER: 7}).outcome == outcome


def test_any_best_is_false_where_no_record_is_right() -> None:
    """A paste of an error that the base does not have wants no `best`."""
    foreign = replace(CASE, wanted="", cluster=None)
    assert judge(foreign, answer(OTHER, best=OTHER), {OTHER: 7}).outcome == "wrong"
    assert judge(foreign, answer(OTHER, best=OTHER, ambiguous=True), {OTHER: 7}).outcome == "wrong"
    assert judge(foreign, answer(OTHER, best=None), {OTHER: 7}).outcome == "silent"


def test_each_baseline_finds_a_whole_message(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them name the record of a message that stands as the template says, and the regexes only then."""
    other = replace(SITE, id=OTHER, template="The kettle {name} boils over its rim too soon", line=90)
    twin = replace(SITE, id="ffffffffffffffff", error_class="ValueError", line=50)
    monkeypatch.setitem(sys.modules, "hyperscan", None)  # it is no part of the environment of the tests
    damaged = replace(CASE, message="Pool 'blue' can not grow past 16 slots")
    found = compared([CASE, replace(CASE, error_class=None), damaged], [SITE, other, twin])
    assert {name: [one.outcome for one in each] for name, each in found.items()} == {
        "literal": ["right", "ambiguous", "silent"],
        "bm25": ["right", "ambiguous", "right"],
        "rapidfuzz": ["right", "ambiguous", "right"],
    }


def draft(template: str, function: str, line: int, when: str | None) -> dict[str, object]:
    """Return a site as extraction drafts it."""
    record = {
        "errorClass": "ValueError",
        "errorMessage": template,
        "filePath": "acme/pool.py",
        "lineNumber": line,
        "httpStatus": None,
        "sourceCode": f"raise ValueError({template!r})",
        "sourceCodeStart": line,
        "triggerScenarios": when,
    }
    return {"record": record, "errdex": {"function": function}}


def reading(folder: Path, name: str, *drafts: dict[str, object]) -> Reading:
    """Return a release that holds these sites."""
    file = folder / f"{name}.jsonl.gz"
    with gzip.open(file, "wt", encoding="utf-8") as out:
        out.writelines(json.dumps(one) + "\n" for one in drafts)
    return Reading(Origin("acme/pool", "acme", name), file, {})


def test_older_sites_are_paired_with_the_records_that_they_are(tmp_path: Path) -> None:
    """Equal wording pairs by text; other wording where one site of the function stands under these conditions, and only then."""
    full = "Raised in `grow` when `size > limit`. Parameters involved: `size`."
    twice = "Raised in `put` when `item` is None."
    before = reading(
        tmp_path,
        "1.0",
        draft("the pool is empty", "take", 10, "Raised in `take` when `items` is empty."),
        draft("pool is full", "grow", 20, full),
        draft("no item", "put", 30, twice),
        draft("nothing given", "put", 32, twice),
        draft("what is this", "look", 40, None),
    )
    after = reading(
        tmp_path,
        "2.0",
        draft("the pool is empty", "take", 15, "Raised in `take` when `items` is empty."),
        draft("Pool cannot grow past {limit} slots", "grow", 25, full.replace("`size`.", "`size`, `limit`.")),
        draft("an item is needed", "put", 35, twice),
        draft("something is needed", "put", 37, twice),
        draft("what is that", "look", 45, None),
    )
    records = [replace(_site(one, after), id=f"{at:016x}") for at, one in enumerate(after.drafts())]
    same, reworded = _older(records, before, after, Package("acme", "2.0", "1.0", "held out"))
    assert [(one.template, one.line, one.id) for one in same] == [("the pool is empty", 10, records[0].id)]
    assert [(one.template, one.line, one.id) for one in reworded] == [("pool is full", 20, records[1].id)]


@pytest.mark.parametrize(
    ("template", "own"),
    [
        ("{cls.__name__!r} object has no attribute {item!r}", True),
        ("list index out of range", True),
        ("No module named %r", True),
        ("{cls.__name__!r} object has no column {item!r}", False),
        ("index {i} is out of range of the frame", False),
    ],
)
def test_messages_of_the_interpreter_are_known(template: str, own: bool) -> None:
    """What Python says by itself, in the same words, is nobody's message without frames."""
    assert replace(SITE, template=template).pythons_own is own


def test_a_choice_between_two_texts_prints_one_of_them() -> None:
    """An interpolation that chooses between two texts prints nothing else."""
    template = """{count} error{"" if count == 1 else "s"} found"""
    endings = {message_of(template, random.Random(seed)).partition(" ")[2] for seed in range(20)}
    assert endings == {"error found", "errors found"}
