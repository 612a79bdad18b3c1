"""The services of a process, built and closed."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.config import Settings
from app.errors import StorageError
from app.services.inputs import find_inputs
from app.services.wiring import build


def test_build_makes_the_database_and_all_services_work_on_it(tmp_path: Path) -> None:
    """From nothing: migrate, load the bundled records, read one, match its message."""
    services = build(Settings(_env_file=None, database_url=f"sqlite:///{tmp_path}/new/errdex.db"))
    report = services.ingest.ingest(find_inputs([]))
    record_id = next(report.ids("added"))
    record = services.catalog.get(record_id).envelope.record
    answer = services.match.match(f"{record.error_class}: {record.error_message}")
    assert answer.best is not None
    assert answer.best.id == record_id
    assert answer.revision == report.revision
    services.close()
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == ["errdex.db"]


def test_without_migrating_nothing_is_made(tmp_path: Path) -> None:
    """A front that must not write opens what is there, and says so when it is used."""
    services = build(Settings(_env_file=None, database_url=f"sqlite:///{tmp_path}/x.db"), migrate=False)
    with pytest.raises(StorageError, match="errdex ingest"):
        services.catalog.revision()
    services.close()
    assert list(tmp_path.iterdir()) == []
