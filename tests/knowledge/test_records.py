"""Every bundled record that we wrote is proven: its error is real, errdex names it, and its fix works."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.domain.records import Envelope
from app.services.wiring import Services
from tests.knowledge.envelopes import RECORDS
from tests.knowledge.proofs import Part, Proof, all_proofs, due_proofs
from tests.knowledge.write import example_fix
from tests.seeds import SEEDS

PROOFS = all_proofs()
BY_ID = {proof.record_id: proof for proof in PROOFS}
# The seeds were written by others; their ids and prose came with them.
FILES = sorted(path for path in RECORDS.rglob("*.json") if path not in SEEDS)
ENVELOPES = {
    envelope.record.id: envelope
    for envelope in (Envelope.model_validate_json(path.read_bytes()) for path in FILES)
}
each_proof = pytest.mark.parametrize("proof", PROOFS, ids=lambda proof: proof.name)
each_due_proof = pytest.mark.parametrize("proof", due_proofs(), ids=lambda proof: proof.name)

# Named by errdex, but not surely enough; whoever mends one of these takes it off the list.
UNSURE = {
    "click/missing_argument": "a usage message says neither class nor place, and has few words",
    "click/no_such_command": "a usage message says neither class nor place, and has few words",
    "click/not_one_of": "a usage message says neither class nor place, and has few words",
    "jinja2/undefined": "Jinja leaves the frame that raised out, and the words are few",
    "pytest/fixture_not_found": "pytest puts the line between others of its own, and its summary does not repeat it",
    "pydantic/protected_namespace": "the warning goes on after a blank line, where the reader takes it to end",
}

Printed = dict[str, dict[str, Part]]


def best_of(services: Services, output: str) -> str | None:
    """The id of the record that errdex names for what a program printed."""
    answer = services.match.match(output)
    if answer.best is None or answer.best.ambiguous:
        return None
    return answer.best.id


def test_every_record_has_one_proof() -> None:
    """Records and proofs go together, one to one, where they are not reviewed instead."""
    assert len(BY_ID) == len(PROOFS)
    assert set(BY_ID) == {one.record.id for one in ENVELOPES.values() if not one.errdex.provenance.reviewed}


@each_due_proof
def test_the_error_is_real_and_named_by_this_record(
    proof: Proof, printed: Printed, bundled: Services
) -> None:
    """`before()` fails, and of the bundled records errdex names this one."""
    for part in proof.parts:
        if part.startswith("before"):
            one = printed[proof.name][part]
            assert one.code or ENVELOPES[proof.record_id].record.severity == "warning", one.output
            best = best_of(bundled, one.output)
            if best is None and proof.name in UNSURE:
                pytest.xfail(UNSURE[proof.name])
            assert best == proof.record_id, one.output


@each_due_proof
def test_the_fix_works(proof: Proof, printed: Printed, bundled: Services) -> None:
    """`after()` ends well, and what it prints is not this error."""
    for part in proof.parts:
        if part.startswith("after"):
            one = printed[proof.name][part]
            assert one.code == 0, one.output
            assert best_of(bundled, one.output) != proof.record_id, one.output


@each_proof
def test_each_cause_has_its_fix(proof: Proof) -> None:
    """There is an `after` for every `before`."""
    causes = {part.removeprefix("before") for part in proof.parts if part.startswith("before")}
    assert causes == {part.removeprefix("after") for part in proof.parts if part.startswith("after")}


@each_due_proof
def test_checks_tell_good_from_bad(proof: Proof, printed: Printed) -> None:
    """`validationCode` and `typeGuard` pass what is good and refuse what is bad; `tryCatchPattern` gets by."""
    for part in ("checks", "handling"):
        one = printed[proof.name].get(part)
        assert (one is not None) == bool(
            {
                "checks": proof.guard or proof.bodies.get("validation"),
                "handling": proof.bodies.get("handling"),
            }[part]
        )
        assert one is None or one.code == 0, one.output


@each_proof
def test_the_record_says_what_the_proof_says(proof: Proof) -> None:
    """Code and prose of the record are those of the proof; `python -m tests.knowledge.write` makes them anew."""
    record, prose = ENVELOPES[proof.record_id].record, proof.prose
    assert record.example_fix == example_fix(proof)
    assert record.validation_code == proof.bodies.get("validation")
    assert record.type_guard == proof.guard
    assert record.try_catch_pattern == proof.bodies.get("handling")
    assert record.documentation == prose.documentation
    assert record.trigger_scenarios == prose.trigger
    assert record.common_situations == prose.situations
    assert record.solutions == list(prose.solutions)
    assert record.prevention_tips == (list(prose.prevention) or None)
    assert record.tags == list(prose.tags)


def test_a_place_that_was_written_down_raises() -> None:
    """Where `learn` finds no site of Python code, the line that the proof names is one that raises, logs or fails."""
    placed = [proof for proof in PROOFS if proof.prose.place and ".py:" in proof.prose.place]
    here = [proof for proof in placed if Path(proof.python).exists()]
    assert here
    for proof in here:
        path, _, line = str(proof.prose.place).split()[0].rpartition(":")
        (installed,) = Path(proof.python).parents[1].glob(f"lib/python*/site-packages/{path}")
        assert (
            installed.read_text()
            .split("\n")[int(line) - 1]
            .strip()
            .startswith(("raise ", "error(", "fail(", "ctx.fail("))
        ), proof.name


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_nothing_third_party_is_in_the_file(path: Path) -> None:
    """The file holds facts of the site and our prose: no source, no link to it, no quoted licence."""
    envelope = json.loads(path.read_bytes())
    empty = ("sourceCode", "sourceCodeStart", "sourceCodeEnd", "githubUrl", "analyzedSha")
    assert not any(envelope["record"][name] for name in empty)
    assert envelope["errdex"]["license"] is None
    provenance = envelope["errdex"]["provenance"]
    assert provenance["kind"] == "written"
    assert bool(provenance["verified"]) != bool(provenance.get("reviewed"))
