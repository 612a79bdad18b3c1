"""The answer of the base and that of files read here, joined: what each of them keeps."""

from __future__ import annotations

from typing import Any

from app.domain.answer import Answer, Best, EventAnswer, Frame, Installed, Match, NextStep, NoteBrief, Tier
from app.domain.joining import joined

PLACE = Installed(file="/venv/site-packages/src/acme/pool.py", line=88, name="acme", version="1.0")
FRAMES = [Frame(file="/srv/app.py", line=1), Frame(file="/venv/site-packages/src/acme/pool.py", line=88)]


def a_match(record_id: str = "a" * 16, score: float = 0.95, **changes: Any) -> Match:
    """A match of a site of pool.py."""
    values: dict[str, Any] = {
        "id": record_id, "title": "t", "slug": "t", "repo": "acme/pool", "error_class": "ValueError",
        "error_message": "pool is full", "file_path": "src/acme/pool.py", "line_number": 88, "url": "/errors/x",
        "tier": Tier.EXACT, "score": score, "confidence": "high",
    }  # fmt: skip
    return Match(**{**values, **changes})


def an_answer(*matches: Match, status: str = "unknown", start: int = 1, **changes: Any) -> Answer:
    """An answer with one event."""
    values: dict[str, Any] = {
        "index": 0, "error_class": "ValueError", "message": "pool is full", "start_line": start, "end_line": start + 4,
        "lines": [(start, start + 4)], "frames": FRAMES, "status": status, "matches": list(matches), **changes,
    }  # fmt: skip
    best = Best(event=0, id=matches[0].id) if matches and matches[0].score >= 0.7 else None
    return Answer(revision=3, events=[EventAnswer(**values)], best=best)


def join(base: Answer, local: Answer, place: Installed | None = PLACE) -> Answer:
    """Join, every local match read from the same file."""
    return joined(base, local, lambda _match: place)


def test_what_the_base_does_not_have_is_answered() -> None:
    """The match of the file becomes the best one; status and hint say where it is from."""
    found = join(an_answer(hint="Nothing."), an_answer(a_match(), status="known"))
    (event,) = found.events
    assert (event.status, event.matches[0].installed) == ("known", PLACE)
    assert found.best == Best(event=0, id="a" * 16)
    assert event.hint == (
        "This base does not have it; it was read just now from your installed copy of acme 1.0 "
        "(/venv/site-packages/src/acme/pool.py:88). `errdex learn acme==1.0` keeps all of its records."
    )
    assert found.revision == 3


def test_a_record_of_the_base_stays_the_record_of_its_site() -> None:
    """It keeps its id and prose, and is told that its site stands here; the derived steps of the file are its own."""
    step = NextStep(kind="guard", text="Make sure that it is not full.")
    base = an_answer(a_match("b" * 16, solutions=["Make room"]), status="known")
    found = join(base, an_answer(a_match(next_steps=[step]), status="known"))
    (match,) = found.events[0].matches
    assert (match.id, match.solutions, match.next_steps) == ("b" * 16, ["Make room"], [step])
    assert match.installed == PLACE.model_copy(update={"in_base": True})
    assert found.best == base.best


def test_at_equal_scores_the_base_comes_first() -> None:
    """Another site of this machine does not push an equally likely record aside."""
    base = an_answer(a_match("b" * 16, error_message="pool {x} is full"), status="known")
    found = join(base, an_answer(a_match(), status="known"))
    assert [match.id for match in found.events[0].matches] == ["b" * 16, "a" * 16]
    assert found.best is not None
    assert found.best.id == "b" * 16


def test_what_was_noted_before_its_record_was_read() -> None:
    """A local record of the base goes behind the site that stands here, which gets its notes."""
    note = NoteBrief(id="n" * 16, text="Make room", author=None, version=None, solved=2, date="2026-09-01")
    stub = a_match("b" * 16, 0.99, repo="local/notes", file_path="unknown", notes=[note])
    found = join(an_answer(stub, status="known"), an_answer(a_match(), status="known"))
    first, second = found.events[0].matches
    assert (first.id, first.notes, second.id) == ("a" * 16, [note], "b" * 16)
    assert first.score > second.score
    assert found.best == Best(event=0, id="a" * 16)


def test_notes_of_a_record_and_of_what_stood_for_it() -> None:
    """Each note once, and no more of them than any other answer has."""
    one, two, three = (
        NoteBrief(id=letter * 16, text=letter, author=None, version=None, solved=0, date="2026-09-01")
        for letter in "123"
    )
    real = a_match("b" * 16, 0.99, notes=[one, two], error_message="pool {x} is full")
    stub = a_match("c" * 16, 0.98, repo="local/notes", file_path="unknown", notes=[two, three])
    found = join(an_answer(real, stub, status="known"), an_answer(a_match(score=0.9)))
    assert [match.notes for match in found.events[0].matches if match.id == "b" * 16] == [[one, two]]


def test_what_is_not_sure_is_left_out() -> None:
    """A similar wording, a low score, a file that no frame is in: a base of a few files says nothing by those."""
    unsure = [
        a_match(tier=Tier.FUZZY),
        a_match(score=0.5),
        a_match(file_path="src/acme/other.py"),
    ]
    for match in unsure:
        assert join(an_answer(), an_answer(match)).events[0].matches == []
    assert join(an_answer(), an_answer(a_match()), place=None).events[0].matches == []


def test_events_that_only_one_of_them_has() -> None:
    """They stand in the order of the text, and are counted anew."""
    base = an_answer(start=10)
    local = an_answer(a_match(), status="known", start=2)
    found = join(base, local)
    assert [(event.index, event.start_line) for event in found.events] == [(0, 2), (1, 10)]
    assert found.best == Best(event=0, id="a" * 16)
