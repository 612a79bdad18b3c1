"""Notes and feedback over REST: shapes, who is let in, and that the record itself stays as it was."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.config import Settings
from app.main import create_app
from tests.contract.openapi_files import PASTE, RECORD

URL = f"/api/errors/{RECORD}"
UNKNOWN = "shop.errors.CartFull: cart of 'alice' cannot take item 4711, 16 is the most"
HOSTILE = "<script>alert(1)</script> <!channel> @everyone `x` ```\n\u202eevil \x1b[31m [a](javascript:alert(1)) ![i](https://e.org/x.png)"


@pytest.fixture
def bearer(app: FastAPI, client: TestClient) -> dict[str, str]:
    """Headers with a token of the scope notes."""
    return {"Authorization": f"Bearer {app.state.services.access.new('ci')}"}


@pytest.fixture
def boss(app: FastAPI, client: TestClient) -> dict[str, str]:
    """Headers with a maintainer's token."""
    return {"Authorization": f"Bearer {app.state.services.access.new('boss', 'maintain')}"}


@pytest.fixture
def loaded(loaded: Settings, request: pytest.FixtureRequest) -> Settings:
    """The settings of the test's server; a marker `open` lets anonymous callers write."""
    update = getattr(request, "param", {})
    return loaded.model_copy(update=update)


def open_to_all(**given: Any) -> pytest.MarkDecorator:
    """Let anonymous callers write, with further settings."""
    return pytest.mark.parametrize("loaded", [{"anonymous_notes": True, **given}], indirect=True)


def test_a_note_is_added_changed_and_deleted(client: TestClient, bearer: dict[str, str]) -> None:
    """Each step answers with the note as it stands, and the list shows it."""
    response = client.post(f"{URL}/notes", json={"text": "Add *it*", "version": "0.5.18"}, headers=bearer)
    assert response.status_code == 201
    assert response.headers["cache-control"] == "no-store"
    note = response.json()
    assert {name: note[name] for name in ("recordId", "text", "author", "version", "front", "state", "solved")} == {
        "recordId": RECORD, "text": "Add *it*", "author": "ci", "version": "0.5.18",
        "front": "api", "state": "public", "solved": 0,
    }  # fmt: skip
    changed = client.put(f"{URL}/notes/{note['id']}", json={"text": "Add them"}, headers=bearer)
    assert (changed.status_code, changed.json()["text"]) == (200, "Add them")
    assert client.get(f"{URL}/notes").json() == {"items": [changed.json()], "total": 1, "next": None}
    assert client.delete(f"{URL}/notes/{note['id']}", headers=bearer).status_code == 204
    assert client.get(f"{URL}/notes").json() == {"items": [], "total": 0, "next": None}


def test_the_record_is_what_it_was(client: TestClient, bearer: dict[str, str]) -> None:
    """What people say stands beside the record, changes its ETag, and leaves both as they were without it."""
    before = client.get(URL)
    note = client.post(f"{URL}/notes", json={"text": "x"}, headers=bearer).json()
    people = client.post(
        f"{URL}/feedback", json={"verdict": "wrong", "tier": "exact", "score": 1}, headers=bearer
    )
    assert people.json() == {"notes": 1, "solved": 0, "wrong": 1}
    after = client.get(URL, headers={"If-None-Match": before.headers["etag"]})
    assert after.status_code == 200
    assert after.json() == {**before.json(), "people": people.json()}
    assert client.get(URL, headers={"If-None-Match": after.headers["etag"]}).status_code == 304
    client.post(f"{URL}/notes/{note['id']}/solved", headers=bearer)
    assert client.get(f"{URL}/notes").json()["items"][0]["solved"] == 1


def test_notes_come_with_a_match(client: TestClient, bearer: dict[str, str]) -> None:
    """The match of the record carries its best notes, in JSON and as Markdown; other answers have no such member."""
    body = {"text": PASTE}
    without = client.post("/api/match", json=body).json()
    assert "notes" not in without["events"][0]["matches"][0]
    client.post(f"{URL}/notes", json={"text": "Use `--x`", "author": "Al"}, headers=bearer)
    match = client.post("/api/match", json=body).json()["events"][0]["matches"][0]
    assert [(note["text"], note["author"]) for note in match["notes"]] == [("Use `--x`", "Al")]
    assert {**match, "notes": None} == {**without["events"][0]["matches"][0], "notes": None}
    text = client.post("/api/match", json=body, headers={"Accept": "text/markdown"}).text
    assert "Use `--x` (Al" in text


