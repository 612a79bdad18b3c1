"""Records written over REST: who may, what comes of it, and that nothing is there until a token exists."""

from __future__ import annotations

import gzip
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.services.wiring import Services
from tests.contract.openapi_files import PASTE, RECORD

URL = f"/api/errors/{RECORD}"
NEW_ID = "00112233445566aa"
MESSAGE = "cart of {owner} takes no item over {limit} kilograms"
NEW: dict[str, Any] = {
    "id": NEW_ID,
    "repo": "acme/shop",
    "slug": "cart-takes-no-item",
    "errorMessage": MESSAGE,
    "messagePattern": "cart of (.*?) takes no item over (.*?) kilograms",
    "errorType": "validation",
    "errorClass": "CartError",
    "severity": "error",
    "filePath": "shop/cart.py",
    "lineNumber": 12,
}
NEW_PASTE = "shop.cart.CartError: cart of ada takes no item over 40 kilograms"
WRITES = [
    ("PUT", f"/api/errors/{NEW_ID}", NEW),
    ("DELETE", URL, None),
    ("POST", "/api/ingest", [NEW]),
]
each_write = pytest.mark.parametrize(("method", "url", "body"), WRITES, ids=["put", "delete", "ingest"])


@pytest.fixture
def services(app: FastAPI, client: TestClient) -> Services:
    """The services of the server that `client` asks."""
    found: Services = app.state.services
    return found


@pytest.fixture
def writer(services: Services) -> dict[str, str]:
    """Headers with a token of the scope records."""
    return {"Authorization": f"Bearer {services.access.new('nightly', 'records')}"}


def best(client: TestClient, text: str) -> str | None:
    """The id of the record that a paste is answered with."""
    found = client.post("/api/match", json={"text": text}).json()["best"]
    return found["id"] if found else None


@each_write
def test_nothing_is_here_without_a_token(client: TestClient, method: str, url: str, body: Any) -> None:
    """As long as nobody can have a token, the addresses answer as if there were nothing."""
    assert client.request(method, url, json=body).status_code == 404


@each_write
def test_revoking_the_last_token_closes_it(
    client: TestClient, services: Services, writer: dict[str, str], *, method: str, url: str, body: Any
) -> None:
    """A server whose tokens are all revoked takes nothing again."""
    services.access.revoke("nightly")
    assert client.request(method, url, json=body, headers=writer).status_code == 404


@each_write
@pytest.mark.parametrize(
    ("given", "status", "code"),
    [
        (None, 401, "token-needed"),
        ("Bearer errdex_" + "a" * 43, 401, "token-needed"),
        ("Basic YTpi", 401, "token-needed"),
        ("notes", 403, "not-yours"),
    ],
)
def test_who_may_not(
    client: TestClient,
    services: Services,
    writer: dict[str, str],
    *,
    method: str,
    url: str,
    body: Any,
    given: str | None,
    status: int,
    code: str,
) -> None:
    """A token for notes writes no records, and who may not write leaves nothing behind."""
    if given == "notes":
        given = f"Bearer {services.access.new('ci')}"
    before = services.catalog.revision()
    headers = {"Authorization": given} if given else {}
    response = client.request(method, url, json=body, headers=headers)
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert ("www-authenticate" in response.headers) == (status == 401)
    assert services.catalog.revision() == before


@pytest.mark.parametrize("scope", ["records", "maintain"])
def test_a_record_is_put_answered_withdrawn_and_put_again(
    client: TestClient, services: Services, scope: Any
) -> None:
    """Each step is seen by the next request: what was put is answered, what was withdrawn is not, and comes back."""
    headers = {"Authorization": f"Bearer {services.access.new('one', scope)}"}
    url = f"/api/errors/{NEW_ID}"
    assert best(client, NEW_PASTE) is None
    added = client.put(url, json={"record": NEW, "datasetVersion": "2026-11-30T00:00:00Z"}, headers=headers)
    assert added.status_code == 201
    assert added.json() == client.get(url).json()
    assert added.headers["etag"] == client.get(url).headers["etag"]
    assert added.json()["record"]["errorMessage"] == MESSAGE
    assert best(client, NEW_PASTE) == NEW_ID
    changed = client.put(url, json={**NEW, "documentation": "It is too heavy."}, headers=headers)
    assert (changed.status_code, changed.json()["record"]["documentation"]) == (200, "It is too heavy.")
    assert changed.headers["etag"] != added.headers["etag"]
    for _ in range(2):
        gone = client.delete(url, headers=headers)
        assert (gone.status_code, gone.content) == (204, b"")
    assert best(client, NEW_PASTE) is None
    assert client.get(url).json()["errdex"]["withdrawnAt"]
    assert client.put(url, json=NEW, headers=headers).status_code == 200
    assert best(client, NEW_PASTE) == NEW_ID


