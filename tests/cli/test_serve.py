"""`errdex serve` as a real server; never more than one at a time."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest
from fastapi import FastAPI
from typer.testing import CliRunner

from app.cli import app
from app.commands.serve import address_of, listen
from app.errors import BadInput, ErrdexError, StorageError
from tests.cli.test_commands import KNOWN, MESSAGE

Server = tuple["subprocess.Popen[str]", str]


@contextmanager
def serving(script: Path, environment: dict[str, str], folder: Path, *options: str) -> Iterator[Server]:
    """Run a server on a free port; give its process and the `host:port` that it says to open."""
    process = subprocess.Popen(
        [sys.executable, script, "serve", "--port", "0", *options],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stderr
        line = process.stderr.readline()
        found = re.match(r"errdex is at http://(\S+) ", line)
        assert found, line + process.stderr.read()
        yield process, found[1]
    finally:
        process.kill()
        process.communicate(timeout=60)


def ask(place: str, method: str, path: str, body: str | None = None, **headers: str) -> tuple[int, bytes]:
    """Send one request to `host:port`; the listening socket is open, so it waits until the server answers."""
    connection = http.client.HTTPConnection(place, timeout=60)
    try:
        connection.request(
            method, path, body, {name.replace("_", "-"): value for name, value in headers.items()}
        )
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


@pytest.mark.parametrize("workers", ["1", "2"])
def test_it_serves_from_a_foreign_project_and_stops_on_sigterm(
    script: Path, environment: dict[str, str], trap: Path, workers: str
) -> None:
    """Also where the folder has an `app` of its own, health and match are answered; SIGTERM ends it with 0 in time."""
    with serving(script, environment, trap, "--workers", workers) as (process, place):
        assert ask(place, "GET", "/healthz")[0] == 200
        status, body = ask(place, "POST", "/api/match", MESSAGE, Content_Type="text/plain")
        assert status == 200
        assert json.loads(body)["best"]["id"] == KNOWN
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (0, "")
    assert "Traceback" not in err
    assert "foreign" not in err
    assert "Kimi" not in err


def test_ctrl_c_stops_it_with_130(script: Path, environment: dict[str, str], folder: Path) -> None:
    """An interrupt ends it without a traceback."""
    with serving(script, environment, folder) as (process, place):
        assert ask(place, "GET", "/healthz")[0] == 200
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "Traceback" not in err


def test_an_empty_database_says_what_to_run(
    script: Path, environment: dict[str, str], folder: Path, tmp_path: Path
) -> None:
    """The server makes its database, starts, and points to ingest."""
    variables = {**environment, "ERRDEX_DATABASE_URL": f"sqlite:///{tmp_path}/new/errdex.db"}
    with serving(script, variables, folder) as (process, place):
        assert process.stderr
        assert "errdex ingest" in process.stderr.readline()
        assert ask(place, "GET", "/healthz")[0] == 200


def test_an_empty_database_can_be_given_the_bundled_records(
    script: Path, environment: dict[str, str], folder: Path, tmp_path: Path
) -> None:
    """With --bundled the first start answers a paste, as the image does."""
    variables = {**environment, "ERRDEX_DATABASE_URL": f"sqlite:///{tmp_path}/new/errdex.db"}
    with serving(script, variables, folder, "--bundled") as (_, place):
        status, body = ask(place, "POST", "/api/match", MESSAGE, Content_Type="text/plain")
    assert status == 200
    assert json.loads(body)["best"]["id"] == KNOWN


@pytest.mark.parametrize(
    ("options", "believed"), [((), False), (("--forwarded-allow-ips", "127.0.0.1"), True)]
)
def test_forwarded_headers_are_believed_on_request_only(
    script: Path, environment: dict[str, str], folder: Path, options: tuple[str, ...], believed: bool
) -> None:
    """X-Forwarded-Proto changes the scheme the server sees only where the proxy was named."""
    with serving(script, environment, folder, *options) as (_, place):
        # The page shows how to send a log to the address that it was asked at.
        status, page = ask(place, "GET", "/", X_Forwarded_Proto="https")
    assert status == 200
    assert (f"https://{place}/".encode() in page) is believed
    assert (f"http://{place}/".encode() in page) is not believed


def test_a_server_that_cannot_start_exits_4(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the application fails while it starts, the exit code says so."""

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        raise StorageError("The disk is full.")
        yield

    monkeypatch.setattr("app.main.create_app", lambda _settings: FastAPI(lifespan=lifespan))
    before = signal.getsignal(signal.SIGTERM)
    ran = CliRunner().invoke(app, ["--database", database, "serve", "--port", "0"])
    assert ran.exit_code == 4
    assert signal.getsignal(signal.SIGTERM) is before


def test_a_taken_port_is_told(database: str) -> None:
    """A port in use is one line with another one to take, exit code 4."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ran = CliRunner().invoke(app, ["--database", database, "serve", "--port", str(port)])
    assert ran.exit_code == 4
    assert ran.stderr == (
        f"errdex: Port {port} on 127.0.0.1 is taken by another program. Take another one: --port {port + 1}\n"
    )


@pytest.mark.parametrize(
    ("host", "said"),
    [
        ("no.such.host.invalid", "cannot be resolved"),
        ("a" * 70 + ".example", "cannot be resolved"),
        ("192.0.2.1", "no address of this machine"),
    ],
)
def test_a_wrong_host_is_told(monkeypatch: pytest.MonkeyPatch, host: str, said: str) -> None:
    """A host that is unknown or elsewhere is wrong usage."""
    real = socket.getaddrinfo

    def resolve(name: str, *arguments: object, **options: object) -> object:
        if name.endswith(".invalid"):
            raise socket.gaierror(-2, "Name or service not known")  # as without a network
        return real(name, *arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    with pytest.raises(BadInput, match=said):
        listen(host, 0)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may use every port")
def test_a_port_of_the_system_is_told() -> None:
    """A port that this user may not use is wrong usage."""
    with pytest.raises(ErrdexError, match="may not be used"):
        listen("127.0.0.1", 80)


@pytest.mark.parametrize(
    ("host", "shown"),
    [("127.0.0.1", "http://127.0.0.1:"), ("0.0.0.0", "http://127.0.0.1:"), ("::1", "http://[::1]:")],
)
def test_the_address_can_be_opened(host: str, shown: str) -> None:
    """What is printed can be opened in a browser, for a wildcard and for IPv6 too."""
    try:
        listener = listen(host, 0)
    except BadInput:
        pytest.skip(f"this machine has no {host}")
    with listener:
        assert address_of(listener).startswith(shown)
