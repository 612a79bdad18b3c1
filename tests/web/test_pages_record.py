"""The page of a record."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.config import Settings
from app.domain.page_text import read_page
from app.domain.records import Envelope
from app.main import create_app
from app.services import wiring
from app.services.inputs import Input
from tests.seeds import SEEDS
from tests.web.html_document import Element, parse

ENVELOPES: dict[str, dict[str, Any]] = {
    envelope["record"]["id"]: envelope
    for path in SEEDS
    for envelope in [json.loads(path.read_text(encoding="utf-8"))]
}
KIMI, DSPARK, DSV4 = "d7326ee57f8a95e6", "9dc9da1ff5ab745f", "3defc1710d3da8d8"
HOSTILE = "</pre></textarea><script>alert(1)</script>\"' onload=x {{ 7*7 }} {x} \u202e\u2066\u200b&lt;"


def _address(envelope: dict[str, Any]) -> str:
    record = envelope["record"]
    return f"/errors/{record['repo']}/{record['slug']}-{record['id']}"


def _headings(page: Element) -> list[str]:
    return [heading.words for heading in page.one("main").all("h2")]


@pytest.fixture
def with_records(loaded: Settings) -> Iterator[Callable[..., TestClient]]:
    """A function that ingests envelopes over the bundled ones and gives a client of the application."""
    clients: list[TestClient] = []

    def _client(*envelopes: dict[str, Any]) -> TestClient:
        services = wiring.build(loaded, migrate=False)
        report = services.ingest.ingest([Input("test.json", data=json.dumps(list(envelopes)).encode())])
        services.close()
        assert not report.faults, report.faults
        client = TestClient(create_app(loaded), raise_server_exceptions=False, follow_redirects=False)
        clients.append(client)
        return client.__enter__()

    yield _client
    for client in clients:
        client.__exit__(None, None, None)


def _new(**changes: Any) -> dict[str, Any]:
    """A bundled record under another id, at another place, with the given changes."""
    envelope = copy.deepcopy(ENVELOPES[DSV4])
    envelope["record"].update({"id": "aaaaaaaaaaaaaaaa", "lineNumber": 1148, **changes})
    return envelope


@pytest.mark.parametrize("record_id", ENVELOPES)
def test_page_shows_the_record_in_the_order_of_its_sections(client: TestClient, record_id: str) -> None:
    """Each bundled record's page has the sections that it has content for, in order, with all of their content."""
    envelope = ENVELOPES[record_id]
    record = envelope["record"]
    page = parse(client.get(_address(envelope)).text)
    sections: list[tuple[str, list[str | None]]] = [
        ("Error message", [record["errorMessage"]]),
        ("What it means", [record["documentation"]]),
        ("Source", [f"{record['filePath']}:{record['lineNumber']}", record["sourceCode"]]),
        ("Solutions", record["solutions"]),
        ("Example fix", [line for line in record["exampleFix"].split("\n") if not line.startswith("# ")]),
        ("Validation code", [record["validationCode"]]),
        ("Type guard", [record["typeGuard"]]),
        ("Try / catch", [record["tryCatchPattern"]]),
        ("When it happens", [record["triggerScenarios"], record["commonSituations"]]),
        ("Prevention", record["preventionTips"] or []),
        ("Tags", [*record["tags"], record["backgroundTag"]]),
        ("Details", [record["errorType"], record["handlingStrategy"], record["messagePattern"]]),
    ]
    expected = [heading for heading, content in sections if any(content)]
    assert [heading for heading in _headings(page) if heading != "Related errors"] == expected
    for heading, content in sections:
        if heading in expected:
            found = next(part for part in page.all("section") if part.one("h2").words == heading)
            for text in filter(None, content):
                squeezed = " ".join(text.replace("`", "").split())
                shown = found.words.replace(" (raised here)", "").replace("`", "")
                assert squeezed in shown, f"{heading}: {squeezed}"
    assert page.one("main").one("header").one("p").words == (
        f"{record['repo']} · {record['severity']} · {record['errorClass']}"
    )


