"""Records that hold only what follows from the source: answers and pages lead with trigger, values and code."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.config import Settings
from app.main import create_app
from app.services import wiring
from app.services.inputs import Input
from tests.web.html_document import Element, parse

HTML = {"Accept": "text/html"}
NOTE = "Derived from the source: nobody has written an explanation yet."
TRIGGER = "Raised in `Pool.grow` when `size > self.limit`, after `self.closed` was false."
PASTE = "ValueError: Pool 'blue' cannot grow past 16 slots"
RECORD: dict[str, Any] = {
    "id": "00000000000000aa",
    "repo": "acme/pool",
    "slug": "pool-name-r-cannot-grow-past-limit-slots",
    "errorMessage": "Pool {name!r} cannot grow past {limit} slots",
    "messagePattern": "Pool (.*?) cannot grow past (.*?) slots",
    "errorType": "validation",
    "errorClass": "ValueError",
    "severity": "error",
    "filePath": "src/acme/pool.py",
    "lineNumber": 40,
    "sourceCode": "\n".join([f"    line_{number}()" for number in range(22, 59)]),
    "sourceCodeStart": 22,
    "sourceCodeEnd": 58,
    "triggerScenarios": TRIGGER,
    "tags": ["pool"],
    "schemaVersion": 2,
}
ERRDEX = {"function": "Pool.grow", "provenance": {"kind": "derived", "verified": []}}


@pytest.fixture
def client(loaded: Settings) -> Iterator[TestClient]:
    """A client of an application whose base also holds the derived record."""
    services = wiring.build(loaded, migrate=False)
    data = json.dumps({"record": RECORD, "errdex": ERRDEX}).encode()
    report = services.ingest.ingest([Input("derived.json", data=data)])
    services.close()
    assert not report.faults, report.faults
    with TestClient(create_app(loaded), raise_server_exceptions=False) as client:
        yield client


def _order(page: Element, *parts: str) -> None:
    places = [page.words.index(part) for part in parts]
    assert places == sorted(places)


def test_the_answer_brings_the_code(client: TestClient) -> None:
    """The API gives the source of a record without an explanation, and of no other."""
    found = client.post("/api/match", json={"text": PASTE}).json()["events"][0]["matches"][0]
    assert found["provenance"] == "derived"
    assert (found["sourceCode"], found["sourceCodeStart"]) == (RECORD["sourceCode"], 22)
    seed = "ValueError: Currently DFLASH speculative decoding does not support dp attention."
    explained = client.post("/api/match", json={"text": seed}).json()["events"][0]["matches"][0]
    assert explained["documentation"]
    assert (explained["sourceCode"], explained["sourceCodeStart"]) == (None, None)


def test_the_answer_page_leads_with_trigger_values_and_code(client: TestClient) -> None:
    """The page of an answer shows when it happens, what was captured and the lines round the raise, and says so."""
    response = client.post("/", data={"text": PASTE}, headers=HTML)
    page = parse(response.text).one("main")
    remedy = page.one("div", class_="remedy")
    assert [heading.words for heading in remedy.all("h4")] == [
        "When it happens",
        "Values in your message",
        "Code",
    ]
    _order(remedy, "Raised in Pool.grow", "'blue'", "line_40()", NOTE)
    assert remedy.words.count(NOTE) == 1
    lines = remedy.one("div", class_="source").all("span", class_="line")
    assert [line["id"][-3:] for line in lines] == [f"L{number}" for number in range(32, 45)]
    assert [line.words for line in lines if "raises" in line["class"]] == ["line_40() (raised here)"]
    assert "Values in your message" not in page.one("div", class_="proof").words


def test_every_anchor_of_the_answer_page_is_unique(client: TestClient) -> None:
    """The same record in two events gives no two elements one id."""
    text = f"{PASTE}\n\nTypeError: other\n\nRuntimeError: Pool 'red' cannot grow past 4 slots\n"
    page = parse(client.post("/", data={"text": text}, headers=HTML).text)
    ids = [element["id"] for element in page.walk() if element.get("id")]
    assert len(ids) == len(set(ids))


def test_the_record_page_leads_with_the_trigger(client: TestClient) -> None:
    """When it happens stands before the source, under a sentence that nobody has explained the error."""
    page = parse(client.get("/e/00000000000000aa", headers=HTML).text).one("main")
    headings = [heading.words for heading in page.all("h2")]
    assert headings[:3] == ["Error message", "When it happens", "Source"]
    assert "What it means" not in headings
    _order(page, NOTE, "Raised in Pool.grow", "line_40()")


def test_an_explanation_takes_the_sentence_away(client: TestClient, loaded: Settings) -> None:
    """As soon as somebody writes what it means, the record reads as any other."""
    services = wiring.build(loaded, migrate=False)
    partial = {"record": {"id": RECORD["id"], "documentation": "A pool has a fixed size."}}
    report = services.ingest.ingest([Input("prose.json", data=json.dumps(partial).encode())])
    services.close()
    assert not report.faults, report.faults
    page = parse(client.get("/e/00000000000000aa", headers=HTML).text).one("main")
    assert NOTE not in page.words
    headings = [heading.words for heading in page.all("h2")]
    assert headings[:3] == ["Error message", "What it means", "Source"]
    found = client.post("/api/match", json={"text": PASTE}).json()["events"][0]["matches"][0]
    assert found["sourceCode"] is None