def test_figures_show_feedback(client: TestClient, bearer: dict[str, str]) -> None:
    """The figures of the base count notes and verdicts, by tier where it is known."""
    client.post(f"{URL}/notes", json={"text": "x"}, headers=bearer)
    client.post(f"{URL}/feedback", json={"verdict": "solved", "tier": "site", "score": 0.8}, headers=bearer)
    stats = client.get("/api/stats").json()
    assert stats["notes"] == 1
    assert stats["feedback"] == {"solved": 1, "wrong": 0, "tiers": {"site": {"solved": 1, "wrong": 0}}}


WRITES = [
    ("POST", "/notes", {"text": "x"}),
    ("PUT", "/notes/{note}", {"text": "y"}),
    ("DELETE", "/notes/{note}", None),
    ("POST", "/notes/{note}/solved", None),
    ("POST", "/feedback", {"verdict": "solved"}),
]


@pytest.mark.parametrize(
    "given", [None, "Bearer errdex_" + "A" * 43, "Bearer", "Basic YTpi", "Bearer \u00e9"]
)
@pytest.mark.parametrize(("method", "path", "body"), WRITES)
def test_without_a_token_nothing_is_written(  # noqa: PLR0917
    client: TestClient, bearer: dict[str, str], method: str, path: str, body: Any, given: str | None
) -> None:
    """No token, a wrong one, and what is none: 401 with how to send one, and nothing changes."""
    note = client.post(f"{URL}/notes", json={"text": "x"}, headers=bearer).json()
    headers = {"Authorization": given.encode("latin-1")} if given else {}
    response = client.request(method, URL + path.format(note=note["id"]), json=body, headers=headers)
    assert response.status_code == 401
    assert response.headers["www-authenticate"].startswith("Bearer")
    assert response.json()["code"] == "token-needed"
    assert client.get(f"{URL}/notes").json()["items"] == [note]
    assert client.get("/api/stats").json()["feedback"]["solved"] == 0


def test_a_revoked_token_is_refused(app: FastAPI, client: TestClient, bearer: dict[str, str]) -> None:
    """From the moment that it is revoked."""
    app.state.services.access.revoke("ci")
    assert client.post(f"{URL}/notes", json={"text": "x"}, headers=bearer).status_code == 401


def test_a_note_of_somebody_else(client: TestClient, bearer: dict[str, str], boss: dict[str, str]) -> None:
    """Another token is a 403, a maintainer's may."""
    note = client.post(f"{URL}/notes", json={"text": "x"}, headers=boss).json()
    refused = client.put(f"{URL}/notes/{note['id']}", json={"text": "y"}, headers=bearer)
    assert (refused.status_code, refused.json()["code"]) == (403, "not-yours")
    mine = client.post(f"{URL}/notes", json={"text": "x"}, headers=bearer).json()
    assert client.delete(f"{URL}/notes/{mine['id']}", headers=boss).status_code == 204


@open_to_all()
def test_where_all_may_write(client: TestClient) -> None:
    """An anonymous caller adds notes and feedback where the server allows it, and changes nothing."""
    note = client.post(f"{URL}/notes", json={"text": "x", "author": "Al"}).json()
    assert note["author"] == "Al"
    assert client.post(f"{URL}/notes/{note['id']}/solved").status_code == 200
    assert client.post(f"{URL}/feedback", json={"verdict": "wrong"}).status_code == 200
    assert client.put(f"{URL}/notes/{note['id']}", json={"text": "y"}).status_code == 401
    assert client.delete(f"{URL}/notes/{note['id']}").status_code == 401


