"""Records over REST: what was ingested comes back, by id, alias, search and name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.services import wiring
from app.services.inputs import find_inputs
from tests.contract.openapi_files import RECORD
from tests.seeds import SEEDS

BUNDLED = {
    envelope["record"]["id"]: envelope
    for path in SEEDS
    for envelope in [json.loads(path.read_text(encoding="utf-8"))]
}
SGLANG = "sgl-project/sglang"


def ingest(
    app: FastAPI, folder: Path, *envelopes: dict[str, Any], source: str | None = None, prune: bool = False
) -> None:
    """Bring records into the database of an application."""
    path = folder / "more.json"
    path.write_text(json.dumps(list(envelopes)), encoding="utf-8")
    services = wiring.build(app.state.settings)
    try:
        report = services.ingest.ingest(
            find_inputs([str(path)]), source=source, prune=prune, dry_run=False, strict=False, skip_bad=False
        )
        assert not report.faults
    finally:
        services.close()


def changed(record_id: str, extension: dict[str, Any] | None = None, **members: Any) -> dict[str, Any]:
    """A bundled record with other members."""
    envelope = BUNDLED[record_id]
    return {
        **envelope,
        "record": {**envelope["record"], **members},
        "errdex": {**envelope.get("errdex", {}), **(extension or {})},
        "datasetVersion": "2026-12-01T00:00:00Z",
    }


@pytest.mark.parametrize("record_id", sorted(BUNDLED))
def test_a_record_is_what_was_ingested(client: TestClient, record_id: str) -> None:
    """Every field of every bundled record comes back unchanged."""
    got = client.get(f"/api/errors/{record_id}").json()
    assert got["record"] == {**got["record"], **BUNDLED[record_id]["record"]}
    assert got["datasetVersion"] == BUNDLED[record_id].get("datasetVersion")
    assert set(got) == {"record", "datasetVersion", "errdex"}


def test_unknown_fields_are_kept(app: FastAPI, client: TestClient, tmp_path: Path) -> None:
    """What the schema does not know is returned, from record and envelope, odd characters included."""
    envelope = changed(RECORD, documentation="größer \u2028 😀", extraField={"deep": [1, 2.5, None, "ü"]})
    ingest(app, tmp_path, {**envelope, "note": "kept"})
    got = client.get(f"/api/errors/{RECORD}").json()
    assert got["record"]["extraField"] == {"deep": [1, 2.5, None, "ü"]}
    assert got["record"]["documentation"] == "größer \u2028 😀"
    assert got["note"] == "kept"


def test_etag(app: FastAPI, client: TestClient, tmp_path: Path) -> None:
    """A strong ETag lets a client keep its copy until the record changes, and only then."""
    first = client.get(f"/api/errors/{RECORD}")
    etag = first.headers["etag"]
    assert etag.startswith('"')
    assert first.headers["cache-control"] == "public, max-age=0, must-revalidate"
    for asked in (etag, f"W/{etag}", f'"other", {etag}', "*"):
        same = client.get(f"/api/errors/{RECORD}", headers={"If-None-Match": asked})
        assert (same.status_code, same.content, same.headers["etag"]) == (304, b"", etag)
    assert client.get(f"/api/errors/{RECORD}", headers={"If-None-Match": '"other"'}).status_code == 200
    other = next(record_id for record_id in BUNDLED if record_id != RECORD)
    ingest(app, tmp_path, changed(other, documentation="changed"))
    assert client.get(f"/api/errors/{RECORD}").headers["etag"] == etag
    ingest(app, tmp_path, changed(RECORD, documentation="changed"))
    renewed = client.get(f"/api/errors/{RECORD}", headers={"If-None-Match": etag})
    assert (renewed.status_code, renewed.json()["record"]["documentation"]) == (200, "changed")


def test_head(client: TestClient) -> None:
    """HEAD gives what GET gives, without the body."""
    got, head = client.get(f"/api/errors/{RECORD}"), client.head(f"/api/errors/{RECORD}")
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["etag"] == got.headers["etag"]
    assert head.headers["content-length"] == got.headers["content-length"]


@pytest.mark.parametrize("rest", ["", "/related"])
def test_an_alias_leads_to_the_record(app: FastAPI, client: TestClient, tmp_path: Path, rest: str) -> None:
    """A former id answers 308 with the record's own address; upper case is one way to write an id."""
    ingest(app, tmp_path, changed(RECORD, extension={"aliases": ["00000000000000aa"]}))
    for asked in ("00000000000000aa", RECORD.upper()):
        response = client.get(f"/api/errors/{asked}{rest}", follow_redirects=False)
        assert (response.status_code, response.headers["location"]) == (308, f"/api/errors/{RECORD}{rest}")
        assert client.get(f"/api/errors/{asked}{rest}").status_code == 200


