"""Learning the installed packages over the bundled records fills in the facts and leaves ids and prose alone."""

from __future__ import annotations

import pytest

from app.services.wiring import Services
from tests.knowledge.proofs import Part, Proof, due_proofs
from tests.knowledge.test_records import ENVELOPES, UNSURE
from tests.services.learning import records_of

# Among all that the packages raise another record is named; whoever mends one of these takes it off the list.
LESS_SURE = {
    "click/no_such_option": "a usage message says neither class nor place, and has few words",
    "httpx2/http_status": "learn makes a record of the wording with its link, of which this one is the start",
    "fastapi/duplicate_operation_id": "the site has two wordings, and learn makes a record of each",
    "pandas/chained_assignment": "five sites have this wording, and a warning shows no frame of pandas",
    "pytest/pattern_did_not_match": "a second site has this wording, and pytest does not show its own frame",
    "fastapi/response_validation": "the message is taken to end after its first line, and the site has six wordings",
}
PROSE = (
    "documentation",
    "trigger_scenarios",
    "common_situations",
    "solutions",
    "example_fix",
    "validation_code",
    "type_guard",
    "try_catch_pattern",
    "prevention_tips",
    "tags",
)
FACTS = (
    "error_message",
    "message_pattern",
    "error_class",
    "error_code",
    "http_status",
    "severity",
    "file_path",
)


def named_by(services: Services, output: str, record_id: str) -> bool:
    """Tell whether the record is the answer to one of the errors; a root that has one of its own may come before it."""
    events = services.match.match(output).events
    return any(event.status == "known" and event.matches[0].id == record_id for event in events)


each_proof = pytest.mark.parametrize("proof", due_proofs(), ids=lambda proof: proof.name)


@each_proof
def test_facts_come_in_by_id(proof: Proof, learned: Services) -> None:
    """The record keeps its prose and its facts, and gets the source of the release that is learned."""
    before = ENVELOPES[proof.record_id]
    found = learned.catalog.get(proof.record_id)
    record, errdex = found.envelope.record, found.envelope.errdex
    assert found.alias_of is None
    assert errdex.state == "current"
    assert errdex.provenance == before.errdex.provenance
    for name in PROSE + FACTS:
        assert getattr(record, name) == getattr(before.record, name), name
    assert record.line_number == before.record.line_number
    assert errdex.function == before.errdex.function
    if not (proof.prose.several or proof.prose.place):
        assert record.source_code
        assert [one.version for one in errdex.versions] == [one.version for one in before.errdex.versions]
        one_error = (record.repo, record.error_class, record.error_message)
        if record.error_class is not None:
            assert proof.record_id in records_of(learned.database, *one_error)


@each_proof
def test_the_written_record_is_still_named(
    proof: Proof, printed: dict[str, dict[str, Part]], learned: Services
) -> None:
    """Among everything that these packages raise, errdex names the record that has a fix."""
    for part in proof.parts:
        if part.startswith("before"):
            output = printed[proof.name][part].output
            if named_by(learned, output, proof.record_id):
                continue
            if proof.name in UNSURE | LESS_SURE:
                pytest.xfail((UNSURE | LESS_SURE)[proof.name])
            raise AssertionError(output)
