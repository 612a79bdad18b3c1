"""The paste box and its answer."""

from __future__ import annotations

import gzip
import logging
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import settings as trials
from hypothesis import strategies as st
from starlette.testclient import TestClient

from app.config import Settings
from app.main import create_app
from app.web.paste_echo import PasteEcho
from tests.web.html_document import Element, parse

HTML = {"Accept": "text/html"}
DFLASH, DSPARK, KIMI = "af12c88f3c53cbd9", "9dc9da1ff5ab745f", "d7326ee57f8a95e6"
LINE = "ValueError: DSpARK KDA MTP requires a fixed 1 + num_spec dense tokens per request; got T=17, N=4"
UNKNOWN = 'Traceback (most recent call last):\n  File "/srv/app/main.py", line 12, in run\n    x()\n'
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
    captures = page.one("dl", class_="captures")
    rows = [(row.one("dt").words, row.one("dd").words) for row in captures.all("div")]
    assert rows == [("T", "17"), ("N", "4")]
    assert [value["title"] for value in page.one("h2", class_="pasted").all("var")] == ["T", "N"]
    # Its lines are shown beside the answer, also of a file, packed or not.
    assert LINE in page.one("section", class_="paste-view").words


def test_several_files_are_refused(client: TestClient) -> None:
    """None of them vanishes without a word; one that is empty does not count."""
    files = [("file", ("a.log", LINE.encode())), ("file", ("b.log", b"KeyError: 1"))]
    answer = client.post("/", files=files, headers=HTML)
    assert answer.status_code == 400
    assert parse(answer.text).one("p", class_="detail").words == "Send one file, not several."
    files[0] = ("file", ("a.log", b""))
    assert (
        "from b.log"
        in parse(client.post("/", files=files, headers=HTML).text).one("header", class_="answer-head").words
    )


def test_errors_lead_to_where_their_message_begins(client: TestClient) -> None:
    """An error that no record explains, with a message of several lines: to the line that names its class."""
    page = _post(client, UNKNOWN + "OddlyNamedError: first\n  second\n  third\n")
    line = 1 + UNKNOWN.count("\n")
    assert page.one("article").one("a", class_="where")["href"] == f"#L{line}"
    assert page.one("section", class_="paste-view").one("span", id=f"L{line}").all("a", class_="number")


def test_answer_leads_with_the_root_cause(client: TestClient) -> None:
    """Of a chain the known root cause comes first, with place, certainty, reasons and the fix; then the wrapper."""
    page = _post(client, CHAIN)
    root, wrapper = page.all("article")
    assert root.one("h2").words == (
        "ValueError: Currently DFLASH speculative decoding does not support dp attention."
    )
    meta = root.one("header").all("p")[0].words
    assert meta == "Error 1 Known error root cause lines 2–5"
    assert root.one("h3").one("a")["href"].endswith(DFLASH)
    assert "whole message matches, high confidence" in root.one("p", class_="certainty").words
    record = client.get(f"/api/errors/{DFLASH}").json()["record"]
    assert root.one("section", class_="next-step").one("p").words == record["solutions"][0]
    others = root.one("section", class_="solutions").all("li")
    assert [item.words for item in others] == record["solutions"][1:]
    assert record["documentation"] in root.words
    reasons = [item.words for item in root.one("ul", class_="checks").all("li")]
    assert reasons[0].startswith("Message: ")
    assert {reason.split(":")[0] for reason in reasons} >= {"Message", "Class", "Frame", "Line"}
    assert [part.words for part in root.all("span", class_="code-label")] == ["Before", "After"]
    assert (
        len(root.one("div", class_="before").all("del"))
        == len(root.one("div", class_="after").all("ins"))
        == 1
    )
    assert "wrapper round the root cause" in wrapper.one("header").words
    assert "Package not in the base" in wrapper.one("header").words


def test_lines_of_the_paste_lead_to_their_errors(client: TestClient) -> None:
    """Each line of an error is marked; that of its message links to it, and it links back; matching words are marked."""
    page = _post(client, CHAIN)
    lines = page.one("section", class_="paste-view").all("span", class_="line")
    assert [line["id"] for line in lines] == [f"L{number}" for number in range(1, 13)]
    assert "".join(line.text for line in lines if not line.all("a")) == "".join(
        line + "\n" for number, line in enumerate(CHAIN.splitlines(), 1) if number not in {5, 12}
    )
    kinds = [" ".join(line["class"].split()[1:]) for line in lines]
    assert kinds == ["", "in", "in", "in", "hit", "", "", "", "in", "in", "in", "hit"]
    linked = {line["id"]: line.one("a")["href"] for line in lines if line.all("a")}
    assert linked == {"L5": "#event-1", "L12": "#event-2"}
    assert [article.one("a", class_="where")["href"] for article in page.all("article")] == ["#L5", "#L12"]
    assert page.one("section", class_="paste-view").one("mark").words == (
        "Currently DFLASH speculative decoding does not support dp attention."
    )


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
    assert "1 × url-password" in parse(answer.text).one("p", class_="redaction").words
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
    assert "no text in the box" in page.one("p", class_="callout").words
    assert page.all("textarea")


def test_no_error_found_says_what_would_help(client: TestClient) -> None:
    """A log without an error gets advice, not a guess."""
    page = _post(client, "INFO:     Uvicorn running on http://127.0.0.1:8000 (Press CTRL+C to quit)")
    assert page.one("h1").words == "No error found in this text"
    assert not _linked_ids(page)
    assert page.one("section", class_="empty").all("li")


