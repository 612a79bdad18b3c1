"""Who may write on this server, in words for those who may not; and how often."""

from __future__ import annotations

from typing import Final

from app.config import Settings
from app.domain.people import Caller, Deed, may
from app.errors import ErrdexError, NeedsToken, NotYours
from app.services.rates import HourlyRate

__all__ = ["check", "count"]

_WORDS: Final = {
    Deed.ADD: "take notes",
    Deed.PROPOSE: "take proposals of coding agents",
    Deed.FEEDBACK: "take feedback",
    Deed.CHANGE_OWN: "let notes be changed",
    Deed.CHANGE_OTHERS: "let notes of others be changed",
    Deed.JUDGE: "let proposals be accepted or rejected",
    Deed.WRITE_RECORDS: "take records",
}


def check(settings: Settings, caller: Caller, deed: Deed) -> None:
    """Let a caller pass who may do this.

    Raises:
        NeedsToken: an anonymous caller of the API or a page, where a token would help.
        NotYours: anybody else who may not.
    """
    if may(
        caller,
        deed,
        anonymous=settings.anonymous_notes,
        chats=settings.chat_notes,
        proposals=settings.mcp_proposals,
    ):
        return
    raise _refusal(caller, deed)


def _refusal(caller: Caller, deed: Deed) -> ErrdexError:
    if caller.key is None and caller.front in {"api", "page"}:
        return NeedsToken(
            f"This server does not {_WORDS[deed]} without an access token. Its operator makes one with `errdex token new`."
        )
    if deed is Deed.WRITE_RECORDS:
        return NotYours("Records are written with an access token of the scope records or maintain.")
    if deed in {Deed.CHANGE_OTHERS, Deed.JUDGE}:
        return NotYours("Its author can change this note, and a maintainer everything.")
    return NotYours(f"This server does not {_WORDS[deed]} from here.")


def count(rate: HourlyRate, caller: Caller) -> None:
    """Count one deed of a caller: by who it is, else by its address.

    Raises:
        TooMany: the limit of an hour is reached.
    """
    if caller.front == "cli":  # who can write the file needs no errdex for it
        return
    rate.count(caller.key or f"address:{caller.address or caller.front}")
