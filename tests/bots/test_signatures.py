"""Every unsigned, badly signed, stale or oversized request is refused before it is read."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi import FastAPI, Request
from starlette.testclient import TestClient

from app.bots.signatures import read_body
from app.config import Settings
from app.errors import PasteTooLarge
from app.main import create_app
from tests.bots.conftest import AT, SECRET
from tests.bots.signing import slack_body, slack_headers, webhook_headers

FRONTS = {
    "slack": (
        "/bots/slack/command",
        slack_body("ValueError: x"),
        slack_headers,
        "X-Slack-Signature",
        "X-Slack-Request-Timestamp",
    ),
    "webhook": (
        "/bots/webhook",
        b'{"text": "ValueError: x"}',
        webhook_headers,
        "X-Errdex-Signature",
        "X-Errdex-Timestamp",
    ),
}

Change = Callable[[dict[str, str], str, str], None]


def _drop_signature(headers: dict[str, str], signature: str, timestamp: str) -> None:
    del headers[signature]


def _drop_timestamp(headers: dict[str, str], signature: str, timestamp: str) -> None:
    del headers[timestamp]


def _set_timestamp(value: str) -> Change:
    def change(headers: dict[str, str], signature: str, timestamp: str) -> None:
        headers[timestamp] = value

    return change


def _set_signature(make: Callable[[str], str]) -> Change:
    def change(headers: dict[str, str], signature: str, timestamp: str) -> None:
        headers[signature] = make(headers[signature])

    return change


REFUSED: dict[str, Change] = {
    "no signature": _drop_signature,
    "no timestamp": _drop_timestamp,
    "empty signature": _set_signature(lambda _: ""),
    "signature cut": _set_signature(lambda given: given[:-1]),
    "signature of another body": _set_signature(lambda given: given[:-8] + "00000000"),
    "scheme missing": _set_signature(lambda given: given.split("=", 1)[1]),
    "other scheme": _set_signature(lambda given: "v1=" + given.split("=", 1)[1]),
    "signature not ASCII": _set_signature(lambda given: given[:-1] + "é"),
    "signature twice": _set_signature(lambda given: f"{given},{given}"),
    "timestamp empty": _set_timestamp(""),
    "timestamp a word": _set_timestamp("abc"),
    "timestamp a date": _set_timestamp("2031-01-01T00:00:00Z"),
    "timestamp with a fraction": _set_timestamp(f"{AT}"),
    "timestamp infinite": _set_timestamp("inf"),
    "timestamp negative": _set_timestamp("-1"),
    "timestamp with underscores": _set_timestamp("1_900_000_000"),
    "timestamp of thousands of digits": _set_timestamp("9" * 5_000),
    "timestamp over a float": _set_timestamp("9" * 400),
    "timestamp not ASCII": _set_timestamp("²"),
    "timestamp zero": _set_timestamp("0"),
    "timestamp not the signed one": _set_timestamp(str(int(AT) + 1)),
}


@pytest.mark.parametrize("front", FRONTS)
@pytest.mark.parametrize("name", REFUSED)
def test_refuses_what_is_not_signed_well(client: TestClient, front: str, name: str) -> None:
    """Each fault of signature or timestamp is a 401 problem that quotes nothing."""
    path, body, sign, signature, timestamp = FRONTS[front]
    headers = sign(body, SECRET, at=AT)
    REFUSED[name](headers, signature, timestamp)
    response = client.post(
        path, content=body, headers={key: value.encode("latin-1") for key, value in headers.items()}
    )  # type: ignore[dict-item]
    assert response.status_code == 401
    assert response.headers["content-type"] == "application/problem+json"
    problem = response.json()
    assert problem["code"] == "not-allowed"
    assert SECRET not in response.text
    assert "ValueError" not in response.text


@pytest.mark.parametrize("front", FRONTS)
@pytest.mark.parametrize(
    ("age", "status"),
    [(0, 200), (300, 200), (-300, 200), (301, 401), (-301, 401), (10**9, 401), (-(10**9), 401)],
)
def test_accepts_five_minutes_of_difference(client: TestClient, front: str, age: int, status: int) -> None:
    """A request may be five minutes old or early, and not a second more."""
    path, body, sign, *_ = FRONTS[front]
    assert client.post(path, content=body, headers=sign(body, SECRET, at=AT - age)).status_code == status


@pytest.mark.parametrize("front", FRONTS)
@pytest.mark.parametrize("other", [b"", b" ", b"x", b"\xff\xfe", b"&text=other"])
def test_refuses_a_body_that_is_not_the_signed_one(client: TestClient, front: str, other: bytes) -> None:
    """The signature covers every byte of the body, in any encoding."""
    path, body, sign, *_ = FRONTS[front]
    headers = sign(body, SECRET, at=AT)
    changed = body + other if other else b""
    assert client.post(path, content=changed, headers=headers).status_code == 401


@pytest.mark.parametrize("front", FRONTS)
def test_refuses_the_secret_of_somebody_else(client: TestClient, front: str) -> None:
    """A well-made signature with another secret is a 401."""
    path, body, sign, *_ = FRONTS[front]
    assert client.post(path, content=body, headers=sign(body, SECRET + "x", at=AT)).status_code == 401


@pytest.mark.parametrize("front", FRONTS)
def test_refuses_the_signature_of_the_other_front(client: TestClient, front: str) -> None:
    """One secret in two places does not make one front's signature good on the other."""
    path, body, *_ = FRONTS[front]
    sign = webhook_headers if front == "slack" else slack_headers
    assert client.post(path, content=body, headers=sign(body, SECRET, at=AT)).status_code == 401