def test_hostile_paste_is_only_text(client: TestClient) -> None:
    """Markup of a paste is shown as text, invisible characters as marks."""
    message = "</h2></textarea><script>alert(1)</script>\" onfocus='x' \u202e\u2066{{ 7*7 }} &lt;"
    page = _post(client, f"ValueError: {message}\n")
    assert len(page.all("script")) == 1
    assert page.one("article").one("h2").text == (
        "ValueError: </h2></textarea><script>alert(1)</script>\" onfocus='x' {{ 7*7 }} &lt;"
    )
    line = page.one("section", class_="paste-view").one("span", class_="line")
    assert line.text.removeprefix("1") == (
        "ValueError: </h2></textarea><script>alert(1)</script>\" onfocus='x' ⟨U+202E⟩⟨U+2066⟩{{ 7*7 }} &lt;\n"
    )


def test_colours_of_a_terminal_are_left_out(client: TestClient) -> None:
    """ANSI sequences are not shown in the text beside the answer, and the words that match are still marked."""
    view = _post(client, f"\x1b[31mValueError\x1b[0m: \x1b[1m{LINE[12:]}\x1b[0m\n").one(
        "section", class_="paste-view"
    )
    assert view.one("span", class_="line").text == f"1{LINE}\n"
    assert view.one("mark").text == LINE[12:]


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
    assert "errdex ingest" in page.one("p", class_="callout").words
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
    assert not page.all("textarea")
    view = page.one("section", class_="paste-view")
    assert LINE in view.words
    assert view.one("span", class_="gap").words == "159,994 lines not shown"
    assert len(answer.text) < 60_000


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


@pytest.mark.parametrize(
    ("text", "box"),
    [("a\r\nb", "a\nb"), ("x" * 20_000, "x" * 20_000), ("x" * 20_001, None), ("x" * 500_000, None)],
)
def test_the_box_holds_the_whole_text_or_none(text: str, box: str | None) -> None:
    """A text that is too long for the box is not put into it in part: a part would have another answer."""
    assert PasteEcho(text).box() == box


@given(st.integers(0, 30_000), st.booleans())
@trials(max_examples=30, deadline=None)
def test_no_half_of_a_secret_is_shown(offset: int, at_the_end: bool) -> None:
    """Wherever a long paste is cut, a key that the cut goes through is not shown in part."""
    noise = "a line of a log\n"
    before = noise * ((90_000 + offset) // len(noise))
    text = noise * 40_000 + KEY + before if at_the_end else before + KEY + noise * 40_000
    echo = PasteEcho(text)
    first = text[: text.index("c2VjcmV0")].count("\n") + 1
    assert "c2VjcmV0" not in "".join(echo.lines(first + 5, first + 15))


def test_excerpts_of_a_large_paste_are_bounded() -> None:
    """Of a large paste ten excerpts are redacted, whole lines with the numbers asked for; others are left out."""
    echo = PasteEcho("".join(f"line {number}\n" for number in range(1, 100_000)))
    assert echo.lines(50_000, 50_002) == ["line 50000", "line 50001"]
    assert echo.lines(1, 2) == ["line 1"]
    assert echo.lines(99_999, 200_000) == ["line 99999", ""]
    assert [bool(echo.lines(10, 11)) for _ in range(10)] == [True] * 9 + [False]
    assert PasteEcho("x" * 500_000 + "\ny").lines(2, 3) == []


def test_a_page_stays_small(client: TestClient) -> None:
    """However many errors a log holds, the page has under 60 kB beside the code of records, and says what it left out."""
    one = CHAIN.partition("\n\n")[0]
    known = "".join(one.replace("DFLASH", f"DFLASH{number}") + "\n" for number in range(150))
    unknown = "".join(f"{UNKNOWN}Odd{number}Error: {chr(97 + number % 26) * 40}\n" for number in range(150))
    for text in (known, unknown, known + unknown):
        answer = client.post("/", data={"text": text}, headers=HTML)
        page = parse(answer.text)
        code = sum(len(block.text) for article in page.all("article") for block in article.all("pre"))
        assert len(answer.content) - code < 60_000
        assert len(page.all("article")) == 6
        assert len(page.one("section", class_="others").all("li")) == 24
        assert "are not listed here" in page.one("section", class_="others").words


@pytest.mark.parametrize(
    ("count", "kept", "more"),
    [(8, True, ""), (50, False, ""), (50, False, '"<&' * 20), (20, False, "界" * 12_000)],
)
def test_the_box_has_what_the_page_has_left(client: TestClient, count: int, kept: bool, more: str) -> None:
    """A paste of many different errors that would fit the box stands in it where the page stays under 60 kB with it."""
    one = CHAIN.partition("\n\n")[0]
    known = "".join(one.replace("DFLASH", f"DFLASH{number}") + "\n" for number in range(count))
    text = known + more
    assert len(text) < 20_000
    answer = client.post("/", data={"text": text}, headers=HTML)
    page = parse(answer.text)
    assert len(answer.content) < 60_000
    assert bool(page.all("section", class_="again")) == kept
    assert any(link.get("href") == "#text" for link in page.all("a")) == kept
    assert page.all("article")


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
        [link["href"][-16:] for heading in article.all("h3") for link in heading.all("a")]
        for article in page.all("article")
    ]
    assert linked == [[match["id"] for match in event["matches"][:1]] for event in events]