def test_source_is_numbered_and_the_raise_line_marked(client: TestClient) -> None:
    """Source lines carry the file's numbers, which lead to the commit; the marked one is that of the raise keyword."""
    record = ENVELOPES[KIMI]["record"]
    page = parse(client.get(_address(ENVELOPES[KIMI])).text)
    lines = page.one("section", id="source").all("span", class_="line")
    links = [line.one("a", class_="number") for line in lines]
    numbers = [int(link["data-n"]) for link in links]
    assert numbers == list(range(record["sourceCodeStart"], record["sourceCodeEnd"] + 1))
    pinned = record["githubUrl"].partition("#")[0]
    assert [link["href"] for link in links] == [f"{pinned}#L{number}" for number in numbers]
    marked = [line for line in lines if "raises" in line["class"].split()]
    assert [line["id"] for line in marked] == [f"L{record['lineNumber']}"]
    assert marked[0].words.startswith("raise ValueError(")


def test_interpolations_are_marked(client: TestClient) -> None:
    """In the message the places of values stand out."""
    page = parse(client.get(_address(ENVELOPES[DSPARK])).text)
    assert [hole.text for hole in page.one("section", id="message").all("var")] == ["{T}", "{N}"]


def test_source_link_is_pinned(client: TestClient) -> None:
    """The link to the source is the record's, and says the first ten characters of the commit."""
    page = parse(client.get(_address(ENVELOPES[KIMI])).text)
    link = next(link for link in page.all("a") if link.words == "View on GitHub")
    assert link["href"] == ENVELOPES[KIMI]["record"]["githubUrl"]
    assert "(pinned to 0132848349)" in page.one("section", id="source").words


def test_footer_says_who_wrote_it(client: TestClient) -> None:
    """The footer names the kind of analysis, the commit, the day, and the address of the data."""
    footer = parse(client.get(_address(ENVELOPES[KIMI])).text).one("footer", class_="origin")
    assert "AI-assisted analysis of sgl-project/sglang@0132848349 (2026-08-28)." in footer.words
    assert f"Data as JSON: /api/errors/{KIMI}" in footer.words


def test_titles_without_a_record_have_no_link(client: TestClient) -> None:
    """Of the related titles that a page named, those that are no record here are listed without a link."""
    page = parse(client.get(_address(ENVELOPES[DSPARK])).text)
    items = page.one("section", id="related").all("li")
    assert 1 <= len(items) <= 5
    for item in items:
        linked = bool(item.all("a"))
        assert linked != bool(item.all("span", class_="unresolved"))
        assert item.one("span", class_="reason").words
    assert "expected q/k shape {expected_shape}" in [item.all("span")[0].words for item in items]


@pytest.mark.parametrize("asked", [{"headers": {"Accept": "text/plain"}}, {"params": {"format": "txt"}}])
@pytest.mark.parametrize("record_id", ENVELOPES)
def test_text_of_a_page_reads_back(client: TestClient, record_id: str, asked: dict[str, Any]) -> None:
    """The text form of the page, read by our own reader, gives the record."""
    envelope = ENVELOPES[record_id]
    answer = client.get(_address(envelope), **asked)
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    record = envelope["record"]
    read = read_page(answer.text, {record["repo"]: record["analyzedSha"]}).record
    ingested = Envelope.model_validate(envelope).record
    unshown = {"analyzed_at", "analyzed_sha", "tags", "prevention_tips", "background_tag"}
    for name in type(ingested).model_fields:
        if name not in unshown:
            assert getattr(read, name) == getattr(ingested, name), name


def test_wrong_slug_moves_to_the_right_one(client: TestClient) -> None:
    """The id decides: another slug or repository is sent on for good, the query with it."""
    for path in (
        f"/errors/sgl-project/sglang/old-words-{KIMI}",
        f"/errors/sgl-project/sglang/{KIMI}",
        f"/errors/some/fork/x-{KIMI}",
    ):
        answer = client.get(path + "?format=txt", follow_redirects=False)
        assert answer.status_code == 301
        assert answer.headers["location"] == _address(ENVELOPES[KIMI]) + "?format=txt"


def test_slug_alone_leads_to_its_only_record(client: TestClient) -> None:
    """Without an id the slug finds the record; the short address does as well."""
    slug = ENVELOPES[KIMI]["record"]["slug"]
    for path in (f"/errors/sgl-project/sglang/{slug}", f"/e/{KIMI}"):
        answer = client.get(path, follow_redirects=False)
        assert answer.status_code == 302
        assert answer.headers["location"] == _address(ENVELOPES[KIMI])


