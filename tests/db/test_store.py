"""Single queries whose contract others build on."""

from __future__ import annotations

from sqlalchemy import text

from app.db import store
from app.db.engine import Database
from tests.services.ingesting import a_file, an_envelope, an_id, service


def _found(database: Database, word: str) -> list[str]:
    on_sqlite = database.dialect == "sqlite"
    condition = "record_text MATCH :word" if on_sqlite else "document @@ plainto_tsquery('simple', :word)"
    query = text(f"SELECT record_id FROM record_text WHERE {condition} ORDER BY record_id")
    with database.read() as session:
        return list(session.scalars(query, {"word": word}))


def test_a_record_is_found_by_its_words_until_it_is_taken_out(each_database: Database) -> None:
    """`index_text` replaces, `remove_text` removes; other records stay; any id is a key."""
    highest = "f" * 16
    service(each_database).ingest([a_file(an_envelope(1), an_envelope(2, id=highest, lineNumber=5))])
    with each_database.write() as session:
        store.index_text(session, highest, "Title", "a message", "ragged zebra")
        store.index_text(session, an_id(1), "Title", "a message", "zebra")
        store.index_text(session, an_id(1), "Title", "a message", "giraffe")
        session.commit()
    assert _found(each_database, "zebra") == [highest]
    assert _found(each_database, "giraffe") == [an_id(1)]
    assert _found(each_database, "message") == [an_id(1), highest]
    with each_database.write() as session:
        store.remove_text(session, highest)
        store.remove_text(session, an_id(77))
        session.commit()
    assert _found(each_database, "title") == [an_id(1)]


def test_deleting_a_record_takes_its_rows_along(each_database: Database) -> None:
    """Tags, aliases and sources hang on the record."""
    envelope = an_envelope(1, errdex={"aliases": [an_id(70)]})
    service(each_database).ingest([a_file(envelope)], source="s")
    with each_database.write() as session:
        session.execute(text("DELETE FROM record"))
        session.commit()
    with each_database.read() as session:
        for table in ("record_tag", "record_alias", "record_source"):
            assert session.scalar(text(f"SELECT count(*) FROM {table}")) == 0


def test_more_values_than_a_statement_may_carry(each_database: Database) -> None:
    """Look-ups go in chunks, whatever their number."""
    service(each_database).ingest([a_file(an_envelope(1, errdex={"aliases": [an_id(70_000)]}))])
    with each_database.read() as session:
        many = [an_id(number) for number in range(70_001)]
        assert store.known_ids(session, many) == {an_id(1), an_id(70_000)}
        assert set(store.stored_records(session, many)) == {an_id(1)}