@pytest.mark.parametrize("front", FRONTS)
def test_checks_the_signature_before_it_reads_the_body(client: TestClient, front: str) -> None:
    """A body that could not be parsed is refused for its signature all the same."""
    path = FRONTS[front][0]
    assert (
        client.post(path, content=b"\xff{[", headers={"Content-Type": "application/json"}).status_code == 401
    )


def _endless() -> Iterator[bytes]:
    for _ in range(40):
        yield b"x" * 4096


@pytest.mark.parametrize("front", FRONTS)
@pytest.mark.parametrize("chunked", [False, True])
def test_refuses_an_oversized_body_with_its_limit(client: TestClient, front: str, *, chunked: bool) -> None:
    """A body over the limit is a 413 that names it, declared or not, before any signature is looked at."""
    path = FRONTS[front][0]
    response = client.post(path, content=_endless() if chunked else b"x" * 70_000)
    assert response.status_code == 413
    assert response.json()["limit"] == 64 * 1024


@pytest.mark.parametrize("chunked", [False, True])
def test_reads_no_more_than_the_limit_by_itself(*, chunked: bool) -> None:
    """The body is bounded also where no guard stands in front."""
    app = FastAPI()

    @app.post("/")
    async def read(request: Request) -> str:
        try:
            await read_body(request, 10_000)
        except PasteTooLarge as error:
            return error.message
        return "read"

    with TestClient(app) as client:
        assert client.post("/", content=b"x" * 10_000).json() == "read"
        answer = client.post("/", content=_endless() if chunked else b"x" * 10_001).json()
        assert "10,000 bytes" in answer


@pytest.fixture
def off(bot_settings: Settings) -> Iterator[TestClient]:
    """The application without any secret."""
    settings = bot_settings.model_copy(update={"slack_signing_secret": None, "webhook_secret": None})
    app: FastAPI = create_app(settings)
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


@pytest.mark.parametrize("front", FRONTS)
def test_is_off_until_its_secret_is_set(off: TestClient, front: str) -> None:
    """Without a secret there is nothing at the address, signed or not."""
    path, body, sign, *_ = FRONTS[front]
    response = off.post(path, content=body, headers=sign(body, SECRET, at=AT))
    assert response.status_code == 404
    assert response.json()["code"] == "not-found"


def test_the_certificate_check_is_off_too(off: TestClient) -> None:
    """Slack's look at the certificate finds nothing where the command is off."""
    assert off.get("/bots/slack/command?ssl_check=1").status_code == 404


def test_the_documented_way_to_sign_is_the_right_one(client: TestClient) -> None:
    """The Python and the shell lines of docs/bots.md make a signature that is accepted."""
    page = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
    blocks = [textwrap.dedent(block) for block in re.findall(r"(?:^    .*\n|^\n)+", page, re.MULTILINE)]
    python = next(block for block in blocks if "import hashlib" in block)
    names: dict[str, Any] = {}
    exec(python, names)
    names["time"] = SimpleNamespace(time=lambda: AT)
    body = b'{"text": "x"}'
    assert (
        client.post(
            "/bots/webhook",
            content=body,
            headers={**names["headers"](body, SECRET), "Content-Type": "application/json"},
        ).status_code
        == 200
    )
    if shutil.which("openssl") is None:
        pytest.skip("the shell lines NOT TESTED: there is no openssl here")
    shell = next(block for block in blocks if "openssl" in block).replace("$(date +%s)", str(int(AT)))
    shell = re.sub(r"curl .*", 'printf "%s\\\\n" "$signature" "$body"', shell, flags=re.DOTALL)
    done = subprocess.run(
        ["sh", "-c", shell],
        env={**os.environ, "ERRDEX_WEBHOOK_SECRET": SECRET},
        capture_output=True,
        text=True,
        check=True,
    )
    signature, body_text = done.stdout.splitlines()
    headers = {
        "X-Errdex-Timestamp": str(int(AT)),
        "X-Errdex-Signature": f"sha256={signature}",
        "Content-Type": "application/json",
    }
    response = client.post("/bots/webhook", content=body_text.encode(), headers=headers)
    assert response.json()["best"] == "af12c88f3c53cbd9"