def test_a_withdrawn_record_is_still_read(app: FastAPI, client: TestClient, tmp_path: Path) -> None:
    """A withdrawn record says when, and is in no list and no match."""
    kept, gone = changed(RECORD), changed(next(record_id for record_id in BUNDLED if record_id != RECORD))
    ingest(app, tmp_path, kept, gone, source="mine")
    ingest(app, tmp_path, kept, source="mine", prune=True)
    gone_id = gone["record"]["id"]
    got = client.get(f"/api/errors/{gone_id}")
    assert got.status_code == 200
    assert got.json()["errdex"]["withdrawnAt"] is not None
    listed = client.get("/api/errors").json()
    assert listed["total"] == len(BUNDLED) - 1
    assert gone_id not in [item["id"] for item in listed["items"]]
    text = f"{gone['record']['errorClass']}: {gone['record']['errorMessage']}"
    assert gone_id not in client.post("/api/match", json={"text": text}).text
    assert gone_id not in client.get(f"/api/errors/{RECORD}/related").text


@pytest.mark.parametrize(
    "record_id", ["0000000000000000", "x", "%20", "..", "0" * 64, "%F0%9F%98%80", "a%2Fb"]
)
def test_no_such_record(client: TestClient, record_id: str) -> None:
    """An id that nobody has, or that is none, is a 404 that says so."""
    for rest in ("", "/related"):
        response = client.get(f"/api/errors/{record_id}{rest}")
        assert response.status_code == 404
        assert response.headers["content-type"] == "application/problem+json"
        assert response.json()["code"] in {"record-not-found", "not-found"}


def test_related(client: TestClient) -> None:
    """Related records are an array of at most five, each with its reason, never the record itself."""
    related = client.get(f"/api/errors/{RECORD}/related").json()
    assert 1 <= len(related) <= 5
    for item in related:
        assert list(item) == ["id", "title", "slug", "repo", "errorClass", "filePath", "url", "reason"]
        assert item["reason"]
        assert item["id"] != RECORD


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ({}, set(BUNDLED)),
        ({"q": "DSpARK KDA"}, {RECORD}),
        ({"q": RECORD}, {RECORD}),
        ({"q": "no such words anywhere"}, set()),
        ({"q": "%_\\'\"*;--"}, None),
        ({"repo": SGLANG}, set(BUNDLED)),
        ({"repo": "pypi/other"}, set()),
        ({"errorClass": "RuntimeError"}, {"3defc1710d3da8d8"}),
        ({"backgroundTag": "incompatible-model-configuration"}, {"3defc1710d3da8d8"}),
        ({"tag": "swa", "repo": SGLANG}, {"3defc1710d3da8d8"}),
        ({"filePath": "sglang/srt/disaggregation/utils.py"}, {"3defc1710d3da8d8"}),
        ({"errorType": "", "severity": "error"}, set(BUNDLED)),
        ({"httpStatus": "404"}, set()),
    ],
    ids=lambda value: str(sorted(value) if isinstance(value, set) else value),
)
def test_search(client: TestClient, query: dict[str, str], ids: set[str] | None) -> None:
    """Words and filters, together and apart, find what they say."""
    page = client.get("/api/errors", params=query).json()
    found = {item["id"] for item in page["items"]}
    assert page["next"] is None
    assert page["total"] == len(page["items"])
    assert ids is None or found == ids