def test_slug_of_several_records_lists_them(with_records: Callable[..., TestClient]) -> None:
    """A slug that records share gives the choice between them."""
    client = with_records(_new())
    page = parse(client.get("/errors/sgl-project/sglang/" + ENVELOPES[DSV4]["record"]["slug"]).text)
    links = [item.one("h2").one("a")["href"] for item in page.one("ol", class_="records").all("li")]
    assert links == [_address(_new()), _address(ENVELOPES[DSV4])] or links == [
        _address(ENVELOPES[DSV4]),
        _address(_new()),
    ]


def test_the_text_for_an_issue_is_markdown(with_records: Callable[..., TestClient]) -> None:
    """What a record says is text in it: it neither formats nor mentions anybody, and its code stays code."""
    envelope = _new(
        errorClass="E",
        errorMessage="*args* of __init__ by @team, see [x](//y)",
        filePath="a/b_c`d.py",
        solutions=["# Set `max_len=1` and\n> <b>__restart__</b>"],
    )
    page = parse(with_records(envelope).get(_address(envelope)).text)
    button = next(one for one in page.all("button") if one.words == "Copy for an issue")
    heading, address, _, place, _, step = button["data-copy-text"].split("\n")
    assert heading == r"**E: \*args\* of \_\_init\_\_ by `@team,` see \[x\](//y)**"
    assert address.endswith("-" + "a" * 16)
    assert place == "Raised at ``a/b_c`d.py:1148`` of sgl-project/sglang."
    assert step == r"\# Set `max_len=1` and \> `<b>__restart__</b>`"


def test_alias_moves_for_good(with_records: Callable[..., TestClient]) -> None:
    """An id that another record took over answers 308 with that record's page."""
    envelope = _new()
    envelope["errdex"] = {"aliases": ["bbbbbbbbbbbbbbbb"]}
    client = with_records(envelope)
    answer = client.get("/errors/sgl-project/sglang/x-bbbbbbbbbbbbbbbb")
    assert answer.status_code == 308
    assert answer.headers["location"] == _address(envelope)


def test_withdrawn_record_is_shown_with_a_banner(with_records: Callable[..., TestClient]) -> None:
    """A withdrawn record is still there, and says so first."""
    envelope = _new()
    envelope["errdex"] = {"withdrawnAt": "2026-10-01T00:00:00Z"}
    answer = with_records(envelope).get(_address(envelope))
    assert answer.status_code == 200
    page = parse(answer.text)
    assert page.one("p", class_="warn").words.startswith("Withdrawn on 2026-10-01.")
    assert any(meta.get("content") == "noindex" for meta in page.all("meta"))


def test_page_is_not_sent_twice(client: TestClient) -> None:
    """With the ETag of before, the answer is 304; text and page have ETags of their own."""
    page = client.get(_address(ENVELOPES[KIMI]))
    assert page.headers["cache-control"] == "no-cache"
    assert "Accept" in page.headers["vary"]
    asked = {"If-None-Match": f'"other", {page.headers["etag"]}'}
    again = client.get(_address(ENVELOPES[KIMI]), headers=asked)
    assert again.status_code == 304
    assert not again.content
    assert client.get(_address(ENVELOPES[KIMI]), headers={**asked, "Accept": "text/plain"}).status_code == 200


def test_page_changes_with_the_base(loaded: Settings, client: TestClient) -> None:
    """Related errors hang on other records, so a page is sent again after any ingest."""
    etag = client.get(_address(ENVELOPES[KIMI])).headers["etag"]
    services = wiring.build(loaded, migrate=False)
    services.ingest.ingest([Input("more.json", data=json.dumps(_new()).encode())])
    services.close()
    again = client.get(_address(ENVELOPES[KIMI]), headers={"If-None-Match": etag})
    assert again.status_code == 200


def test_canonical_link_is_absolute_where_the_server_knows_its_address(loaded: Settings) -> None:
    """With a public address the canonical link is absolute, and other links stay on the server that was asked."""
    settings = loaded.model_copy(update={"public_url": "https://errors.example.org"})
    with TestClient(create_app(settings)) as client:
        page = parse(client.get(_address(ENVELOPES[KIMI])).text)
    canonical = next(link for link in page.all("link") if link["rel"] == "canonical")
    assert canonical["href"] == "https://errors.example.org" + _address(ENVELOPES[KIMI])
    assert not [link for link in page.all("a") if link["href"].startswith("https://errors.")]


