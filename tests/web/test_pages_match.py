"""The paste box and its answer."""

from __future__ import annotations

import dataclasses
import gzip
import logging
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from fastapi import FastAPI
from hypothesis import given
from hypothesis import settings as trials
from hypothesis import strategies as st
from starlette.testclient import TestClient

from app.config import Settings
from app.domain.answer import (
    Answer,
    Best,
    Difference,
    EventAnswer,
    Evidence,
    Frame,
    Match,
    MatchOptions,
    NearMiss,
    Related,
    Span,
    Tier,
    Truncated,
    confidence_of,
)
from app.main import create_app
from app.web.answer_view import summary, views
from app.web.paste_echo import PasteEcho
from tests.web.html_document import Element, parse

HTML = {"Accept": "text/html"}
DFLASH, DSPARK, KIMI = "af12c88f3c53cbd9", "9dc9da1ff5ab745f", "d7326ee57f8a95e6"
LINE = "ValueError: DSpARK KDA MTP requires a fixed 1 + num_spec dense tokens per request; got T=17, N=4"
CHAIN = """\
start of the log
Traceback (most recent call last):
  File "/a/sglang/srt/arg_groups/speculative_hook.py", line 195, in _handle_dflash
    raise ValueError(
ValueError: Currently DFLASH speculative decoding does not support dp attention.

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "/a/deploy/launcher.py", line 77, in launch
    raise LaunchFailed("worker 0 did not start") from exc
deploy.launcher.LaunchFailed: worker 0 did not start
"""


def _post(client: TestClient, text: str) -> Element:
    answer = client.post("/", data={"text": text}, headers=HTML)
    assert answer.status_code == 200
    return parse(answer.text)


def _linked_ids(page: Element) -> list[str]:
    return [link["href"][-16:] for link in page.one("main").all("a") if link["href"].startswith("/errors/")]


FORMS: dict[str, dict[str, Any]] = {
    "urlencoded": {"data": {"text": LINE}},
    "urlencoded, other fields first": {
        "content": b"x=1&text=" + quote(LINE).encode(),
        "headers": {"Content-Type": "application/x-www-form-urlencoded"},
    },
    "multipart text": {"files": {"text": (None, LINE)}},
    "file": {"files": {"file": ("crash.log", LINE.encode()), "text": (None, "")}},
    "file and text: the file": {
        "files": {"file": ("crash.log", LINE.encode()), "text": (None, "KeyError: 1")}
    },
    "gzip file": {"files": {"file": ("crash.log.gz", gzip.compress(LINE.encode()))}},
    "empty file and text: the text": {"files": {"file": ("", b""), "text": (None, LINE)}},
    "bytes that are no UTF-8": {
        "files": {"file": ("c.log", b"\xff\n" + LINE.encode() + b"\n\n\nINFO: \xc3\n")}
    },
    "raw bytes, urlencoded": {
        "content": b"text=%FF%0A\xff" + b"%0A" + quote(LINE).encode(),
        "headers": {"Content-Type": "application/x-www-form-urlencoded"},
    },
}


@pytest.mark.parametrize("name", FORMS)
def test_every_form_of_a_paste_is_answered(client: TestClient, name: str) -> None:
    """Urlencoded or multipart, text, file or gzip: the record is found, with its captures, and nothing is cached."""
    form = FORMS[name]
    answer = client.post("/", **{**form, "headers": {**HTML, **form.get("headers", {})}})
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    assert str(answer.url) == "http://testserver/"
    page = parse(answer.text)
    assert _linked_ids(page)[0] == DSPARK
    rows = [[cell.words for cell in row.all("th", "td")] for row in page.one("table").all("tr")[1:]]
    assert rows == [["T", "17"], ["N", "4"]]


