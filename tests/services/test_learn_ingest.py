"""Learn and ingest: what each of them owns of a record, whichever came first."""

from __future__ import annotations

import pytest

from app.config import Settings
from app.db.engine import Database
from tests.services.ingesting import NEW, OLD, a_file, column, ids, service, stored
from tests.services.learning import (
    FILE,
    PROSE,
    SEED,
    a_draft,
    a_seed,
    key_of,
    leads_to,
    learn,
    versions,
)


def test_learn_fills_what_is_null(each_database: Database) -> None:
    """Everything that ingest brought stays as it is; what it left open is as the source has it."""
    seed = a_seed(
        errorType=None, triggerScenarios=None, sourceCode=..., sourceCodeStart=..., sourceCodeEnd=...
    )
    service(each_database).ingest([a_file(seed)])
    learn(each_database, "1.0", a_draft(errorType="state", severity="warning", errorCode="E7"))
    envelope = stored(each_database, SEED)
    brought = {name: value for name, value in seed["record"].items() if value not in (None, [])}
    assert {name: envelope["record"][name] for name in brought} == brought
    assert (envelope["record"]["errorType"], envelope["record"]["errorCode"]) == ("state", "E7")
    assert envelope["record"]["triggerScenarios"] == "In Pool.grow at line 10."
    assert envelope["record"]["sourceCode"] == a_draft()["record"]["sourceCode"]
    assert envelope["errdex"]["function"] == "Pool.grow"
    assert envelope["errdex"]["provenance"]["kind"] == "unknown"
    assert envelope["datasetVersion"] == OLD


def test_a_window_of_another_line_is_not_filled_in(database: Database) -> None:
    """The lines around line 30 do not belong to a record that stands at line 10."""
    service(database).ingest([a_file(a_seed(sourceCode=..., sourceCodeStart=..., sourceCodeEnd=...))])
    learn(database, "1.0", a_draft(line=30))
    record = stored(database, SEED)["record"]
    assert (record["lineNumber"], record["sourceCode"], record["sourceCodeStart"]) == (10, None, None)
    assert versions(stored(database, SEED)) == [("1.0", FILE, 30)]


def test_what_learn_filled_in_follows_the_newest_version(database: Database) -> None:
    """The record is ingest's, but this field is not."""
    service(database).ingest([a_file(a_seed(triggerScenarios=None))])
    learn(database, "2.0", a_draft(line=20))
    learn(database, "1.0", a_draft(line=10))
    assert stored(database, SEED)["record"]["triggerScenarios"] == "In Pool.grow at line 20."
    learn(database, "3.0", a_draft(line=30))
    assert stored(database, SEED)["record"]["triggerScenarios"] == "In Pool.grow at line 30."
    assert stored(database, SEED)["record"]["lineNumber"] == 10


def test_an_ingested_record_that_no_learned_version_had_is_not_gone(database: Database) -> None:
    """Nothing says that it ever was in what was learned."""
    service(database).ingest([a_file(a_seed())])
    learn(database, "1.0", a_draft("Another one"))
    assert stored(database, SEED)["errdex"]["state"] == "current"


@pytest.mark.parametrize("learned_first", [False, True])
def test_ingest_and_learn_in_either_order(each_database: Database, learned_first: bool) -> None:
    """The prose of the one and the place of the other; both ids lead to the record."""
    seed = a_seed(triggerScenarios=None, errorType=None, sourceCode=...)
    steps = [
        lambda: service(each_database).ingest([a_file(seed)]),
        lambda: learn(each_database, "1.0", a_draft()),
    ]
    for step in reversed(steps) if learned_first else steps:
        step()
    found = leads_to(each_database, SEED)
    assert ids(each_database) == [found]
    envelope = stored(each_database, str(found))
    assert {name: envelope["record"][name] for name in PROSE} == PROSE
    assert envelope["record"]["triggerScenarios"] == "In Pool.grow at line 10."
    assert envelope["record"]["errorType"] == "validation"
    assert envelope["record"]["sourceCode"] == a_draft()["record"]["sourceCode"]
    assert envelope["errdex"]["provenance"]["kind"] == "unknown"
    assert versions(envelope) == [("1.0", FILE, 10)]
    learn(each_database, "2.0", a_draft(line=20))
    again = stored(each_database, str(found))
    assert again["record"]["lineNumber"] == 10
    assert again["record"]["triggerScenarios"] == "In Pool.grow at line 20."


def test_what_ingest_takes_back_is_as_learn_has_it(database: Database) -> None:
    """A newer data set without a trigger shows the learned one, which was hidden before."""
    ingest = service(database).ingest
    ingest([a_file(a_seed(triggerScenarios="By hand."))])
    learn(database, "1.0", a_draft())
    assert stored(database, SEED)["record"]["triggerScenarios"] == "By hand."
    ingest([a_file({**a_seed(triggerScenarios=None), "datasetVersion": NEW})])
    assert stored(database, SEED)["record"]["triggerScenarios"] == "In Pool.grow at line 10."
    assert versions(stored(database, SEED)) == [("1.0", FILE, 10)]


def test_prose_for_a_learned_record_stays_while_it_follows_its_source(each_database: Database) -> None:
    """A partial record brings its prose and nothing else, so the place is still learn's."""
    learn(each_database, "1.0", a_draft(line=10))
    service(each_database).ingest(
        [a_file({"id": key_of(), "documentation": "By hand.", "solutions": ["One"]})]
    )
    learn(each_database, "2.0", a_draft(line=20, path="src/pool/new.py"))
    record = stored(each_database, key_of())["record"]
    assert (record["documentation"], record["solutions"]) == ("By hand.", ["One"])
    assert (record["filePath"], record["lineNumber"]) == ("src/pool/new.py", 20)


def test_an_export_of_learned_records_still_follows_its_source(
    database: Database, settings: Settings
) -> None:
    """Derived records that were ingested are not somebody's word against the source."""
    learn(database, "1.0", a_draft(line=10))
    exported = stored(database, key_of())
    service(database).ingest(
        [a_file({**exported, "record": {**exported["record"], "id": SEED}, "errdex": {**exported["errdex"]}})]
    )
    learn(database, "2.0", a_draft(line=20))
    assert stored(database, key_of())["record"]["lineNumber"] == 20


def test_withdrawn_stays_withdrawn(each_database: Database) -> None:
    """Its site is known, so no second record is made of it, and it is not brought back."""
    service(each_database).ingest([a_file(a_seed(errdex={"withdrawnAt": OLD}))])
    learn(each_database, "1.0", a_draft())
    assert ids(each_database) == [SEED]
    assert stored(each_database, SEED)["errdex"]["withdrawnAt"] == OLD
    assert column(each_database, "SELECT count(*) FROM record_text") == [0]


def test_versions_that_ingest_lists_stay(database: Database) -> None:
    """Learn has the last word on those that it has learned, and none on others."""
    seen = [{"version": version, "lineNumber": 1} for version in ("0.9", "1.0")]
    service(database).ingest([a_file(a_seed(errdex={"versions": seen}))])
    learn(database, "1.0", a_draft(line=10))
    learn(database, "1.1", a_draft(line=11))
    assert [(one["version"], one["lineNumber"]) for one in stored(database, SEED)["errdex"]["versions"]] == [
        ("0.9", 1),
        ("1.0", 10),
        ("1.1", 11),
    ]
