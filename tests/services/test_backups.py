"""A copy that was put back is seen by every service that runs over the database."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from app.config import Settings
from app.db.engine import Database
from app.main import create_app
from app.services.backups import back_up, put_back
from tests.services.ingesting import an_id
from tests.services.people import load


def a_copy(file: Path, times: int) -> None:
    """A copy of a database with the record 9, into which was ingested so often."""
    made = Database(Settings(_env_file=None, database_url=f"sqlite:///{file}.made"))
    made.upgrade()
    for _ in range(times - 1):
        load(made, 8)
        load(made, 8, 9)
    load(made, 9)
    back_up(made, file, replace=False)
    made.dispose()


@pytest.mark.parametrize("ingests", [1, 2, 3, 6])
def test_a_running_service_shows_what_was_put_back(settings: Settings, tmp_path: Path, ingests: int) -> None:
    """Nothing that it, or a browser, kept of the records before is taken for those of the copy; nor of a later ingest."""
    copy = tmp_path / "copy.db"
    a_copy(copy, 2)
    database = Database(settings)
    for number in range(1, ingests + 1):
        load(database, number)
    with TestClient(create_app(settings)) as client:
        pages = ("/", "/sitemap.xml", "/api/stats")
        etags = {page: {client.get(page).headers.get("etag")} for page in pages}
        seen = {client.get("/api/stats").json()["revision"]}
        assert client.get(f"/api/errors/{an_id(1)}").status_code == 200
        put_back(database, copy, replace=True)
        for records in ({8, 9}, {5, 8, 9}):
            assert client.get(f"/api/errors/{an_id(1)}").status_code == 404
            stats = client.get("/api/stats").json()
            assert stats["records"] == len(records)
            assert stats["revision"] > max(seen)
            seen.add(stats["revision"])
            for page in pages:
                known = ", ".join(tag for tag in etags[page] if tag)
                response = client.get(page, headers={"If-None-Match": known} if known else {})
                assert response.status_code == 200
                etags[page].add(response.headers.get("etag"))
            load(database, 5)
    database.dispose()


def test_a_copy_is_put_where_nothing_was(tmp_path: Path) -> None:
    """The database is made, and holds the records of the copy."""
    copy = tmp_path / "copy.db"
    a_copy(copy, 1)
    settings = Settings(_env_file=None, database_url=f"sqlite:///{tmp_path / 'new' / 'errdex.db'}")
    database = Database(settings)
    put_back(database, copy, replace=False)
    database.dispose()
    with TestClient(create_app(settings)) as client:
        assert client.get(f"/api/errors/{an_id(9)}").status_code == 200