def test_answer_leads_with_the_root_cause(client: TestClient) -> None:
    """Of a chain the known root cause comes first, with place, certainty, reasons and the fix; then the wrapper."""
    page = _post(client, CHAIN)
    root, wrapper = page.all("article")
    assert root.one("h2").words == (
        "ValueError: Currently DFLASH speculative decoding does not support dp attention."
    )
    meta = root.one("header").all("p")[0].words
    assert meta == "Known error root cause lines 2–5"
    assert root.one("h3").one("a")["href"].endswith(DFLASH)
    assert "whole message matches, high confidence" in root.one("p", class_="certainty").words
    record = client.get(f"/api/errors/{DFLASH}").json()["record"]
    solutions = root.one("section", class_="solutions").one("ol").all("li")
    assert [item.words for item in solutions] == record["solutions"]
    assert record["documentation"] in root.words
    reasons = [item.words for item in root.one("ul", class_="reasons").all("li")]
    assert reasons[0].startswith("Message: ")
    assert {reason.split(":")[0] for reason in reasons} >= {"Message", "Class", "Frame", "Line"}
    assert [part.words for part in root.all("p", class_="code-label")] == ["Before", "After"]
    excerpt = root.one("details", class_="excerpt").all("span", class_="line")
    assert [line.one("span", class_="number")["data-n"] for line in excerpt] == ["2", "3", "4", "5"]
    assert ["raises" in line["class"].split() for line in excerpt] == [False, False, False, True]
    assert "wrapper round the root cause" in wrapper.one("header").words
    assert "Package not in the base" in wrapper.one("header").words


def test_paste_comes_back_redacted(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    """The box holds the paste again without its secrets, and neither page nor log shows them."""
    secret = "hunter2-s3cr3t-canary"
    caplog.set_level(logging.DEBUG)
    answer = client.post(
        "/", data={"text": f"url=https://bob:{secret}@example.org/x\r\n{CHAIN}"}, headers=HTML
    )
    box = parse(answer.text).one("textarea").text
    assert box.removeprefix("\n").split("\n")[1:] == CHAIN.split("\n")
    assert "[redacted:" in box
    assert secret not in answer.text
    assert secret not in caplog.text
    assert "DFLASH" not in caplog.text


def test_the_box_keeps_leading_line_breaks(client: TestClient) -> None:
    """HTML drops the first line break of a textarea; the paste loses none."""
    html = client.post("/", data={"text": "\n\n" + LINE}, headers=HTML).text
    assert parse(html).one("textarea").text == "\n\n\n" + LINE


@pytest.mark.parametrize("text", ["", " \r\n\t "])
def test_nothing_pasted_is_told(client: TestClient, text: str) -> None:
    """An empty box gives the box again and says so."""
    page = _post(client, text)
    assert "no text in the box" in page.one("p", class_="notice").words
    assert page.all("textarea")


def test_no_error_found_says_what_would_help(client: TestClient) -> None:
    """A log without an error gets advice, not a guess."""
    page = _post(client, "INFO:     Uvicorn running on http://127.0.0.1:8000 (Press CTRL+C to quit)")
    assert page.one("h1").words == "No error found in this text"
    assert not _linked_ids(page)
    assert page.one("section", class_="help").all("li")


def test_hostile_paste_is_only_text(client: TestClient) -> None:
    """Markup of a paste is shown as text, invisible characters as marks."""
    message = "</h2></textarea><script>alert(1)</script>\" onfocus='x' \u202e\u2066{{ 7*7 }} &lt;"
    page = _post(client, f"ValueError: {message}\n")
    assert len(page.all("script")) == 1
    assert page.one("article").one("h2").text == (
        "ValueError: </h2></textarea><script>alert(1)</script>\" onfocus='x' {{ 7*7 }} &lt;"
    )
    assert (
        page.one("details", class_="excerpt")
        .one("span", class_="line")
        .text.startswith(
            "ValueError: </h2></textarea><script>alert(1)</script>\" onfocus='x' ⟨U+202E⟩⟨U+2066⟩{{ 7*7 }} &lt;"
        )
    )


def test_example_finds_its_record(client: TestClient) -> None:
    """The example is the traceback of a record of the base, and its answer is that record."""
    page = parse(client.get("/?example=1").text)
    text = page.one("textarea").text
    assert text.startswith("\nTraceback (most recent call last):\n  File ")
    answered = _post(client, text)
    assert "Known error" in answered.one("article").one("header").words
    assert answered.one("article").one("h2").words == text.strip().split("\n")[-1]


def test_empty_base_says_what_to_run(settings: Settings) -> None:
    """Without records the first page names the command that loads some, and offers no example."""
    with TestClient(create_app(settings)) as client:
        page = parse(client.get("/").text)
        example = parse(client.get("/?example=1").text)
        answered = _post(client, LINE)
    assert "errdex ingest" in page.one("p", class_="notice").words
    assert "/?example=1" not in [link["href"] for link in page.all("a")]
    assert example.one("textarea").text == "\n"
    assert answered.one("h1").words == "No known error in this text"


@pytest.fixture
def small(loaded: Settings) -> Iterator[TestClient]:
    """A client of a server whose pastes may have 20,000 bytes."""
    with TestClient(
        create_app(loaded.model_copy(update={"max_paste_bytes": 20_000})), raise_server_exceptions=False
    ) as client:
        yield client


@pytest.mark.parametrize("form", ["data", "files"])
def test_a_paste_over_the_limit_keeps_head_and_tail(small: TestClient, form: str) -> None:
    """Over the paste limit the answer is made from head and tail, and the page says so."""
    text = "noise of a log\n" * 2_000 + LINE + "\n"
    sent: Any = {"text": text} if form == "data" else {"text": (None, text)}
    page = parse(small.post("/", headers=HTML, **{form: sent}).text)
    assert page.one("p", class_="warn").words.startswith("Not all of it was looked at.")
    assert "20,000" in page.one("p", class_="warn").words
    assert _linked_ids(page)[0] == DSPARK


@pytest.mark.parametrize("form", ["data", "files", "file"])
def test_a_form_over_the_limit_names_it(small: TestClient, form: str) -> None:
    """What is larger than any form may be gets the error page with the limit and what to do."""
    text = "x" * 200_000
    forms: dict[str, dict[str, Any]] = {
        "data": {"data": {"text": text}},
        "files": {"files": {"text": (None, text)}},
        "file": {"files": {"file": ("a.log", text)}},
    }
    answer = small.post("/", headers=HTML, **forms[form])
    assert answer.status_code == 413
    page = parse(answer.text)
    assert "20,000 bytes" in page.one("p", class_="detail").words


def test_five_megabytes_are_no_error(client: TestClient) -> None:
    """A paste of five megabytes is answered; the box holds its ends and says so."""
    text = "noise of a log, line after line\n" * 160_000 + LINE + "\n"
    answer = client.post("/", files={"text": (None, text)}, headers=HTML)
    assert answer.status_code == 200
    page = parse(answer.text)
    assert _linked_ids(page)[0] == DSPARK
    assert "only its beginning and its end" in page.one("section", id="again").words
    assert len(page.one("textarea").text) < 210_000


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("application/json", b"{}"),
        ("text/plain", b"x"),
        ("multipart/form-data", b"x"),
        ("multipart/form-data; boundary=b", b"no boundary"),
        ("", b"x"),
    ],
)
def test_what_is_no_form_is_told(client: TestClient, content_type: str, body: bytes) -> None:
    """Another body gets a 4xx page that says what to send, and its bytes are not shown."""
    answer = client.post("/", content=body, headers={**HTML, "Content-Type": content_type})
    assert answer.status_code == 400
    assert "'text'" in parse(answer.text).one("p", class_="detail").words


