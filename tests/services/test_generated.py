"""Generated prose through ingest: what it fills, what it never replaces; and which records lack prose."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.config import Settings
from app.db.engine import Database
from app.services.answer_cache import AnswerCache
from app.services.catalog import Catalog
from app.services.chat import Chat, chat_address
from app.services.enrich import Enricher
from app.services.missing_prose import MissingProse
from app.services.spending import Budget
from tests.model_server import Answer, Asked, completion, model_server
from tests.services.ingesting import a_file, an_envelope, an_id, service, stored
from tests.services.learning import a_draft, key_of, learn

PROSE = {"documentation": "A model says so.", "solutions": ["Try it."], "preventionTips": ["Care."]}


def generated(record_id: str, model: str | None = "small", **fields: Any) -> dict[str, Any]:
    """A partial record as a model gives it."""
    provenance = {"kind": "generated", "verified": [], **({"model": model} if model else {})}
    return {"record": {"id": record_id, **PROSE, **fields}, "errdex": {"provenance": provenance}}


def missing(database: Database) -> MissingProse:
    """The service on a database."""
    settings = Settings(_env_file=None)
    return MissingProse(database, Catalog(database, settings))


def test_a_learned_record_is_filled_in(database: Database) -> None:
    """The prose and its model are stored, what the source says stays."""
    learn(database, "1.0", a_draft())
    record_id = key_of()
    report = service(database).ingest([a_file(generated(record_id))])
    assert (report.faults, report.warnings) == ((), ())
    envelope = stored(database, record_id)
    assert {name: envelope["record"][name] for name in PROSE} == PROSE
    assert envelope["record"]["triggerScenarios"] == "In Pool.grow at line 10."
    assert envelope["errdex"]["provenance"] == {"kind": "generated", "verified": [], "model": "small"}


def test_newer_generated_prose_replaces_older(database: Database) -> None:
    """What a model wrote another one may write again."""
    learn(database, "1.0", a_draft())
    record_id = key_of()
    service(database).ingest([a_file(generated(record_id))])
    service(database).ingest([a_file(generated(record_id, "large", documentation="Better."))])
    envelope = stored(database, record_id)
    assert envelope["record"]["documentation"] == "Better."
    assert envelope["errdex"]["provenance"]["model"] == "large"


@pytest.mark.parametrize("kind", ["written", "unknown"])
def test_somebodys_prose_stays(database: Database, kind: str) -> None:
    """No field of it changes, none is added to it, and the report says so; other fields are taken."""
    errdex = {"provenance": {"kind": kind, "verified": []}}
    service(database).ingest([a_file(an_envelope(1, errdex=errdex))])
    report = service(database).ingest([a_file(generated(an_id(1), tags=["new"]))])
    (warning,) = report.warnings
    assert warning.field == "documentation, solutions, preventionTips"
    assert "somebody has written prose" in warning.problem
    envelope = stored(database, an_id(1))
    assert envelope["record"]["documentation"] == "What 1 means."
    assert envelope["record"].get("preventionTips") is None
    assert envelope["record"]["tags"] == ["new"]
    assert envelope["errdex"]["provenance"]["kind"] == kind


def test_a_record_of_unknown_hands_without_prose_is_open(database: Database) -> None:
    """Where nobody has said anything, there is nothing to mix with."""
    service(database).ingest([a_file(an_envelope(1, documentation=None, solutions=[]))])
    service(database).ingest([a_file(generated(an_id(1)))])
    assert stored(database, an_id(1))["errdex"]["provenance"]["kind"] == "generated"


def test_a_person_may_replace_what_a_model_wrote(database: Database) -> None:
    """Written prose is taken, and marked so; the model is named no longer."""
    learn(database, "1.0", a_draft())
    record_id = key_of()
    service(database).ingest([a_file(generated(record_id))])
    mine = {
        "record": {"id": record_id, "documentation": "Mine."},
        "errdex": {"provenance": {"kind": "written", "verified": []}},
    }
    service(database).ingest([a_file(mine)])
    envelope = stored(database, record_id)
    assert envelope["record"]["documentation"] == "Mine."
    assert envelope["errdex"]["provenance"] == {"kind": "written", "verified": []}


def test_which_records_lack_prose(database: Database) -> None:
    """Those without an explanation or without a solution, over all pages of the database, withdrawn ones not."""
    many = [a_draft(f"Pool {number} is full", line=number) for number in range(1, 450)]
    learn(database, "1.0", *many)
    tricky = 'x = {"documentation":null,"solutions":[]}'
    service(database).ingest(
        [
            a_file(
                an_envelope(1),
                an_envelope(2, documentation=None),
                an_envelope(3, solutions=[]),
                an_envelope(4, sourceCode=tricky),
                an_envelope(5, documentation=None, errdex={"withdrawnAt": "2026-09-01T00:00:00Z"}),
                an_envelope(6, documentation=None, repo="acme/boat"),
            )
        ]
    )
    found = [one.record for one in missing(database).records()]
    assert len(found) == 449 + 3
    assert [(one.repo, one.id) for one in found] == sorted((one.repo, one.id) for one in found)
    assert {an_id(2), an_id(3), an_id(6)} <= {one.id for one in found}
    assert [one.record.id for one in missing(database).records(repos=["acme/boat"])] == [an_id(6)]
    assert [one.record.id for one in missing(database).records(ids=[an_id(1), an_id(1)])] == [an_id(1)]
    assert list(missing(database).records(ids=[an_id(1)], repos=["acme/boat"])) == []


def test_a_run_that_is_interrupted_keeps_what_it_has(database: Database, tmp_path: Path) -> None:
    """Ctrl-C between two records: those that passed are in the database, and the next run sends only the others."""
    learn(database, "1.0", *(a_draft(f"Pool {number} is full", line=number) for number in range(1, 4)))
    records = missing(database)

    def say(asked: Asked) -> Answer:
        return completion(json.dumps({"id": asked.about["id"], **PROSE}))

    def interrupt(done: int, _total: int, _id: str) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with model_server(say) as server:
        budget = Budget(max_requests=10, max_tokens=10**6)

        def enricher() -> Enricher:
            chat = Chat(chat_address(server.address), "small", None, budget, 1000)
            return Enricher(records.describe, service(database), chat, AnswerCache(tmp_path, "small"), budget)

        with pytest.raises(KeyboardInterrupt):
            enricher().run(list(records.records()), progress=interrupt)
        left = list(records.records())
        assert len(left) == 1
        sent = len(server.asked)
        assert sent in {2, 3}  # the third may be on its way; its answer is kept
        assert enricher().run(left).counts()["written"] == 1
        assert len(server.asked) == 3
    assert list(records.records()) == []
