"""What the server says of itself."""

from __future__ import annotations

import sqlite3

import jsonschema
import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app import __version__
from app.config import Settings
from app.domain.schema import record_schema
from app.web.api_meta import limits_of
from tests.contract.openapi_files import RECORD


def test_stats(client: TestClient) -> None:
    """The counts are those of the base."""
    stats = client.get("/api/stats").json()
    assert (stats["records"], stats["withdrawn"], stats["patternProblems"]) == (5, 0, 0)
    assert stats["repos"] == [{"name": "sgl-project/sglang", "count": 5}]


def test_limits_are_the_ones_in_force() -> None:
    """Every limit of the settings is told with value, unit, reason and variable."""
    settings = Settings(
        _env_file=None, database_url="sqlite://", max_paste_bytes=2048, request_timeout_seconds=1.5
    )
    limits = limits_of(settings)
    names = [name for name in Settings.model_fields if name.startswith("max_") or name.endswith("_seconds")]
    assert len(limits) == len(names) + 2
    assert (limits["maxPasteBytes"].value, limits["maxPasteBytes"].unit) == (2048, "bytes")
    assert limits["maxPasteBytes"].variable == "ERRDEX_MAX_PASTE_BYTES"
    assert (limits["requestTimeoutSeconds"].value, limits["requestTimeoutSeconds"].unit) == (1.5, "seconds")
    assert limits["maxMatchesPerEvent"].unit == "matches per event"
    assert limits["maxFuzzyEvents"].unit == "events"
    assert (limits["maxBodyBytes"].value, limits["maxBodyBytes"].variable) == (3 * 2048 + 65536, None)
    assert all(limit.description.endswith(".") for limit in limits.values())


def test_limits_over_http(client: TestClient) -> None:
    """Nothing but limits is told: no address, no secret."""
    limits = client.get("/api/limits").json()
    assert limits["maxPasteBytes"]["value"] == 10 * 1024 * 1024
    assert not {"databaseUrl", "slackSigningSecret", "webhookSecret"} & set(limits)


def test_schema(client: TestClient) -> None:
    """The schema is the one records are checked against, and each served record is valid under it."""
    response = client.get("/api/schema")
    assert response.headers["content-type"] == "application/schema+json"
    assert response.json() == record_schema()
    jsonschema.Draft202012Validator.check_schema(response.json())
    jsonschema.Draft202012Validator(response.json()).validate(client.get(f"/api/errors/{RECORD}").json())


def test_health(client: TestClient) -> None:
    """A live process with its database says so, with counts."""
    assert client.get("/healthz").json() == {"status": "ok", "version": __version__}
    ready = client.get("/readyz").json()
    assert ready["status"] == "ready"
    assert (ready["database"], ready["records"], ready["patternProblems"]) == ("sqlite", 5, 0)


@pytest.mark.parametrize(
    "path", ["/readyz", "/api/stats", f"/api/errors/{RECORD}", "/api/errors", "/api/repos"]
)
def test_a_database_that_cannot_answer(app: FastAPI, client: TestClient, path: str) -> None:
    """Without its tables the server is alive, not ready, and answers 503 with Retry-After."""
    assert client.get("/readyz").status_code == 200
    with sqlite3.connect(app.state.settings.database_url.removeprefix("sqlite:///")) as connection:
        for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            if not table.startswith("sqlite_"):
                connection.execute(f'DROP TABLE IF EXISTS "{table}"')
    connection.close()
    response = client.get(path)
    assert response.status_code == 503, response.text
    assert int(response.headers["retry-after"]) > 0
    assert response.json()["code"] in {"storage", "database-behind"}
    assert str(app.state.settings.database_url.removeprefix("sqlite:///")) not in response.text
    assert client.get("/healthz").status_code == 200


def test_metrics(client: TestClient) -> None:
    """Matches are counted by tier and status whichever way they come in."""
    client.post(
        "/api/match",
        json={"text": "ValueError: Currently DFLASH speculative decoding does not support dp attention."},
    )
    client.post("/api/match", json={"text": "nothing at all"})
    response = client.get("/metrics")
    assert response.headers["content-type"].startswith("text/plain; version=")
    assert 'errdex_matches_total{status="known",tier="exact"} 1.0' in response.text
    assert 'errdex_matches_total{status="no-event",tier="none"} 1.0' in response.text
    assert "errdex_match_duration_seconds_count 2.0" in response.text
    assert f'errdex_build_info{{version="{__version__}"}} 1.0' in response.text
