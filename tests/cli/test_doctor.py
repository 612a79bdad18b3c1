"""`errdex doctor`: names what is wrong, and what to do."""

from __future__ import annotations

import json
import socket
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from app.cli import app
from app.config import Settings
from app.main import create_app
from tests.serving import other_server, running_server, saying

AREAS = ["errdex", "packages", "settings", "database", "records", "chat", "port", "terminal"]


def looked(*arguments: str, database: str) -> tuple[int, dict[str, list[dict[str, Any]]]]:
    """Exit code and findings by area."""
    done = CliRunner().invoke(app, ["--database", database, "doctor", "--json", *arguments])
    findings: dict[str, list[dict[str, Any]]] = {}
    for finding in json.loads(done.stdout)["findings"]:
        findings.setdefault(finding["area"], []).append(finding)
    return done.exit_code, findings


def free_port() -> str:
    """A port on which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return str(listening.getsockname()[1])


def test_all_is_well(database: str) -> None:
    """With records and a free port nothing is wrong; every area is told, and so is the way it is printed."""
    port = free_port()
    code, findings = looked("--port", port, database=database)
    assert code == 0
    assert list(findings) == AREAS
    assert findings["port"][0]["found"] == f"{port} is free"
    printed = CliRunner().invoke(app, ["--database", database, "doctor", "--port", port])
    assert printed.exit_code == 0
    assert printed.stdout.endswith("\nNothing is wrong.\n")
    for area in AREAS:
        assert f"  {area} " in printed.stdout


def test_an_empty_database(tmp_path: Path) -> None:
    """Without records the way to load them is told."""
    url = f"sqlite:///{tmp_path / 'empty.db'}"
    assert CliRunner().invoke(app, ["--database", url, "db", "upgrade"]).exit_code == 0
    code, findings = looked(database=url)
    assert code == 4
    assert findings["records"][0]["state"] == "wrong"
    assert "errdex ingest" in findings["records"][0]["advice"]


def test_a_missing_database_is_not_made(tmp_path: Path) -> None:
    """A database that is not there is told, and stays away."""
    path = tmp_path / "none.db"
    code, findings = looked(database=f"sqlite:///{path}")
    assert code == 4
    assert findings["database"][0]["state"] == "wrong"
    assert "errdex db upgrade" in findings["database"][0]["advice"]
    assert not path.exists()


def test_an_older_database_is_not_changed(tmp_path: Path) -> None:
    """A database of another schema is told, with what brings it up to date, and is left as it is."""
    path = tmp_path / "old.db"
    url = f"sqlite:///{path}"
    assert CliRunner().invoke(app, ["--database", url, "db", "upgrade"]).exit_code == 0
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0001'")
    connection.close()
    code, findings = looked(database=url)
    assert code == 4
    assert "errdex db upgrade" in findings["database"][0]["advice"]
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]
    connection.close()


def test_a_setting_out_of_range(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A setting that cannot be used is named, and the rest is still looked at."""
    monkeypatch.setenv("ERRDEX_MAX_EVENTS", "0")
    code, findings = looked(database=database)
    assert code == 4
    assert "ERRDEX_MAX_EVENTS" in findings["settings"][0]["found"]
    assert list(findings) == ["errdex", "packages", "settings", "port", "terminal"]


def test_chat_fronts(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fronts that are on are named; without a public address their replies cannot link."""
    monkeypatch.setenv("ERRDEX_WEBHOOK_SECRET", "a-long-secret")
    code, findings = looked(database=database)
    assert code == 0
    assert [one["found"] for one in findings["chat"]] == ["on: webhook", "ERRDEX_PUBLIC_URL is not set"]
    assert "a-long-secret" not in json.dumps(findings)


def test_a_port_of_another_program(database: str) -> None:
    """Another program on the port is told; an errdex there is told apart."""
    with other_server(saying(200, b"<html>")) as address:
        code, findings = looked("--port", address.rpartition(":")[2], database=database)
    assert code == 0
    assert findings["port"][0]["state"] == "note"
    assert "--port" in findings["port"][0]["advice"]
    with running_server(create_app(Settings(_env_file=None, database_url=database))) as address:
        _, findings = looked("--port", address.rpartition(":")[2], database=database)
    assert "an errdex answers" in findings["port"][0]["found"]


def test_a_password_in_the_address_is_not_shown() -> None:
    """A database that cannot be reached is told without the password of its address."""
    code, findings = looked(database="postgresql+psycopg://me:hidden-word@127.0.0.1:1/x")
    assert code == 4
    assert "hidden-word" not in json.dumps(findings)
