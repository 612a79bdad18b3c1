"""Reading a record's page gives the fields that it shows: of every bundled record, of learned ones, of odd ones."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.config import Settings
from app.domain.identity import record_path, title_of
from app.domain.records import Envelope
from app.extract.pool import Extraction
from app.extract.targets.model import Target
from app.main import create_app
from app.services import wiring
from app.services.inputs import Input, find_inputs
from tests.knowledge.sites import targets
from tests.web.html_document import parse
from tests.web.shown_fields import shown_fields, spoken

LEARNED = ("click", "jinja2")
LEARNED_SHOWN = 60
MAX_PAGE_BYTES = 60_000
PROSE = ("documentation", "triggerScenarios", "commonSituations")
LISTS = ("solutions", "preventionTips")
CODE = ("sourceCode", "validationCode", "typeGuard", "tryCatchPattern")
ODD: dict[str, Any] = {
    "id": "0dd0dd0dd0dd0dd0",
    "repo": "acme/odd.repo_1",
    "slug": "odd",
    "errorCode": "E-1 <b>",
    "errorMessage": "  {a} & <b>\n\n%(c)s 'quoted' \"twice\" {{braces}} `ticks`",
    "messagePattern": r"(.*?) & <b>\s+(.*)",
    "errorType": "validation",
    "errorClass": "acme.errors.Odd_1",
    "httpStatus": 404,
    "severity": "fatal",
    "filePath": "src/a b/c#d.py",
    "lineNumber": 3,
    "sourceCode": "\n\tif x:  # <&>\n\t    raise Odd_1('''\n  end''')\n\n",
    "sourceCodeStart": 1,
    "sourceCodeEnd": 6,
    "documentation": "One `code` word.\n\nTwo\nlines.\n \nThree: <script>alert(1)</script>",
    "triggerScenarios": "When.",
    "solutions": ["First: 1 < 2 & so on", "`second`\n  line"],
    "exampleFix": "# before\nx = [\n    1,\n]\n\n# after\nx = [\n    2,\n]",
    "validationCode": "if not a:\n    pass\n\n\nif b:\n\treturn",
    "preventionTips": ["Look & see"],
    "tags": ["b", "a", "c d"],
    "backgroundTag": "odd-kind",
    "handlingStrategy": "retry",
    "analyzedSha": "0123456789abcdef0123456789abcdef01234567",
    "githubUrl": "https://github.com/acme/odd.repo_1/blob/0123456789abcdef0123456789abcdef01234567/src/a%20b/c%23d.py#L1-L6",
    "analyzedAt": "2026-05-06",
    "schemaVersion": 2,
}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """An application over the bundled records, two learned packages and the odd record."""
    path = tmp_path_factory.mktemp("reading") / "errdex.db"
    settings = Settings(_env_file=None, database_url=f"sqlite:///{path}")
    services = wiring.build(settings)
    services.ingest.ingest(find_inputs([]))
    report = services.ingest.ingest([Input("odd.json", data=json.dumps({"record": ODD}).encode())])
    assert not report.faults, report.faults
    with Extraction() as extraction:
        for target in targets(LEARNED):
            assert isinstance(target, Target), target
            drafts = (
                draft for file in extraction.read(target.files(), target.origin) for draft in file.drafts
            )
            services.learn.learn(target.origin, drafts)
    services.close()
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        yield client


def _envelopes(client: TestClient) -> list[Envelope]:
    services = client.app.state.services  # type: ignore[attr-defined]  # Starlette types it as any ASGI app
    ids: list[str] = []
    page = services.catalog.search(limit=100)
    ids += [item.id for item in page.items]
    while page.next:
        page = services.catalog.search(cursor=page.next, limit=100)
        ids += [item.id for item in page.items]
    found = [services.catalog.get(record_id).envelope for record_id in ids]
    whole = [one for one in found if one.errdex.provenance.kind != "derived"]
    derived = [one for one in found if one.errdex.provenance.kind == "derived"]
    return whole + random.Random(3).sample(derived, min(LEARNED_SHOWN, len(derived)))


def _expected(envelope: Envelope) -> dict[str, Any]:
    """What the page is to show of a record: prose without the quotes of code, all else letter by letter."""
    wire = envelope.record.wire()
    expected = {name: spoken(wire[name]) for name in PROSE if wire[name]}
    expected |= {
        name: [" ".join(spoken(item).split()) for item in wire[name]] for name in LISTS if wire[name]
    }
    expected |= {name: wire[name] for name in CODE if wire[name]}
    for name in ("id", "repo", "severity", "errorClass", "filePath", "lineNumber", "githubUrl"):
        expected[name] = wire[name]
    if wire["errorMessage"] is not None:
        expected["errorMessage"] = wire["errorMessage"]
    if wire["sourceCode"]:
        expected |= {name: wire[name] for name in ("sourceCodeStart", "sourceCodeEnd")}
    if wire["exampleFix"]:
        # What parts before and after, blank lines, is drawn as two blocks.
        expected["exampleFix"] = re.sub(r"\n+(# (?:before|after))", r"\n\n\1", wire["exampleFix"])
    if wire["tags"] or wire["backgroundTag"]:
        expected |= {name: wire[name] for name in ("tags", "backgroundTag")}
    for name in ("errorCode", "errorType", "httpStatus", "handlingStrategy", "messagePattern"):
        if wire[name]:
            expected[name] = str(wire[name])
    expected["title"] = title_of(envelope.record, envelope.errdex.function)
    return expected


def test_every_page_gives_its_fields(client: TestClient) -> None:
    """Field by field; the record's code apart, no page is larger than it may be."""
    envelopes = _envelopes(client)
    kinds = {one.errdex.provenance.kind for one in envelopes}
    assert len(envelopes) >= 176 + LEARNED_SHOWN
    assert kinds >= {"written", "derived", "unknown"}
    for envelope in envelopes:
        answer = client.get(record_path(envelope.record), headers={"Accept": "text/html"})
        shown = shown_fields(parse(answer.text))
        expected = _expected(envelope)
        for name, value in expected.items():
            assert shown.get(name) == value, f"{envelope.record.id} {name}"
        assert not {name for name, value in shown.items() if value is not None} - set(expected), (
            envelope.record.id
        )
        code = sum(len(expected.get(name) or "") for name in (*CODE, "exampleFix"))
        assert len(answer.content) - code < MAX_PAGE_BYTES, f"{envelope.record.id}: {len(answer.content)}"