@pytest.mark.parametrize("method", ["PUT", "DELETE"])
@pytest.mark.parametrize(
    ("name", "tag", "status"),
    [
        ("If-Match", "{own}", 2),
        ("If-Match", '"other", {own}', 2),
        ("If-Match", "*", 2),
        ("If-Match", '"other"', 4),
        ("If-Match", '"*"', 4),
        ("If-Match", "W/{own}", 4),
        ("If-None-Match", "*", 4),
        ("If-None-Match", "W/{own}", 4),
        ("If-None-Match", '"other"', 2),
    ],
)
def test_preconditions(
    client: TestClient, writer: dict[str, str], *, method: str, name: str, tag: str, status: int
) -> None:
    """What somebody else wrote meanwhile is not written over where the caller says what it took the record for."""
    before = client.get(URL)
    client.post(f"{URL}/feedback", json={"verdict": "solved"}, headers=writer)
    now = client.get(URL)
    assert now.headers["etag"] != before.headers["etag"]
    headers = {**writer, name: tag.format(own=now.headers["etag"])}
    body = {"id": RECORD, "documentation": "Another one."} if method == "PUT" else None
    response = client.request(method, URL, json=body, headers=headers)
    assert response.status_code // 100 == status
    if status == 4:
        assert (response.status_code, response.json()["code"]) == (412, "changed")
        assert client.get(URL).json() == now.json()
        stale = client.request(method, URL, json=body, headers={**writer, "If-Match": before.headers["etag"]})
        assert stale.status_code == 412


def test_a_record_that_is_not_there(client: TestClient, writer: dict[str, str]) -> None:
    """It cannot be withdrawn, nor put where another one is asked for; with `If-None-Match: *` it is put once."""
    url = f"/api/errors/{NEW_ID}"
    assert client.delete(url, headers=writer).status_code == 404
    assert client.put(url, json=NEW, headers={**writer, "If-Match": "*"}).status_code == 412
    once = {**writer, "If-None-Match": "*"}
    assert [client.put(url, json=NEW, headers=once).status_code for _ in range(2)] == [201, 412]


@pytest.mark.parametrize(
    ("url", "body", "status", "code", "words"),
    [
        (URL, {**NEW}, 400, "bad-input", NEW_ID),
        (URL, [NEW], 400, "bad-json", "POST /api/ingest"),
        (URL, "{", 400, "bad-json", "line 1, column 2"),
        (URL, '{"id": NaN}', 400, "bad-json", "number that JSON does not have"),
        (URL, "[" * 100_000, 400, "bad-json", "nested too deeply"),
        (URL, {"id": RECORD, "documentation": "x" * 2_000_000}, 413, "body-too-large", "bytes"),
        (URL, "", 400, "bad-input", "no body"),
        (f"/api/errors/{NEW_ID}", {"documentation": "x"}, 422, "bad-records", "Nothing was written"),
        (f"/api/errors/{NEW_ID}", {**NEW, "lineNumber": "x"}, 422, "bad-records", "Nothing was written"),
        ("/api/errors/nonsense", {**NEW, "id": "nonsense"}, 422, "bad-records", "Nothing was written"),
    ],
)
def test_a_bad_record_is_refused(
    client: TestClient,
    writer: dict[str, str],
    *,
    url: str,
    body: Any,
    status: int,
    code: str,
    words: str,
) -> None:
    """With the value, the fault and what to do; and the base is what it was."""
    before = client.get("/api/stats").json()
    content = body if isinstance(body, str) else json.dumps(body)
    headers = {**writer, "Content-Type": "application/json"}
    response = client.put(url, content=content, headers=headers)
    problem = response.json()
    assert (response.status_code, problem["code"]) == (status, code), problem
    assert words in problem["detail"]
    assert bool(problem["errors"]) == (code == "bad-records")
    assert client.get("/api/stats").json() == before


def test_an_older_record_is_refused(client: TestClient, writer: dict[str, str]) -> None:
    """Of an older data set than the one that stands: both are named, and it stands as it was."""
    url = f"/api/errors/{NEW_ID}"
    for year, status in ((2025, 201), (2024, 409), (2026, 200)):
        body = {"record": {**NEW, "documentation": f"{year}"}, "datasetVersion": f"{year}-01-01T00:00:00Z"}
        response = client.put(url, json=body, headers=writer)
        assert response.status_code == status
        if status == 409:
            assert response.json()["code"] == "outdated"
            assert all(word in response.json()["detail"] for word in ("2025-01-01", "2024-01-01"))
            assert client.get(url).json()["record"]["documentation"] == "2025"


