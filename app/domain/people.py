"""What people say of records: notes, feedback, and who may do what. Beside the record, never inside it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal

from pydantic import Field

from app.domain.answer import Shape, Tier

__all__ = [
    "BRIEF_NOTES",
    "Caller",
    "Deed",
    "FeedbackStats",
    "Front",
    "Note",
    "NoteEvent",
    "People",
    "Scope",
    "State",
    "Verdict",
    "may",
]

Front = Literal["api", "cli", "discord", "mattermost", "mcp", "page", "slack"]
State = Literal["public", "proposed", "rejected", "deleted"]
Verdict = Literal["solved", "wrong"]
Scope = Literal["notes", "records", "maintain"]

# Of so many notes an answer has the beginning.
BRIEF_NOTES: Final = 2
_CHATS: Final = frozenset({"slack", "discord", "mattermost"})


class Deed(StrEnum):
    """What a caller wants to do."""

    ADD = "add"
    PROPOSE = "propose"
    FEEDBACK = "feedback"
    CHANGE_OWN = "change-own"
    CHANGE_OTHERS = "change-others"
    JUDGE = "judge"
    WRITE_RECORDS = "write-records"


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks, as far as the front knows.

    Attributes:
        front: through which it came.
        key: the same for the same person or program, such as `token:ci`; None for an anonymous one.
        name: shown as the author where none is given.
        address: for the limits of an hour only; never stored.
        maintains: may change everything: the owner of the database, or a token of that scope.
        writes_records: may write and withdraw records: a token of the scope records.
    """

    front: Front
    key: str | None = None
    name: str | None = None
    address: str | None = None
    maintains: bool = False
    writes_records: bool = False


def may(caller: Caller, deed: Deed, *, anonymous: bool, chats: bool, proposals: bool) -> bool:
    """Tell whether a caller may do something.

    Args:
        caller: who asks.
        deed: what for.
        anonymous: the server takes notes without an access token.
        chats: it takes those of people in its chats.
        proposals: it takes those of coding agents.
    """
    if caller.front == "mcp":
        return proposals and deed is Deed.PROPOSE
    if deed is Deed.PROPOSE:
        return False
    if caller.maintains:
        return True
    if deed is Deed.WRITE_RECORDS:
        return caller.writes_records
    if caller.front in _CHATS:
        return chats and caller.key is not None and deed in {Deed.ADD, Deed.FEEDBACK, Deed.CHANGE_OWN}
    if caller.key is None:
        return anonymous and deed in {Deed.ADD, Deed.FEEDBACK}
    return deed in {Deed.ADD, Deed.FEEDBACK, Deed.CHANGE_OWN}


class Note(Shape):
    """What a person says about a record."""

    id: str
    record_id: str = Field(description="The record that it counts for now.")
    text: str = Field(description="Markdown; untrusted: render it without HTML, and its images not at all.")
    author: str | None = Field(description="As given; null for somebody who gave no name.")
    version: str | None = Field(description="Version of the package that it speaks of.")
    front: str = Field(description="Where it was written: api, cli, page, slack, …")
    state: State
    solved: int = Field(description='How many said "solved it" of it; notes are in the order of this.')
    created_at: str
    changed_at: str | None


class NoteEvent(Shape):
    """One line of a note's audit trail."""

    kind: Literal["added", "proposed", "edited", "deleted", "accepted", "rejected"]
    at: str
    actor: str | None = Field(description="Who did it; null for an anonymous caller.")
    front: str
    text: str | None = Field(None, description="What stood before an edit; dropped when the note is deleted.")


class People(Shape):
    """What people have said of a record, in numbers."""

    notes: int = 0
    solved: int = Field(0, description='How many said "solved it" of an answer with this record.')
    wrong: int = Field(0, description='How many said "wrong" of one.')

    def __bool__(self) -> bool:
        return bool(self.notes or self.solved or self.wrong)


class TierFeedback(Shape):
    """Feedback on matches of one tier."""

    solved: int = 0
    wrong: int = 0


class FeedbackStats(Shape):
    """Feedback on all answers."""

    solved: int = 0
    wrong: int = 0
    tiers: dict[Tier, TierFeedback] = Field(
        default_factory=dict, description="The same by tier, where the tier is known."
    )
