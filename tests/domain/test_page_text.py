"""The text of a record's page: what is read from it, and that what is written is read back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.domain.page_form import BLOCKS, decode_lines, encode_text, quoted, unquoted
from app.domain.page_reader import page_fields
from app.domain.page_text import is_page, read_page, write_page
from app.domain.reading import read_envelopes, shas_of
from app.domain.records import Envelope
from tests.domain.record_strategies import envelopes, texts
from tests.seeds import SEEDS

ROOT = Path(__file__).parents[2]
PAGES = ROOT.joinpath("tests/data/pages")
BUNDLED = list(SEEDS)
FULL_SHA = "0132848349585cfe6aae51c4941cbae872505f8a"
SHAS = {"sgl-project/sglang@0132848349": FULL_SHA}
PAGE_IDS = {"002": "d7326ee57f8a95e6", "004": "9dc9da1ff5ab745f"}


def _page(number: str) -> str:
    return (PAGES / f"{number}.txt").read_text(encoding="utf-8")


def _bundled(record_id: str) -> str:
    (path,) = (path for path in BUNDLED if path.stem.endswith(record_id))
    return path.read_text(encoding="utf-8")


def test_the_commit_is_known_from_the_other_records() -> None:
    """The look-up that the pages are read with comes from the three bundled records that are no pages."""
    others = [json.loads(path.read_text(encoding="utf-8"))["record"] for path in BUNDLED]
    commits = [(one["repo"], one["analyzedSha"]) for one in others if one["id"] not in PAGE_IDS.values()]
    assert len(commits) == 3
    assert shas_of(commits) == SHAS


@pytest.mark.parametrize("number", PAGE_IDS)
def test_a_page_gives_exactly_the_bundled_file(number: str) -> None:
    """The bundled files of both pages are what the reader makes of their text, byte for byte."""
    made = json.dumps(read_page(_page(number), SHAS).wire(), indent=2, ensure_ascii=False) + "\n"
    assert made == _bundled(PAGE_IDS[number])


def test_what_is_shown_and_what_is_derived() -> None:
    """Fields come from the page, the rest by rule, and what it does not show stays null or empty."""
    envelope = read_page(_page("004"), SHAS)
    record = envelope.record
    assert (record.repo, record.severity, record.error_class) == ("sgl-project/sglang", "error", "ValueError")
    assert (record.file_path, record.line_number) == (
        "python/sglang/kernels/ops/kimi_k3/kda_decode_mtp.py",
        997,
    )
    assert (record.source_code_start, record.source_code_end) == (979, 1015)
    assert record.slug == "dspark-kda-mtp-requires-a-fixed-1-num-spec-dense"
    assert record.message_pattern is not None
    assert record.message_pattern.endswith("got T=(.*?), N=(.*)")
    assert record.github_url == (
        f"https://github.com/sgl-project/sglang/blob/{FULL_SHA}/python/sglang/kernels/ops/kimi_k3/kda_decode_mtp.py"
        "#L979-L1015"
    )
    assert record.analyzed_at == "2026-08-28"
    assert len(record.solutions) == 3
    assert record.validation_code == "N = cu_seqlens.numel() - 1\nassert N > 0 and T % N == 0 and T // N >= 1"
    assert record.type_guard is not None
    assert record.type_guard.startswith("def uniform_mtp_batch")
    assert record.try_catch_pattern is None
    assert envelope.errdex.related_titles[-1] == "Unexpected A_log shape: {A_log.shape}; expected numel={HV}"
    unknown = (record.error_code, record.error_type, record.http_status, record.handling_strategy)
    assert unknown == (None,) * 4
    assert (record.prevention_tips, record.tags, record.background_tag) == (None, [], None)
    assert envelope.dataset_version is None


def test_the_window_rule_holds_for_records_that_are_no_pages() -> None:
    """Line minus 18 to the number of code lines is the window of all five bundled records."""
    for path in BUNDLED:
        record = json.loads(path.read_text(encoding="utf-8"))["record"]
        start = max(1, record["lineNumber"] - 18)
        end = start + record["sourceCode"].count("\n")
        assert (record["sourceCodeStart"], record["sourceCodeEnd"]) == (start, end)


@pytest.mark.parametrize("number", PAGE_IDS)
def test_without_the_full_commit_nothing_is_guessed(number: str) -> None:
    """The start of the commit is kept, and there is no link; a commit of another repo does not count."""
    for shas in ({}, {"other/repo@0132848349": FULL_SHA}):
        record = read_page(_page(number), shas).record
        assert (record.analyzed_sha, record.github_url) == ("0132848349", None)


SLOPPY = {
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "CR": lambda text: text.replace("\n", "\r"),
    "blanks at line ends": lambda text: text.replace("\n", " \t\n"),
    "blank lines at both ends": lambda text: f"\n\n  \n{text}\n\n",
    "indented headings": lambda text: text.replace("\nSolutions\n", "\n  Solutions\n"),
    "no blank line under headings": lambda text: text.replace("Solutions\n\n", "Solutions\n").replace(
        "Related errors\n\n", "Related errors\n"
    ),
    "no blank line over headings": lambda text: text.replace("\n\nSolutions", "\nSolutions").replace(
        "\n\nWhen it happens", "\nWhen it happens"
    ),
    "other bullets": lambda text: text.replace("• ", "- "),
    "footer in lines": lambda text: text.replace(". Data as", ".\nData as").replace(". Report", ".\nReport"),
    "absolute address": lambda text: text.replace("/api/errors/", "https://errors.example/api/errors/"),
}


@pytest.mark.parametrize("number", PAGE_IDS)
@pytest.mark.parametrize("change", SLOPPY.values(), ids=SLOPPY)
def test_sloppy_copies_read_the_same(number: str, change: object) -> None:
    """What happens to a page when it is copied about changes nothing that is read."""
    assert callable(change)
    text = change(_page(number))
    assert text != _page(number)
    assert is_page(text)
    assert read_page(text, SHAS) == read_page(_page(number), SHAS)


SECTIONS = {
    "What it means": ("documentation", None),
    "Solutions": ("solutions", []),
    "Example fix": ("example_fix", None),
    "When it happens": ("trigger_scenarios", None),
}


@pytest.mark.parametrize(("heading", "lost"), SECTIONS.items())
def test_a_page_may_lack_a_section(heading: str, lost: tuple[str, object]) -> None:
    """Without one section its field is unknown, and the others are read as before."""
    lines = _page("004").split("\n")
    start = lines.index(heading)
    if heading == "Solutions":
        end = lines.index("Example fix")
    elif heading == "Example fix":
        end = lines.index("N = cu_seqlens.numel() - 1")
    else:
        names = {"What it means": "Source", "When it happens": "Related errors"}
        end = lines.index(names[heading])
    record = read_page("\n".join(lines[:start] + lines[end:]), SHAS).record
    whole = read_page(_page("004"), SHAS).record
    assert getattr(record, lost[0]) == lost[1]
    assert record.validation_code == whole.validation_code
    assert record.type_guard == whole.type_guard
    assert record.source_code == whole.source_code
    assert (record.solutions == whole.solutions) == (heading != "Solutions")


def test_a_page_that_lacks_the_place_is_a_partial_record() -> None:
    """Header and footer alone make a draft that waits for the stored record."""
    lines = _page("002").split("\n")
    (draft,) = read_envelopes("\n".join([*lines[:8], lines[-1]]).encode(), "p").envelopes
    assert (draft.record_id, draft.envelope, draft.page) == (PAGE_IDS["002"], None, True)
    assert draft.lacking == ("filePath", "lineNumber")
    assert set(draft.raw["record"]) >= {
        "repo",
        "severity",
        "errorClass",
        "errorMessage",
        "slug",
        "messagePattern",
    }


def test_a_page_without_footer_gets_an_id_of_its_site() -> None:
    """Without an id the page is a new record, and without header the repo comes from the footer."""
    lines = _page("002").rstrip().split("\n")
    (draft,) = read_envelopes("\n".join(lines[:-1]).encode(), "p").envelopes
    assert draft.envelope is not None
    assert "id" in draft.derived
    assert draft.envelope.record.analyzed_sha == "0132848349"
    (draft,) = read_envelopes("\n".join(lines[1:]).encode(), "p").envelopes
    assert draft.envelope is not None
    assert draft.envelope.record.repo == "sgl-project/sglang"


def test_a_page_without_message_names_its_function() -> None:
    """The title of a site without text tells the function, from which slug and title are made."""
    text = _page("002").replace(
        "\nKimi-K3 DCP + DSPARK currently requires SGLANG_RAGGED_VERIFY\n", "\nValueError in Pool.grow\n"
    )
    start, end = text.index("Error message"), text.index("What it means")
    envelope = read_page(text[:start] + text[end:], SHAS)
    assert (envelope.record.error_message, envelope.record.message_pattern) == (None, None)
    assert (envelope.errdex.function, envelope.record.slug) == ("Pool.grow", "valueerror-in-pool-grow")


def _with_blocks(*blocks: str) -> dict[str, object]:
    lines = _page("002").split("\n")
    start, end = lines.index("Example fix"), lines.index("When it happens")
    text = "\n".join([*lines[: start + 1], "", "\n\n".join(blocks), "", *lines[end:]])
    record = read_page(text, SHAS).record.wire()
    return {name: record[name] for name in BLOCKS.values() if record[name] is not None}


BLOCK_CASES = [
    (["a = 1"], {"exampleFix": "a = 1"}),
    (["a = 1", "b = 2"], {"exampleFix": "a = 1", "validationCode": "b = 2"}),
    (
        ["a = 1", "try:\n    b()\n\n    c()\nexcept E:\n    d()"],
        {"exampleFix": "a = 1", "tryCatchPattern": "try:\n    b()\n\n    c()\nexcept E:\n    d()"},
    ),
    (["a = 1", "except E:\n    d()"], {"exampleFix": "a = 1", "tryCatchPattern": "except E:\n    d()"}),
    (["a = 1", "exceptional = 2"], {"exampleFix": "a = 1", "validationCode": "exceptional = 2"}),
    (["a = 1", "def f():\n    pass"], {"exampleFix": "a = 1", "typeGuard": "def f():\n    pass"}),
    (["a = 1", "async def f():\n    pass"], {"exampleFix": "a = 1", "typeGuard": "async def f():\n    pass"}),
    (["a = 1", "define = 2"], {"exampleFix": "a = 1", "validationCode": "define = 2"}),
    (["a = 1", "import os", "b = 2"], {"exampleFix": "a = 1", "validationCode": "import os\n\nb = 2"}),
    (["# before\na", "# after\nb", "c"], {"exampleFix": "# before\na\n\n# after\nb", "validationCode": "c"}),
    (
        ["# before\na\n# after\nb", "# after all\nc"],
        {"exampleFix": "# before\na\n# after\nb", "validationCode": "# after all\nc"},
    ),
]


@pytest.mark.parametrize(("blocks", "fields"), BLOCK_CASES)
def test_unlabelled_blocks(blocks: list[str], fields: dict[str, str]) -> None:
    """A block ends at a blank line before unindented code, and how it starts tells which field it is."""
    assert _with_blocks(*blocks) == fields


def test_labelled_blocks_without_escapes() -> None:
    """A page that labels its blocks, and has tags and prevention, is read by its labels."""
    lines = _page("002").split("\n")
    end = lines.index("When it happens")
    labelled = ["Type guard", "", "x = 1", "", "y = 2", "", "Try / catch", "", "z()", ""]
    more = ["Prevention", "", "• One", "• Two", "", "Tags", "", "kv-cache, swa", ""]
    related = lines.index("Related errors")
    record = read_page(
        "\n".join([*lines[:end], *labelled, *lines[end:related], *more, *lines[related:]]), SHAS
    ).record
    assert record.type_guard == "x = 1\n\ny = 2"
    assert record.try_catch_pattern is not None
    assert record.try_catch_pattern.startswith("z()")
    assert (record.prevention_tips, record.tags) == (["One", "Two"], ["kv-cache", "swa"])


def test_tags_as_bullets_and_broken_quotes() -> None:
    """Tags may be a list of bullets, and a quote that is no JSON string stands for itself."""
    text = _page("002").replace("Related errors\n", "Tags\n\n• kv, cache\n• swa\n\nRelated errors\n")
    assert read_page(text, SHAS).record.tags == ["kv, cache", "swa"]
    assert [unquoted(value) for value in ('"open', '"a" b', "plain", '"ok"')] == [
        '"open',
        '"a" b',
        "plain",
        "ok",
    ]


def test_code_that_begins_with_a_blank_line_keeps_its_place() -> None:
    """A window whose first line is blank is not shifted: the raise keyword stays on its line."""
    text = _page("002").replace("    cfg = resolving_view(server_args)\n", "\n", 1)
    record = read_page(text, SHAS).record
    assert record.source_code is not None
    assert record.source_code.split("\n")[18].strip() == "raise ValueError("
    assert (record.source_code_start, record.source_code_end) == (615, 651)
    spaced = read_page(_page("002").replace(":633\n", ":633\n\n"), SHAS).record
    assert spaced == read_page(_page("002"), SHAS).record


def test_lines_that_look_like_headings_in_a_plain_page() -> None:
    """A heading has its place in the order and its first line; a text line of that wording is passed over."""
    text = _page("002").replace("any other value read", "any\nSolutions\nSource\nother value read")
    record = read_page(text, SHAS).record
    assert record.documentation is not None
    assert "any\nSolutions\nSource\nother value" in record.documentation
    assert len(record.solutions) == 3


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(envelopes)
def test_a_written_page_reads_back(envelope: Envelope) -> None:
    """For every record, reading its page gives every field again, whatever stands in them."""
    text = write_page(envelope)
    assert is_page(text)
    assert read_page(text, {}).wire() == envelope.wire()


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(envelopes, st.sampled_from(["\r\n", " \n", "\t\r\n"]))
def test_a_written_page_survives_copying(envelope: Envelope, line_end: str) -> None:
    """Changed line ends and blanks behind the lines of our own form change nothing that is read."""
    assert read_page(write_page(envelope).replace("\n", line_end), {}).wire() == envelope.wire()


@pytest.mark.parametrize("path", BUNDLED, ids=lambda path: path.stem[-16:])
def test_bundled_records_read_back_from_their_pages(path: Path) -> None:
    """The page of each bundled record has no escapes in it and gives the record again."""
    envelope = Envelope.model_validate_json(path.read_text(encoding="utf-8"))
    text = write_page(envelope)
    assert not any(line.startswith("\\") for line in text.split("\n"))
    assert read_page(text, {}) == envelope


def test_what_our_page_looks_like() -> None:
    """Sections come in the order of the page, blocks are labelled, and the footer explains the escapes."""
    envelope = Envelope.model_validate_json(_bundled("3defc1710d3da8d8"))
    text = write_page(envelope, ["First", "Second"])
    headings = [
        "Error message",
        "What it means",
        "Source",
        "Solutions",
        "Example fix",
        "Validation code",
        "Type guard",
        "When it happens",
        "Prevention",
        "Tags",
        "Details",
        "Related errors",
    ]
    places = [text.index(f"\n\n{heading}\n\n") for heading in headings]
    assert places == sorted(places)
    assert text.startswith(
        "sgl-project/sglang · error · RuntimeError\n\nDSV4 draft state transfer expects SWA-only NextN layers\n"
    )
    assert (
        "\nError type: validation\nHandling strategy: type-guard\nBackground: incompatible-model-configuration\n"
        in text
    )
    assert "\n• First\n• Second\n\n" in text
    assert text.endswith(
        "Analysis of sgl-project/sglang@0132848349 (2026-08-28). Data as JSON: /api/errors/3defc1710d3da8d8. "
        "A line that starts with \\ is escaped. Report an issue: GitHub.\n"
    )
    assert read_page(text, {}).errdex.related_titles == ["First", "Second"]


@given(texts)
def test_escaped_lines_read_back(text: str) -> None:
    """Any text is written in lines that have no blanks at their ends and read back as the text."""
    lines = encode_text(text)
    assert decode_lines(lines) == text
    assert all(line == line.rstrip() for line in lines)
    assert lines[0]
    assert lines[-1]


@given(texts, st.sampled_from(["", ",", "·"]))
def test_quoted_values_read_back(value: str, separator: str) -> None:
    """Any value is written on one line without the separator and reads back."""
    text = quoted(value, separator)
    assert unquoted(text) == value
    assert "\n" not in text
    assert not separator or separator not in text


@given(st.lists(texts, max_size=8).map("\n".join))
def test_any_text_is_read_without_an_exception(text: str) -> None:
    """Whatever follows the header, with escapes or without, members or faults come out of it."""
    page_fields(text, SHAS)
    for footer in ("", "\nAnalysis of a/b. A line that starts with \\ is escaped."):
        reading = read_envelopes(f"a/b · error · E\n\nTitle\n\n{text}{footer}".encode(), "p", shas=SHAS)
        assert bool(reading.faults) != bool(reading.envelopes)


@pytest.mark.parametrize(
    "text",
    ["", "  ", "{}", "[1]", "hello", "a/b error", '{"a": "Data as JSON: /api/errors/0123456789abcdef"}'],
)
def test_what_is_no_page(text: str) -> None:
    """JSON and prose are not taken for the text of a page."""
    assert not is_page(text)