FORMS = {
    "array": (json.dumps([NEW]).encode(), "application/json"),
    "envelope": (json.dumps({"record": NEW}).encode(), "application/json"),
    "lines": (json.dumps(NEW).encode() + b"\n", "application/x-ndjson"),
    "gzip": (gzip.compress(json.dumps(NEW).encode()), "application/gzip"),
    "undeclared gzip": (gzip.compress(json.dumps(NEW).encode()), "application/octet-stream"),
    "no type": (json.dumps(NEW).encode(), ""),
}


@pytest.mark.parametrize(("body", "kind"), FORMS.values(), ids=FORMS.keys())
def test_ingest_takes_every_form(client: TestClient, writer: dict[str, str], body: bytes, kind: str) -> None:
    """Each form of a file of records gives the same record; twice is once."""
    headers = {**writer, **({"Content-Type": kind} if kind else {})}
    report = client.post("/api/ingest", content=body, headers=headers)
    assert report.status_code == 200, report.text
    assert report.json()["counts"]["added"] == 1
    assert [one["id"] for one in report.json()["changes"]] == [NEW_ID]
    again = client.post("/api/ingest", content=body, headers=headers).json()
    assert (again["counts"]["unchanged"], again["revision"]) == (1, report.json()["revision"])
    assert best(client, NEW_PASTE) == NEW_ID


def test_a_page_that_is_read_is_what_ingest_takes(client: TestClient, writer: dict[str, str]) -> None:
    """The text of a record's page, which the API serves, is a file of records too."""
    text = client.get(f"/e/{RECORD}?format=txt", follow_redirects=True).text
    report = client.post(
        "/api/ingest", content=text.encode(), headers={**writer, "Content-Type": "text/plain"}
    )
    assert report.status_code == 200, report.text
    assert report.json()["counts"]["records"] == 1
    assert best(client, PASTE) == RECORD


def test_faults_hold_all_of_it_back(client: TestClient, writer: dict[str, str]) -> None:
    """All faults are listed, and nothing is written unless the bad ones may be left out."""
    bad = {**NEW, "id": "00112233445566bb", "severity": 3}
    refused = client.post("/api/ingest", json=[NEW, bad], headers=writer)
    assert (refused.status_code, refused.json()["code"]) == (422, "bad-records")
    assert "severity" in json.dumps(refused.json()["errors"])
    assert client.get(f"/api/errors/{NEW_ID}").status_code == 404
    report = client.post("/api/ingest", json=[NEW, bad], params={"skipBad": True}, headers=writer)
    assert (report.status_code, report.json()["exitCode"]) == (200, 3)
    assert report.json()["counts"] | {"added": 1, "faulty": 1} == report.json()["counts"]
    assert client.get(f"/api/errors/{NEW_ID}").status_code == 200


@pytest.mark.parametrize("skip_bad", [False, True])
def test_so_many_faults_are_listed(client: TestClient, writer: dict[str, str], *, skip_bad: bool) -> None:
    """The first thousand, and how many there are."""
    body = b"\n".join([json.dumps(NEW).encode(), *[b"{}"] * 400, *[b'{"id": 1}'] * 400])
    headers = {**writer, "Content-Type": "application/x-ndjson"}
    answer = client.post("/api/ingest", content=body, params={"skipBad": skip_bad}, headers=headers)
    if skip_bad:
        report = answer.json()
        assert (answer.status_code, report["counts"]["added"], report["counts"]["faulty"]) == (200, 1, 800)
        assert len(report["faults"]) == 1000
        assert "more faults are not listed" in report["notes"][0]
    else:
        assert (answer.status_code, len(answer.json()["errors"])) == (422, 1000)
        assert answer.json()["faults"] > 1600


def test_what_people_say_is_not_written(client: TestClient, writer: dict[str, str]) -> None:
    """Numbers that come back with a record are those that were read, and not the record's."""
    client.post(f"{URL}/feedback", json={"verdict": "solved"}, headers=writer)
    got = client.get(URL).json()
    sent = {**got, "people": {"notes": 5, "solved": 7, "wrong": 0}}
    answer = client.put(URL, json=sent, headers=writer)
    assert (answer.status_code, answer.json()["people"]) == (200, {"notes": 0, "solved": 1, "wrong": 0})
    assert client.get(URL).json() == got


