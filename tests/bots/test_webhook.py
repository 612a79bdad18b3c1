"""The generic webhook: Markdown, the reply and whether to say anything, for each kind of answer."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.domain.answer import Answer, MatchOptions
from tests.bots.conftest import AT, SECRET, Answering
from tests.bots.signing import webhook_headers
from tests.services import answers

PATH = "/bots/webhook"
PAYLOADS = Path(__file__).parent / "payloads"
SEED = "ValueError: Currently DFLASH speculative decoding does not support dp attention."


def send(client: TestClient, body: bytes, content_type: str = "application/json") -> Any:
    """Send one signed message and return the response."""
    headers = webhook_headers(body, SECRET, at=AT, content_type=content_type)
    return client.post(PATH, content=body, headers=headers)


@pytest.mark.parametrize("kind", answers.ALL)
def test_the_answer_for_each_kind(client: TestClient, answering: Answering, kind: str) -> None:
    """Known, ambiguous, similar, unknown and silent answers give exactly the stored JSON."""
    answering(lambda _paste, _options: answers.ALL[kind]())
    response = send(client, b'{"text": "x"}')
    assert response.status_code == 200
    assert response.headers["cache-control"] == "no-store"
    assert response.json() == json.loads((PAYLOADS / f"webhook_{kind}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("kind", "silent"),
    [
        ("known", False),
        ("derived", False),
        ("ambiguous", False),
        ("similar", True),
        ("unknown", True),
        ("other_package", True),
        ("nothing", True),
    ],
)
def test_says_when_a_channel_is_better_left_alone(
    client: TestClient, answering: Answering, kind: str, *, silent: bool
) -> None:
    """Silent is whatever has no confident record."""
    answering(lambda _paste, _options: answers.ALL[kind]())
    answer = send(client, b'{"text": "x"}').json()
    assert answer["silent"] is silent
    assert (answer["best"] is None) is silent


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (json.dumps({"text": SEED}).encode(), "application/json"),
        (json.dumps({"text": SEED}).encode("utf-16"), "application/json; charset=utf-16"),
        (SEED.encode(), "text/plain"),
        (SEED.encode(), "Text/Plain; charset=utf-8"),
        (gzip.compress(SEED.encode(), mtime=0), "application/octet-stream"),
    ],
)
def test_finds_the_record_in_json_and_in_the_raw_log(
    client: TestClient, body: bytes, content_type: str
) -> None:
    """The bundled record is found whatever form the paste has."""
    answer = send(client, body, content_type).json()
    assert answer["best"] == "af12c88f3c53cbd9"
    assert answer["reply"]["recordId"] == "af12c88f3c53cbd9"
    assert answer["text"].startswith("**Known error: ")


def test_passes_the_options_on(client: TestClient, answering: Answering) -> None:
    """Limit, repository and versions of the body reach the match."""
    seen: list[tuple[str | bytes, MatchOptions | None]] = []

    def answer(paste: str | bytes, options: MatchOptions | None) -> Answer:
        seen.append((paste, options))
        return answers.nothing()

    answering(answer)
    send(client, b'{"text": "x", "limit": 2, "repo": "a/b", "versions": {"p": "1"}, "extra": 1}')
    paste, options = seen[0]
    assert options is not None
    assert (paste, options.limit, options.repo, options.versions) == ("x", 2, "a/b", {"p": "1"})


@pytest.mark.parametrize(
    ("body", "named"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"\xff\xfe\x00", "not JSON"),
        (b"[" * 50_000, "not JSON"),
        (b"[]", "body"),
        (b'"text"', "body"),
        (b"{}", "text: Field required"),
        (b'{"text": 1}', "text: "),
        (b'{"text": null}', "text: "),
        (b'{"text": "canary", "limit": 0}', "limit: "),
        (b'{"text": "canary", "limit": "many"}', "limit: "),
        (b'{"text": "canary", "versions": {"p": 1}}', "versions.p: "),
        (b'{"text": "canary", "repo": ["canary"]}', "repo: "),
    ],
)
def test_names_what_is_wrong_with_a_body(client: TestClient, body: bytes, named: str) -> None:
    """A body that cannot be used is a 400 that names the field and quotes nothing."""
    response = send(client, body)
    assert response.status_code == 400
    assert response.headers["content-type"] == "application/problem+json"
    assert named in response.json()["detail"]
    assert "canary" not in response.text


@pytest.mark.parametrize(
    "content_type", ["application/x-www-form-urlencoded", "text/html", "", "application/jsonp"]
)
def test_refuses_other_kinds_of_body(client: TestClient, content_type: str) -> None:
    """Only JSON and raw text are read."""
    response = send(client, b'{"text": "x"}', content_type)
    assert response.status_code == 415
    assert response.json()["code"] == "unsupported-body"


def test_half_a_surrogate_pair_is_no_error(client: TestClient) -> None:
    """Text that has no UTF-8 gets an answer."""
    response = send(client, b'{"text": "ValueError: \\ud800 x"}')
    assert response.status_code == 200
    assert response.json()["silent"] is True


def test_a_hostile_answer_is_sent_as_ascii_json(client: TestClient, answering: Answering) -> None:
    """Whatever characters stand in an answer, the response can be written and read."""
    answering(lambda _paste, _options: answers.hostile())
    response = send(client, b'{"text": "x"}')
    assert response.status_code == 200
    assert response.content.isascii()
    assert "<!channel" not in response.json()["text"]


def test_a_paste_over_the_limit_is_a_413_that_names_it(client: TestClient) -> None:
    """The limit of a paste counts after decompression."""
    response = send(client, gzip.compress(b"x" * 20_000, mtime=0), "text/plain")
    assert response.status_code == 413
    assert response.json()["limit"] == 16 * 1024


def test_secrets_in_a_paste_are_not_echoed(client: TestClient) -> None:
    """What text and reply repeat of the paste is redacted."""
    response = send(client, b"OperationalError: postgres://app:hunter2@db is down", "text/plain")
    assert "hunter2" not in response.text
    assert "[redacted:url-password]" in response.json()["text"].replace("\\", "")