KEY = (
    "-----BEGIN PRIVATE KEY-----\n"
    + "c2VjcmV0LWNhbmFyeQ/longer+than+that1234567890AB\n" * 20
    + "-----END PRIVATE KEY-----\n"
)


@pytest.mark.parametrize("lines", [10_000, 40_000])
def test_the_box_of_a_long_paste_keeps_whole_lines(lines: int) -> None:
    """What goes into the box of a long paste are whole lines from both ends."""
    box, cut = PasteEcho("".join(f"a line of a log {number}\r\n" for number in range(lines))).box()
    assert cut
    shown = box.split("\n")
    assert shown[0] == "a line of a log 0"
    assert shown[-2] == f"a line of a log {lines - 1}"
    assert all(line in {"…", ""} or line.startswith("a line of a log ") for line in shown)
    assert PasteEcho("a\r\nb").box() == ("a\nb", False)


@given(st.integers(0, 30_000), st.booleans())
@trials(max_examples=30, deadline=None)
def test_no_half_of_a_secret_is_shown(offset: int, at_the_end: bool) -> None:
    """Wherever a long paste is cut, a key that the cut goes through is not shown in part."""
    noise = "a line of a log\n"
    before = noise * ((90_000 + offset) // len(noise))
    text = noise * 40_000 + KEY + before if at_the_end else before + KEY + noise * 40_000
    echo = PasteEcho(text)
    assert "c2VjcmV0" not in echo.box()[0]
    first = text[: text.index("c2VjcmV0")].count("\n") + 1
    assert "c2VjcmV0" not in "".join(echo.lines(first + 5, first + 15))


def test_excerpts_of_a_large_paste_are_bounded() -> None:
    """Of a large paste ten excerpts are redacted, whole lines with the numbers asked for; others are left out."""
    echo = PasteEcho("".join(f"line {number}\n" for number in range(1, 100_000)))
    assert echo.lines(50_000, 50_002) == ["line 50000", "line 50001"]
    assert echo.lines(1, 2) == ["line 1"]
    assert echo.lines(99_999, 200_000) == ["line 99999", ""]
    assert [bool(echo.lines(10, 11)) for _ in range(8)] == [True] * 7 + [False]
    assert PasteEcho("x" * 500_000 + "\ny").lines(2, 3) == []


# Hand-made answers show what the bundled records cannot: ambiguity, near misses, every tier.


def _match(number: int, *, kind: type[Match] = Match, **changes: Any) -> Any:
    score = changes.pop("score", 0.95)
    values: dict[str, Any] = {
        "id": f"{number:016x}",
        "title": f"Title {number}",
        "slug": f"title-{number}",
        "repo": "some/project",
        "error_class": "ValueError",
        "error_message": "same",
        "file_path": f"pkg/module_{number}.py",
        "line_number": number,
        "url": f"/errors/some/project/title-{number}-{number:016x}",
        "tier": Tier.EXACT,
        "score": score,
        "confidence": confidence_of(score),
        "solutions": [f"Solution {number}"],
        **changes,
    }
    return kind(**values)


def _event(index: int, **changes: Any) -> EventAnswer:
    line = 10 * (index + 1)
    values: dict[str, Any] = {
        "index": index,
        "error_class": "ValueError",
        "message": f"message {index}",
        "start_line": line,
        "end_line": line + 1,
        "lines": [(line, line + 1)],
        "status": "known",
        **changes,
    }
    return EventAnswer(**values)


def _page_of(app: FastAPI, client: TestClient, answer: Answer, text: str = "x") -> Element:
    class Fixed:
        def match(self, paste: object, options: MatchOptions | None = None, *, clip: bool = False) -> Answer:
            assert clip
            return answer

    app.state.services = dataclasses.replace(app.state.services, match=Fixed())
    return _post(client, text)


def test_ambiguous_event_is_a_choice(app: FastAPI, client: TestClient) -> None:
    """Records that nothing tells apart are all offered, each with what differs; the less likely ones are folded."""
    matches = [
        _match(1),
        _match(2, error_class="TypeError"),
        _match(3, score=0.5),
    ]
    event = _event(0, status="ambiguous", matches=matches)
    page = _page_of(
        app, client, Answer(revision=1, events=[event], best=Best(event=0, id=matches[0].id, ambiguous=True))
    )
    assert page.one("h1").words == "A known error, from more than one possible place"
    choice = page.one("section", class_="choice")
    assert choice.one("h3").words == "Which of these 2 places raised it?"
    assert [[fact.words for fact in item.all("span")] for item in choice.all("p", class_="apart")] == [
        ["raises ValueError", "at pkg/module_1.py", "line 1"],
        ["raises TypeError", "at pkg/module_2.py", "line 2"],
    ]
    further = page.one("details", class_="further")
    assert further.one("summary").words == "1 further match"
    assert [link["href"][-1] for link in further.all("a")] == ["3"]


def test_all_parts_of_an_answer_are_shown(app: FastAPI, client: TestClient) -> None:
    """Best first, then text order; counts, hints, near misses with what differs, related errors and limits."""
    against = Evidence(kind="line", detail="another line", agrees=False)
    events = [
        _event(
            0,
            status="unknown",
            hint="Run `errdex learn x`",
            near_misses=[
                _match(
                    7,
                    kind=NearMiss,
                    tier=Tier.FUZZY,
                    score=0.3,
                    differs=[Difference(kind="message", expected="want <b>", found="have")],
                )
            ],
        ),
        _event(1, count=8, role="root", matches=[_match(1, evidence=[against]), _match(2, score=0.5)]),
        _event(
            2,
            role="wrapper",
            status="similar",
            matches=[
                _match(3, tier=Tier.SITE, score=0.75),
                _match(4, tier=Tier.SITE, score=0.4, confidence="low", error_message=None),
            ],
        ),
        _event(
            3, error_class=None, message=None, status="package-not-in-base", frames=[Frame(file="a.py")] * 3
        ),
    ]
    related = Related(
        id="9" * 16,
        title="Near",
        slug="near",
        repo="some/project",
        file_path="x.py",
        url="/errors/some/project/near-" + "9" * 16,
        reason="same file",
    )
    answer = Answer(
        revision=1,
        events=events,
        best=Best(event=1, id=f"{1:016x}", related=[related]),
        truncated=Truncated(reason="more than 200 errors", limit=200),
    )
    page = _page_of(app, client, answer)
    assert page.one("h1").words == "A known error, and 3 others in this text"
    assert [article["id"] for article in page.all("article")] == ["event-2", "event-1", "event-3", "event-4"]
    assert [link["href"] for link in page.one("nav", class_="jump").all("a")] == [
        "#event-2",
        "#event-1",
        "#event-3",
        "#event-4",
    ]
    best, unknown, similar, foreign = page.all("article")
    assert "line 20, ×8" in best.one("header").words
    assert best.one("li", class_="disagrees").words == "Line: another line (speaks against it)"
    assert best.one("details", class_="further").all("a")
    assert "same file" in page.one("section", class_="beside").words
    assert "more than 200 errors (limit 200)" in page.one("p", class_="warn").words
    assert unknown.one("p", class_="event-hint").one("code").words == "errdex learn x"
    misses = unknown.one("details", class_="misses")
    assert "expected want <b> found have" in misses.words
    assert "same place in the code, other message, medium confidence (0.75)" in similar.words
    assert "same place in the code, a record without a message, low confidence (0.40)" in similar.words
    assert similar.one("p", class_="next-step").words == "Solution 3"
    assert foreign.one("h2").words == "An error without a message"
    assert len(foreign.one("details", class_="frames").one("ol").all("li")) == 3


@pytest.mark.parametrize(
    ("statuses", "best", "words"),
    [
        ([], None, "No error found in this text"),
        (["unknown"], None, "No known error in this text"),
        (["unknown", "similar"], None, "2 errors, none of them known for sure"),
        (["known"], 0, "A known error"),
        (["similar"], 0, "Close to a known error"),
        (["unknown", "similar"], 1, "Close to a known error, and another one in this text"),
        (
            ["ambiguous", "known", "known"],
            0,
            "A known error, from more than one possible place, and 2 others in this text",
        ),
    ],
)
def test_heading_claims_no_more_than_was_found(statuses: list[Any], best: int | None, words: str) -> None:
    """What is only similar is not called known."""
    events = [_event(index, status=status, matches=[_match(1)]) for index, status in enumerate(statuses)]
    found = Answer(revision=1, events=events, best=None if best is None else Best(event=best, id=f"{1:016x}"))
    assert summary(found) == words


def test_excerpt_shows_the_last_lines_of_a_long_event() -> None:
    """Of a long traceback the last sixty lines are shown, those that matched marked, with their numbers."""
    span = Span(start_line=200, start_column=1, end_line=200, end_column=5)
    event = _event(0, start_line=1, end_line=201, matches=[_match(1, span=span)])
    found = Answer(revision=1, events=[event], best=Best(event=0, id=f"{1:016x}"))
    text = "\n".join(f"line {number}" for number in range(1, 300))
    view = views(found, PasteEcho(text))[0]
    assert [line.number for line in view.excerpt] == list(range(141, 201))
    assert [line.number for line in view.excerpt if line.raises] == [200]
    assert view.excerpt[-1].html == "line 200"
    assert views(found)[0].excerpt == ()
    assert views(found, PasteEcho("one line"))[0].excerpt == []


def test_very_long_messages_are_cut() -> None:
    """A message of a hundred thousand characters is cut, and the page says by how much."""
    found = Answer(revision=1, events=[_event(0, message="x" * 100_000)])
    view = views(found)[0]
    assert len(view.message) == 4_000
    assert view.cut_chars == 96_000


CASES = {
    "one line": LINE,
    "a chain": CHAIN,
    "two errors": f"{LINE}\nsomething else\nRuntimeError: DSV4 draft state transfer expects SWA-only NextN layers\n",
    "two words changed": "ValueError: Currently DFLASH speculative decoding cannot support dp attention.",
    "inside a sentence": "it said DSV4 draft state transfer expects SWA-only NextN layers and stopped",
    "eight ranks": "".join(f"[rank{rank}]: {LINE}\n" for rank in range(8)),
    "of somebody else": "KeyError: 'colour'",
}


@pytest.mark.parametrize("name", CASES)
def test_page_answers_as_the_api_does(client: TestClient, name: str) -> None:
    """The page links the records that the API names, the best one first, then as they stand in the text."""
    said = client.post("/api/match", json={"text": CASES[name]}).json()
    best = said["best"]["event"] if said["best"] else None
    events = sorted(said["events"], key=lambda event: (event["index"] != best, event["index"]))
    page = _post(client, CASES[name])
    linked = [
        [heading.one("a")["href"][-16:] for heading in article.all("h3")] for article in page.all("article")
    ]
    assert linked == [[match["id"] for match in event["matches"][:1]] for event in events]