def test_writers_that_wait_leave_room_for_others(
    client: TestClient, services: Services, writer: dict[str, str]
) -> None:
    """While one holds the database, others wait in numbers, and a match is answered as ever."""
    urls = [f"/api/errors/{number:016x}" for number in range(60)]
    with ThreadPoolExecutor(len(urls)) as pool:
        with services.database.write():
            puts = [
                pool.submit(client.put, url, json={**NEW, "id": url[-16:]}, headers=writer) for url in urls
            ]
            assert best(client, PASTE) == RECORD
            assert not any(one.done() for one in puts)
        codes = sorted(one.result().status_code for one in puts)
    assert codes == [201] + [409] * (len(urls) - 1)


def test_a_trial_run_writes_nothing(client: TestClient, writer: dict[str, str]) -> None:
    """It says what would come of it."""
    report = client.post("/api/ingest", json=[NEW], params={"dryRun": True}, headers=writer).json()
    assert (report["dryRun"], report["counts"]["added"]) == (True, 1)
    assert client.get(f"/api/errors/{NEW_ID}").status_code == 404


def test_a_source_is_pruned(client: TestClient, writer: dict[str, str]) -> None:
    """What a source brings no longer is withdrawn, and nothing of others."""
    other = {**NEW, "id": "00112233445566bb", "lineNumber": 90, "errorMessage": "no shop is open at {hour}"}
    other["messagePattern"] = "no shop is open at (.*)"
    query: dict[str, Any] = {"source": "nightly", "prune": True}
    client.post("/api/ingest", json=[NEW, other], params=query, headers=writer)
    report = client.post("/api/ingest", json=[NEW], params=query, headers=writer).json()
    assert report["withdrawn"] == 1
    assert client.get("/api/errors/00112233445566bb").json()["errdex"]["withdrawnAt"]
    assert best(client, PASTE) == RECORD
    wrongs: list[dict[str, Any]] = [{"prune": True}, {"prune": True, "source": "notes"}]
    for wrong in wrongs:
        refused = client.post("/api/ingest", json=[NEW], params=wrong, headers=writer)
        assert (refused.status_code, refused.json()["code"]) == (400, "bad-input")


@pytest.mark.parametrize(
    ("headers", "content", "status", "code"),
    [
        ({"Content-Type": "application/x-www-form-urlencoded"}, b"a=b", 415, "unsupported-body"),
        ({"Content-Type": "application/json", "Content-Encoding": "br"}, b"x", 415, "unsupported-body"),
        ({"Content-Type": "application/json", "Content-Encoding": "gzip"}, b"{}", 400, "bad-compression"),
        ({"Content-Type": "application/gzip"}, gzip.compress(b" " * 40_000_000), 413, "body-too-large"),
        ({"Content-Type": "application/json"}, b" " * 9_000_000, 413, "body-too-large"),
        ({"Content-Type": "application/x-ndjson"}, b"{}\n" * 20_001, 422, "bad-records"),
        ({"Content-Type": "application/x-ndjson"}, b"x\n" * 4_000_000, 422, "bad-records"),
        ({"Content-Type": "application/json"}, b'{"a":1' + b',"a":1' * 1_000_000 + b"}", 422, "bad-records"),
        ({"Content-Type": "application/json"}, b"", 400, "bad-input"),
        ({"Content-Type": "application/json"}, b"[" * 100_000, 422, "bad-records"),
        ({"Content-Type": "application/json"}, b"\xff\xfe\x00", 422, "bad-records"),
    ],
)
def test_a_body_that_holds_no_records(
    client: TestClient,
    writer: dict[str, str],
    *,
    headers: dict[str, str],
    content: bytes,
    status: int,
    code: str,
) -> None:
    """It is refused with its kind, and what to send instead; and the answer is no longer than one reads."""
    response = client.post("/api/ingest", content=content, headers={**writer, **headers})
    assert len(response.content) < 30_000
    assert (response.status_code, response.json()["code"]) == (status, code), response.text


def test_an_alias_leads_to_its_record(client: TestClient, writer: dict[str, str]) -> None:
    """A write at an alias is sent on to the record, method and body with it, and nothing is written at the alias."""
    alias = "00112233445566cc"
    body = {"record": NEW, "errdex": {"aliases": [alias]}}
    assert client.put(f"/api/errors/{NEW_ID}", json=body, headers=writer).status_code == 201
    for method in ("PUT", "DELETE"):
        response = client.request(
            method, f"/api/errors/{alias}", json={}, headers=writer, follow_redirects=False
        )
        assert (response.status_code, response.headers["location"]) == (308, f"/api/errors/{NEW_ID}")
