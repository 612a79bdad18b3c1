"""Every reviewed record says what its file says, was read at two releases, and is found by what its site prints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.domain.identity import module_path
from app.domain.prose_lint import prose_findings
from app.domain.records import Envelope
from app.domain.templates import Interpolation, parse_template
from app.services.wiring import Services
from tests.knowledge.envelopes import RECORDS, path_of
from tests.knowledge.proofs import all_proofs
from tests.knowledge.reviews import Review, all_reviews, read_review
from tests.knowledge.test_records import ENVELOPES, best_of

REVIEWS = all_reviews()
SHIPPED = [review for review in REVIEWS if review.read]
each_shipped = pytest.mark.parametrize("review", SHIPPED, ids=lambda review: review.name)
# With fewer words of its own a line without class, file and function may be anybody's.
FEWEST_WORDS = 6


def message_of(template: str) -> str:
    """A message as the program prints it, with a value of its own at each place."""
    parts = parse_template(template)
    return "".join(f"v{at}" if isinstance(part, Interpolation) else part for at, part in enumerate(parts))


def last_line_of(envelope: Envelope) -> str:
    """What is printed at the end: the class before the message, or the time before one that is logged."""
    record = envelope.record
    message = message_of(record.error_message or "")
    return (
        f"{record.error_class}: {message}" if record.error_class else f"[2026-11-30 18:05:11 TP0] {message}"
    )


def traceback_of(envelope: Envelope) -> str:
    """A traceback that ends at the site of a record; a line of the log where nothing is raised there."""
    record, function = envelope.record, (envelope.errdex.function or "<module>").rpartition(".")[2]
    if record.error_class is None:
        return last_line_of(envelope)
    place = f"/opt/venv/lib/python3.12/site-packages/{module_path(record.file_path)}"
    return (
        "Traceback (most recent call last):\n"
        '  File "/srv/start.py", line 3, in <module>\n    main()\n'
        f'  File "{place}", line {record.line_number}, in {function}\n    raise {record.error_class}(\n'
        f"{last_line_of(envelope)}\n"
    )


def words_of(template: str) -> list[str]:
    """The words that are the site's own."""
    texts = [part for part in parse_template(template) if isinstance(part, str)]
    return re.findall(r"[A-Za-z]{2,}", " ".join(texts))


def test_a_file_for_every_record_and_a_record_for_every_file_that_was_read() -> None:
    """What no second reader has read is not shipped; ids are nobody else's."""
    reviewed = {one.record.id for one in ENVELOPES.values() if one.errdex.provenance.reviewed}
    assert {review.record_id for review in SHIPPED} == reviewed
    ids = [review.record_id for review in REVIEWS if review.record_id]
    assert len(set(ids)) == len(ids)
    assert not {proof.record_id for proof in all_proofs()} & set(ids)
    assert not {review.record_id for review in REVIEWS if not review.read} & ENVELOPES.keys()


@each_shipped
def test_the_record_says_what_the_file_says(review: Review) -> None:
    """`python -m tests.knowledge.review` makes records anew."""
    envelope = ENVELOPES[review.record_id]
    record, prose = envelope.record, review.prose
    assert path_of(envelope).exists()
    assert record.documentation == prose.documentation
    assert record.trigger_scenarios == prose.trigger
    assert record.common_situations == prose.situations
    assert record.solutions == list(prose.solutions)
    assert record.example_fix == review.fix
    assert record.validation_code == review.validation
    assert record.prevention_tips == (list(prose.prevention) or None)
    assert record.tags == list(prose.tags)
    assert record.handling_strategy == prose.strategy
    assert prose.background in {None, record.background_tag}
    path, function, *_ = (*str(prose.site).split("; ")[0].split(" "), "")
    assert record.file_path.endswith(path)
    assert envelope.errdex.function == function or not function
    assert prose.message is None or prose.message in str(record.error_message)


@each_shipped
def test_two_releases_were_read(review: Review) -> None:
    """Both are named, and the site stands in both; nothing says that the fix was run."""
    errdex = ENVELOPES[review.record_id].errdex
    assert len(set(review.read)) == len(review.read) >= 2
    assert errdex.provenance.reviewed == review.releases
    assert errdex.provenance.verified == []
    assert {one.version for one in errdex.versions} <= set(review.read)
    assert len(errdex.versions) == 2


@pytest.mark.parametrize("review", REVIEWS, ids=lambda review: review.name)
def test_it_is_written_as_wanted(review: Review) -> None:
    """Two to five solutions, a fix with both parts, at most six tags with the package first."""
    prose = review.prose
    assert 2 <= len(prose.solutions) <= 5
    assert re.fullmatch(r"# before[^\n]*\n.+\n# after[^\n]*\n.+", review.fix, re.DOTALL)
    assert 1 <= len(prose.tags) <= 6
    assert prose.tags[0] == review.distribution
    assert prose.strategy is not None


@each_shipped
def test_the_prose_is_clean(review: Review) -> None:
    """`errdex check` finds nothing: no placeholder, no idle solution, no code that does not parse."""
    assert list(prose_findings(ENVELOPES[review.record_id], review.path.name, None, "record")) == []


@each_shipped
def test_a_traceback_of_the_site_is_answered_by_it(review: Review, bundled: Services) -> None:
    """Class, message, file, function and line together name the record, among all that are bundled."""
    text = traceback_of(ENVELOPES[review.record_id])
    assert best_of(bundled, text) == review.record_id, text


@each_shipped
def test_the_last_line_alone(review: Review, bundled: Services) -> None:
    """It is answered where it has enough words of its own, and never by another record.

    Where two packages say the same, the line alone leaves it open, and names them all.
    """
    envelope = ENVELOPES[review.record_id]
    line = last_line_of(envelope)
    best = best_of(bundled, line)
    assert best in {None, review.record_id}
    same = {one.record.id for one in ENVELOPES.values() if last_line_of(one) == line}
    if len(same) > 1:
        answer = bundled.match.match(line)
        assert same <= {match.id for event in answer.events for match in event.matches}
        return
    if len(words_of(envelope.record.error_message or "")) >= FEWEST_WORDS:
        assert best == review.record_id, line


_PROSE = 'PROSE = Prose(documentation="", trigger="", solutions=(), tags=(), site="a.py f")\n'
FORMS = {
    "no id": f'READ = ()\n{_PROSE}FIX = ""\n',
    "no site": 'ID = ""\nREAD = ()\nPROSE = Prose(documentation="", trigger="", solutions=(), tags=())\nFIX = ""\n',
    "a name too many": f'ID = ""\nREAD = ()\n{_PROSE}FIX = ""\nFIXES = ""\n',
    "another statement": f'ID = ""\nREAD = ()\n{_PROSE}FIX = ""\nVALIDATION: str = "a"\n',
    "one release": f'ID = ""\nREAD = ("0.5.19")\n{_PROSE}FIX = ""\n',
}


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS.keys())
def test_a_file_of_another_form_is_refused(tmp_path: Path, text: str) -> None:
    """Nothing in it is run."""
    path = tmp_path / "form.py"
    path.write_text(text)
    with pytest.raises(ValueError, match=re.escape(str(path))):
        read_review(path)


def test_all_of_their_records_are_in_the_folder() -> None:
    """The folders hold records of the repository that they are called after."""
    for path in RECORDS.rglob("*.json"):
        envelope = Envelope.model_validate_json(path.read_bytes())
        assert path == path_of(envelope)
