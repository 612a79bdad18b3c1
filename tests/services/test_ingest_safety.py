"""Ingest under bad luck: killed half-way, many writers at once, readers in between."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from sqlalchemy import text

from app.config import Settings
from app.db.engine import Database
from tests.services.ingesting import NEW, OLD, a_file, an_envelope, an_id, column, dump, ids, on_disk, service

KILLED = """
import os, signal, sys
from pathlib import Path
from app.config import Settings
from app.db.engine import Database
from app.services import ingest, merge
from app.services.inputs import Input
from app.db import store

url, path, function, call = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
ingest._CHUNK = 20
original = getattr(store, function)
calls = 0

def dying(*given):
    global calls
    calls += 1
    result = original(*given)
    if calls == call:
        os.kill(os.getpid(), signal.SIGKILL)
    return result

setattr(store, function, dying)
settings = Settings(_env_file=None, database_url=url)
ingest.IngestService(Database(settings), settings).ingest([Input(path, Path(path))])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="kills with SIGKILL")
@pytest.mark.parametrize(
    ("function", "call"),
    [
        ("write_patterns", 1),
        ("write_pattern_keys", 2),
        ("write_records", 1),
        ("write_records", 4),
        ("write_tags", 3),
        ("index_texts", 5),
        ("delete_patterns", 1),
        ("write_state", 2),
    ],
)
def test_a_killed_ingest_leaves_the_old_catalogue_whole(
    tmp_path: Path, settings: Settings, function: str, call: int
) -> None:
    """After SIGKILL between any two writes every table is as it was, and the next ingest succeeds."""
    database = Database(settings)
    service(database).ingest([a_file(*(an_envelope(number, version=OLD) for number in range(100)))])
    before = dump(database)
    database.dispose()
    later = [
        an_envelope(number, version=NEW, messagePattern=f"Shard {number}", documentation="New.")
        for number in range(100)
    ]
    file = on_disk(tmp_path / "later.jsonl", later)
    command = [sys.executable, "-c", KILLED, settings.database_url, file.name, function, str(call)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr

    connection = sqlite3.connect(settings.database_url.removeprefix("sqlite:///"))
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.execute("INSERT INTO record_text (record_text) VALUES ('integrity-check')")
    connection.close()
    database = Database(settings)
    assert dump(database) == before
    assert service(database).ingest([file]).counts.changed == 100
    database.dispose()


def test_many_writers_lose_nothing(each_settings: Settings) -> None:
    """Four threads ingest 25 files each; every record is there and every revision was counted."""
    failures: list[BaseException] = []

    def _ingest(thread: int) -> None:
        database = Database(each_settings)
        try:
            for number in range(25):
                file = a_file(an_envelope(100 * thread + number + 1, tags=["shared"]))
                assert service(database).ingest([file], source="s").counts.added == 1
        except BaseException as error:  # noqa: BLE001  # shown below
            failures.append(error)
        finally:
            database.dispose()

    threads = [threading.Thread(target=_ingest, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    database = Database(each_settings)
    assert failures == []
    assert len(ids(database)) == 100
    assert column(database, "SELECT value FROM catalogue_state WHERE name = 'revision'") == ["100"]
    assert len(column(database, "SELECT DISTINCT revision FROM record")) == 100
    database.dispose()


def test_readers_see_the_old_catalogue_or_the_new(each_settings: Settings) -> None:
    """While one file flips all records between two generations, no reader sees a mix."""
    writer, reader = Database(each_settings), Database(each_settings)
    count = 30
    files = [
        a_file(
            *(an_envelope(number, documentation=f"generation {side}", tags=[side]) for number in range(count))
        )
        for side in ("old", "new")
    ]
    service(writer).ingest([files[0]])
    done = threading.Event()
    seen: list[set[str]] = []
    failures: list[BaseException] = []

    def _read() -> None:
        try:
            while not done.is_set():
                with reader.read() as session:
                    documents = session.scalars(text("SELECT document FROM record")).all()
                    tags = session.scalars(text("SELECT tag FROM record_tag")).all()
                    words = session.scalars(text("SELECT words FROM record_text")).all()
                assert len(documents) == len(tags) == len(words) == count
                sides = {json.loads(document)["documentation"].split()[1] for document in documents} | set(
                    tags
                )
                seen.append(sides | {"new" if "generation new" in one else "old" for one in words})
        except BaseException as error:  # noqa: BLE001  # shown below
            failures.append(error)

    threads = [threading.Thread(target=_read) for _ in range(3)]
    for thread in threads:
        thread.start()
    for turn in range(1, 13):
        assert service(writer).ingest([files[turn % 2]]).counts.changed == count
    done.set()
    for thread in threads:
        thread.join()
    writer.dispose()
    reader.dispose()
    assert failures == []
    assert {frozenset(sides) for sides in seen} <= {frozenset({"old"}), frozenset({"new"})}
    assert seen


def test_a_file_that_fails_while_it_is_written_leaves_nothing(
    each_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files before it stay, of its own records none does."""
    from app.db import store

    original = store.index_texts

    def _failing(session: object, texts: list[store.TextOf]) -> None:
        original(session, texts)  # type: ignore[arg-type]
        if any(one.record_id == an_id(3) for one in texts):
            raise OSError("on purpose")

    monkeypatch.setattr(store, "index_texts", _failing)
    monkeypatch.setattr("app.services.ingest._CHUNK", 1)
    files = [a_file(an_envelope(1), name="a"), a_file(an_envelope(2), an_envelope(3), name="b")]
    with pytest.raises(OSError, match="on purpose"):
        service(each_database).ingest(files)
    assert ids(each_database) == [an_id(1)]
    assert column(each_database, "SELECT value FROM catalogue_state WHERE name = 'revision'") == ["1"]