@open_to_all(max_notes_per_hour=1)
def test_too_many_in_an_hour(client: TestClient) -> None:
    """A 429 says the limit and when to come again."""
    assert client.post(f"{URL}/notes", json={"text": "x"}).status_code == 201
    refused = client.post(f"{URL}/notes", json={"text": "x"})
    assert refused.status_code == 429
    assert 0 < int(refused.headers["retry-after"]) <= 3600
    assert (refused.json()["limit"], refused.json()["unit"]) == (1, "notes per hour")


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/notes", {}, 422),
        ("/notes", {"text": ""}, 422),
        ("/notes", {"text": "  "}, 400),
        ("/notes", {"text": "x" * 4001}, 400),
        ("/notes", {"text": "x", "paste": "Traceback"}, 422),
        ("/notes", {"text": "x\u0000"}, 422),
        ("/notes", {"text": "x", "author": "a" * 101}, 422),
        ("/notes", ["x"], 422),
        ("/feedback", {}, 422),
        ("/feedback", {"verdict": "maybe"}, 422),
        ("/feedback", {"verdict": "solved", "text": "Traceback"}, 422),
        ("/feedback", {"verdict": "solved", "score": 7}, 422),
        ("/feedback", {"verdict": "solved", "tier": "lucky"}, 422),
    ],
)
def test_bodies_that_are_refused(
    client: TestClient, bearer: dict[str, str], path: str, body: Any, status: int
) -> None:
    """A bad body is told with its field or limit; a pasted text has no place in any."""
    response = client.post(URL + path, json=body, headers=bearer)
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    assert client.get(f"{URL}/notes").json()["total"] == 0


def test_an_unknown_record(client: TestClient, bearer: dict[str, str]) -> None:
    """All of the addresses are a 404 for a record, or a note, that is not there."""
    for path in ("/api/errors/0000000000000000/notes", "/api/errors/nonsense/notes"):
        assert client.get(path).status_code == 404
        assert client.post(path, json={"text": "x"}, headers=bearer).json()["code"] == "record-not-found"
    missing = client.put(f"{URL}/notes/0000000000000000", json={"text": "x"}, headers=bearer)
    assert (missing.status_code, missing.json()["code"]) == (404, "note-not-found")


def test_a_note_on_a_paste(client: TestClient, bearer: dict[str, str]) -> None:
    """It is said what would be stored; then it is stored, and the error is known from then on."""
    body = {"paste": UNKNOWN, "text": "Buy less"}
    assert client.post("/api/notes", json=body).status_code == 401
    dry = client.post("/api/notes", json={**body, "dryRun": True}, headers=bearer)
    assert dry.status_code == 200
    assert dry.json()["note"] is None
    assert dry.json()["record"]["errorMessage"] == (
        "cart of '{value}' cannot take item {number}, {number} is the most"
    )
    assert client.get(f"/api/errors/{dry.json()['recordId']}").status_code == 404
    stored = client.post("/api/notes", json=body, headers=bearer)
    assert stored.status_code == 201
    assert {**stored.json(), "note": None} == dry.json()
    answer = client.post("/api/match", json={"text": UNKNOWN.replace("alice", "bob")}).json()
    assert answer["best"]["id"] == dry.json()["recordId"]
    assert "alice" not in client.get(f"/api/errors/{dry.json()['recordId']}").text
    known = client.post("/api/notes", json=body, headers=bearer).json()
    assert (known["isKnown"], known["record"]) == (True, None)


def test_a_hostile_note_is_text_in_json_and_markdown(client: TestClient, bearer: dict[str, str]) -> None:
    """JSON gives it as it was written; in the Markdown of an answer none of it can act."""
    client.post(f"{URL}/notes", json={"text": HOSTILE, "author": "<!here> @al \u202e"}, headers=bearer)
    assert client.get(f"{URL}/notes").json()["items"][0]["text"] == HOSTILE
    text = client.post("/api/match", json={"text": PASTE}, headers={"Accept": "text/markdown"}).text
    notes = text[text.index("**Notes from people**") :]
    for live in ("<script>alert", "<!channel>", "<!here>", "\u202e", "\x1b"):
        assert live not in notes.replace("`<script>alert(1)</script>`", "")
    assert "\n```" not in notes


def test_the_methods_of_an_address(client: TestClient) -> None:
    """A 405 lists the methods of all routes at the address."""
    assert client.patch(f"{URL}/notes").headers["allow"] == "GET, HEAD, OPTIONS, POST"
    assert client.patch(f"{URL}/notes/0000000000000000").headers["allow"] == "DELETE, OPTIONS, PUT"


def test_a_server_of_two_does_not_matter(
    loaded: Settings, client: TestClient, bearer: dict[str, str]
) -> None:
    """A token that one worker made is good at another, and its notes are there."""
    with TestClient(create_app(loaded)) as other:
        assert other.post(f"{URL}/notes", json={"text": "x"}, headers=bearer).status_code == 201
    assert client.get(f"{URL}/notes").json()["total"] == 1