@pytest.mark.parametrize("path", ["/api/errors", "/api/tags", "/api/repos", "/api/backgrounds"])
def test_pages_are_parts_of_the_list(client: TestClient, path: str) -> None:
    """Following `next` gives the whole list, each item once, in the same order."""
    whole = client.get(path).json()
    items: list[Any] = []
    cursor = None
    for _ in range(len(whole["items"])):
        page = client.get(path, params={"limit": 1, **({"cursor": cursor} if cursor else {})}).json()
        assert page["total"] == whole["total"]
        items += page["items"]
        cursor = page["next"]
    assert cursor is None
    assert items == whole["items"]


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/api/errors?limit=0", 422, "invalid-fields"),
        ("/api/errors?limit=101", 422, "invalid-fields"),
        ("/api/tags?limit=x", 422, "invalid-fields"),
        ("/api/errors?httpStatus=99", 422, "invalid-fields"),
        ("/api/errors?q=" + "x" * 1001, 422, "invalid-fields"),
        ("/api/errors?cursor=nonsense", 400, "bad-cursor"),
        ("/api/repos?cursor=AAAA", 400, "bad-cursor"),
    ],
)
def test_wrong_list_parameters(client: TestClient, path: str, status: int, code: str) -> None:
    """A limit out of range is refused, not lowered, and so is a token of another list."""
    response = client.get(path)
    assert (response.status_code, response.json()["code"]) == (status, code)


def test_a_token_belongs_to_its_list(client: TestClient) -> None:
    """The token of one search is refused by another."""
    token = client.get("/api/errors", params={"limit": 1}).json()["next"]
    response = client.get("/api/errors", params={"limit": 1, "q": "DSPARK", "cursor": token})
    assert (response.status_code, response.json()["code"]) == (400, "bad-cursor")


def test_names(client: TestClient) -> None:
    """Repositories, tags and kinds of mistake come with counts, most used first."""
    assert client.get("/api/repos").json()["items"] == [{"name": SGLANG, "count": len(BUNDLED)}]
    for path in ("/api/tags", "/api/backgrounds"):
        counts = [item["count"] for item in client.get(path).json()["items"]]
        assert counts == sorted(counts, reverse=True)
        assert counts


@pytest.mark.parametrize(
    ("method", "target", "body"),
    [
        ("GET", "/nowhere/{secret}", None),
        ("GET", "/api/errors/{secret}", None),
        ("GET", "/api/errors/{secret}/related", None),
        ("GET", "/api/errors?cursor={secret}", None),
        ("GET", "/errors/acme/pool/{secret}", None),
        ("POST", "/api/match", '{{"text": "x", "versions": {{"{secret}": 5}}}}'),
        ("POST", "/api/match", '{{"text": "x", "{secret}": 5}}'),
    ],
)
@pytest.mark.parametrize("accept", ["application/json", "text/html"])
def test_a_problem_shows_no_secret(
    client: TestClient, method: str, target: str, body: str | None, accept: str
) -> None:
    """What an error says of the address and of the names of fields is redacted, as JSON and as a page."""
    secret = "ghp_" + "a1B2c3D4e5" * 4
    response = client.request(
        method,
        target.format(secret=secret),
        content=body and body.format(secret=secret),
        headers={"Accept": accept, **({"Content-Type": "application/json"} if body else {})},
    )
    assert response.status_code in {400, 404, 422}
    assert secret not in response.text


@pytest.mark.parametrize(
    "path", ["/api/errors?errorclass=KeyError", "/api/repos?sort=name", f"/api/errors/{RECORD}/related?max=3"]
)
def test_a_parameter_that_is_none_is_refused(client: TestClient, path: str) -> None:
    """A mistyped filter is named, with those that there are, and does not answer with everything."""
    response = client.get(path)
    assert response.status_code == 422
    (fault,) = response.json()["errors"]
    assert fault["field"] == "query." + path.split("?")[1].split("=", maxsplit=1)[0]
    assert "it has" in fault["problem"]


@pytest.mark.parametrize("method", ["PUT", "DELETE"])
def test_records_are_not_written_over_http(client: TestClient, method: str) -> None:
    """Without access tokens, writing a record is an address that is not there."""
    assert client.request(method, f"/api/errors/{RECORD}").status_code == 404
    assert client.get(f"/api/errors/{RECORD}").status_code == 200