def test_links_stand_below_the_path_of_the_proxy(app: FastAPI) -> None:
    """Behind a proxy that serves this below a path, every local link and redirect has it."""
    with TestClient(app, root_path="/base") as client:
        page = parse(client.get(_address(ENVELOPES[KIMI])).text)
        moved = client.get(f"/errors/x/y/z-{KIMI}", follow_redirects=False)
    local = [element.get("href") or element.get("src") or "" for element in page.all("a", "link", "script")]
    local = [link for link in local if link.startswith("/")]
    assert len(local) > 10
    assert all(link.startswith("/base/") for link in local)
    assert moved.headers["location"] == "/base" + _address(ENVELOPES[KIMI])


def test_hostile_record_is_only_text(with_records: Callable[..., TestClient]) -> None:
    """Markup, quotes and invisible characters in any field of a record are shown, and never take effect."""
    texts = {
        "errorMessage": HOSTILE,
        "messagePattern": "hostile",
        "documentation": f"`{HOSTILE}`\n\n{HOSTILE}",
        "filePath": f"a/{HOSTILE}.py",
        "sourceCode": f"x = 1\n# {HOSTILE}\nraise ValueError('''{HOSTILE}''')",
        "sourceCodeStart": 1146,
        "solutions": [HOSTILE],
        "exampleFix": f"# before: {HOSTILE}\n{HOSTILE}\n# after\n{HOSTILE}",
        "tryCatchPattern": HOSTILE,
        "validationCode": HOSTILE,
        "typeGuard": HOSTILE,
        "triggerScenarios": HOSTILE,
        "commonSituations": HOSTILE,
        "preventionTips": [HOSTILE],
        "tags": [HOSTILE],
        "backgroundTag": HOSTILE,
        "errorClass": HOSTILE,
        "severity": HOSTILE,
        "errorCode": HOSTILE,
        "handlingStrategy": HOSTILE,
    }
    envelope = _new(**texts)
    envelope["errdex"] = {
        "function": HOSTILE,
        "relatedTitles": [HOSTILE],
        "license": HOSTILE,
        "source": HOSTILE,
    }
    client = with_records(envelope)
    html = client.get(client.get(f"/e/{envelope['record']['id']}").headers["location"]).text
    page = parse(html)
    data = page.one("script", type="application/ld+json")
    assert "<" not in data.text
    assert json.loads(data.text)["@type"] == "TechArticle"
    scripts = [script["src"].split("?")[0] for script in page.all("script") if script is not data]
    assert scripts == ["/static/errdex.js"]
    assert not [name for element in page.walk() for name in element.attributes if name.startswith("on")]
    assert not {"\u202e", "\u2066", "\u200b"} & set(page.one("body").text)
    assert (
        page.one("section", id="solutions")
        .one("li")
        .text.startswith(
            "</pre></textarea><script>alert(1)</script>\"' onload=x {{ 7*7 }} {x} ⟨U+202E⟩⟨U+2066⟩⟨U+200B⟩&lt;"
        )
    )
    for path in ("/search", "/search?q=onload", "/tags", "/backgrounds"):
        listed = parse(client.get(path).text)
        assert all(script["src"].startswith("/static/") for script in listed.all("script"))
        assert not {"\u202e", "\u2066"} & set(listed.one("main").text)


def test_record_that_only_knows_its_place(with_records: Callable[..., TestClient]) -> None:
    """Sections without content are left out, and a record without a message is named by its class."""
    record = {
        "id": "cccccccccccccccc",
        "repo": "local/thing",
        "slug": "",
        "errorClass": "StopError",
        "filePath": "thing/x.py",
        "lineNumber": 3,
        "schemaVersion": 2,
    }
    client = with_records({"record": record})
    assert client.get("/e/cccccccccccccccc").headers["location"] == "/errors/local/thing/cccccccccccccccc"
    page = parse(client.get("/errors/local/thing/cccccccccccccccc").text)
    assert [heading for heading in _headings(page) if heading != "Related errors"] == ["Source"]
    assert page.one("h1").words == "StopError in x.py"
    assert "Analysis of local/thing." in page.one("footer", class_="origin").words
